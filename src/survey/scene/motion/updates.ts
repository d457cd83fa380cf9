import type { z } from 'zod';
import { type Affine, compose, IDENTITY, rotation } from '../../../base/affine.js';
import { DEGREE } from '../../../base/angle.js';
import { length, normalize, type Vec3 } from '../../../base/vec3.js';
import { choiceField, listField, mapField, numberField, vectorField } from '../../../base/yaml/fields.js';
import { MOVED_ABOUT, type RigidMove } from '../../../scene/motion/part-motion.js';
import { noteFault, type Reading } from '../../resolve/reading.js';
import { coordinate } from '../../schema/coordinate.js';
import { MOTION_TIME_MAX, type MotionKind } from './motion-kind.js';

const UPDATES_MAX = 100_000;
const MOVES_MAX = 100;
const TIMES_MAX = 65_536;
const COUNT_MAX = 1e12;

const move = mapField('a move', {
  rotate: mapField('a rotation about an axis', {
    axis: vectorField('Axis of the rotation; any length but 0'),
    angle: numberField('Angle, right-handed', { unit: 'deg', min: -1e9, max: 1e9 }),
  }).optional(),
  mirror: vectorField(
    'After rotate, a mirror in the plane that is at right angles to this; any length but 0',
  ).optional(),
  about: choiceField(
    "What they are about: a point of the world; one that counts from the middle of the scene's box, where all stand; or the middle of the part's box, as it has moved",
    MOVED_ABOUT,
  ).default('world'),
  through: vectorField('The point; absent: [0, 0, 0]', coordinate).optional(),
  translate: vectorField('After both, a shift', coordinate).optional(),
  middles: numberField("So many times the middle of the scene's box is added to translate", {
    min: -1000,
    max: 1000,
  }).default(0),
});

const update = mapField('an update', {
  moves: listField('moves that are made at once, the first of them first', move, { min: 1, max: MOVES_MAX }),
  repeat: numberField('Number of times that it is made, one after the other', {
    whole: true,
    min: 1,
    max: COUNT_MAX,
  }).default(1),
});

const moments = mapField('moments of updates', {
  from: numberField("Moment of the first of them on the scene's clock", {
    unit: 's',
    min: -MOTION_TIME_MAX,
    max: MOTION_TIME_MAX,
  }),
  every: numberField('Time from one to the next', { unit: 's', min: 1e-7, max: MOTION_TIME_MAX }),
  count: numberField('Number of them; absent, of the last entry: without end', {
    whole: true,
    min: 1,
    max: COUNT_MAX,
  }).optional(),
});

const schema = mapField('small motions that are made again and again', {
  updates: listField('updates, in order', update, { min: 1, max: UPDATES_MAX }),
  next: numberField('Number of the update, from 0, that follows the last one; absent: the part then stands', {
    whole: true,
    min: 0,
    max: UPDATES_MAX,
  }).optional(),
  times: listField('moments of updates, in order', moments, { min: 1, max: TIMES_MAX }),
  shown: numberField('The first update shows, and then each so many-th: until then the part stays where it was', {
    whole: true,
    min: 1,
    max: COUNT_MAX,
  }).default(1),
  interpolation: choiceField(
    'The part jumps with each update that shows, or moves from update to update at constant rates',
    ['step', 'linear'],
  ).default('step'),
});

type UpdatesDefinition = z.output<typeof schema>;

/** From update to update, as HELIOS++ moves parts. */
export const motionUpdates = {
  key: 'updates',
  schema,
  resolve: ({ updates, next, times, shown, interpolation }, section) => {
    const before = section.faults.length;
    if (next !== undefined && next >= updates.length)
      noteFault(section, ['next'], next, `the number of an update, 0 to ${updates.length - 1}`);
    checkTimes(times, section);
    const resolved = updates.map(({ moves, repeat }, u) => ({
      moves: moves.map((one, m) => moveOf(one, { ...section, at: [...section.at, 'updates', u, 'moves', m] })),
      repeat,
    }));
    if (section.faults.length > before) return undefined;
    return {
      updates: resolved,
      ...(next !== undefined && { next }),
      times,
      shown,
      ...(interpolation === 'linear' && { isSteady: true }),
    };
  },
} satisfies MotionKind<UpdatesDefinition>;

/** Notes moments that do not rise, and entries that do not end, or end though none follows. */
function checkTimes(times: UpdatesDefinition['times'], section: Reading): void {
  for (const [k, { from, every, count }] of times.entries()) {
    const isLast = k === times.length - 1;
    if (isLast !== (count === undefined))
      noteFault(
        section,
        ['times', k, 'count'],
        count,
        isLast ? 'none in the last entry' : 'one in each entry but the last',
      );
    if (count === undefined || isLast) continue;
    const last = from + (count - 1) * every;
    if (!(times[k + 1].from > last))
      noteFault(section, ['times', k + 1, 'from'], times[k + 1].from, `a moment after the one before, ${last} (s)`);
  }
}

function moveOf(given: UpdatesDefinition['updates'][number]['moves'][number], section: Reading): RigidMove {
  const { rotate, mirror, about, through, translate, middles } = given;
  if (about === 'part' && through !== undefined)
    noteFault(section, ['through'], through, "none: the move is about the part's own middle");
  let linear: Affine = IDENTITY;
  if (rotate !== undefined) {
    if (!(length(rotate.axis) > 0))
      noteFault(section, ['rotate', 'axis'], rotate.axis, 'an axis that is not [0, 0, 0]');
    linear = rotation(normalize(rotate.axis), rotate.angle * DEGREE);
  }
  if (mirror !== undefined) {
    if (!(length(mirror) > 0)) noteFault(section, ['mirror'], mirror, 'a direction that is not [0, 0, 0]');
    linear = compose(mirrorIn(normalize(mirror)), linear);
  }
  return { linear, about, through: through ?? [0, 0, 0], shift: translate ?? [0, 0, 0], shiftMiddles: middles };
}

/** The mirror in the plane through the origin at right angles to a unit vector. */
const mirrorIn = ([x, y, z]: Vec3): Affine => [
  1 - 2 * x * x, -2 * x * y, -2 * x * z, 0,
  -2 * y * x, 1 - 2 * y * y, -2 * y * z, 0,
  -2 * z * x, -2 * z * y, 1 - 2 * z * z, 0,
]; // biome-ignore format: a matrix reads as rows

import type { z } from 'zod';
import { DEGREE } from '../../../base/angle.js';
import { choiceField, listField, mapField, numberField, vectorField } from '../../../base/yaml/fields.js';
import { LEG_LIMITS } from '../../../platform/leg-limits.js';
import { attitudeFields } from '../../../platform/platform-schema.js';
import { type MotionKey, smoothCourse, steadyCourse } from '../../../scene/motion/key-courses.js';
import { noteFault, noting, type Reading } from '../../resolve/reading.js';
import { coordinate } from '../../schema/coordinate.js';
import { courseSchema, MOTION_TIME_MAX, type MotionKind } from './motion-kind.js';

const KEYS_MAX = 100_000;

const SPEED = LEG_LIMITS.speed.max;

const key = mapField('a moment of the motion', {
  time: numberField('Moment, after start', { unit: 's', min: -MOTION_TIME_MAX, max: MOTION_TIME_MAX }),
  position: vectorField('Position; absent in all keys: where the part stands', coordinate).optional(),
  heading: attitudeFields.heading.optional(),
  pitch: attitudeFields.pitch.optional(),
  roll: attitudeFields.roll.optional(),
  velocity: vectorField(
    'With interpolation: smooth, the velocity there; absent: along the line from the key before to the next, at the ends 0',
    { unit: 'm/s', min: -SPEED, max: SPEED },
  ).optional(),
});

const schema = courseSchema('poses at some moments', {
  keys: listField('moments of the motion, in order', key, { min: 2, max: KEYS_MAX }),
  interpolation: choiceField(
    'Between two keys: at a constant rate; the pose of the first until the second; or along smooth curves (cubic Hermite)',
    ['linear', 'step', 'smooth'],
  ).default('linear'),
});

type KeysDefinition = z.output<typeof schema>;

/** From pose to pose, given by hand. */
export const motionKeys = {
  key: 'keys',
  schema,
  resolve: async ({ keys, interpolation, start }, section) => {
    if (!areSound(keys, interpolation, section)) return undefined;
    const poses = keys.map(toKey);
    const course = await noting(section, ['keys'], () =>
      interpolation === 'smooth' ? smoothCourse(poses) : steadyCourse(poses, interpolation === 'step'),
    );
    return course && { course, start: start + keys[0].time };
  },
} satisfies MotionKind<KeysDefinition>;

/** Notes times that do not rise, positions that some keys lack, and velocities that nothing reads. */
function areSound(
  keys: KeysDefinition['keys'],
  interpolation: KeysDefinition['interpolation'],
  section: Reading,
): boolean {
  const before = section.faults.length;
  const arePlaced = keys.some(({ position }) => position !== undefined);
  for (const [k, { time, position, velocity }] of keys.entries()) {
    const note = (name: string, found: unknown, expected: string) =>
      noteFault(section, ['keys', k, name], found, expected);
    if (k > 0 && !(time > keys[k - 1].time))
      note('time', time, `a time after that of the key before, ${keys[k - 1].time} (s)`);
    if (arePlaced && position === undefined) note('position', undefined, 'one in each key, or in none');
    if (velocity !== undefined && interpolation !== 'smooth')
      note('velocity', velocity, 'none, but with interpolation: smooth');
    if (velocity !== undefined && !arePlaced) note('velocity', velocity, 'none without positions');
  }
  return section.faults.length === before;
}

const toKey = ({
  time,
  position,
  heading = 0,
  pitch = 0,
  roll = 0,
  velocity,
}: KeysDefinition['keys'][number]): MotionKey => ({
  time,
  position,
  attitude: { heading: heading * DEGREE, pitch: pitch * DEGREE, roll: roll * DEGREE },
  velocity,
});

import { z } from 'zod';
import { invariant } from '../../../base/errors.js';
import { joinWords } from '../../../base/text.js';
import { memberOf } from '../../../base/yaml/cuts.js';
import type { EarlyFault } from '../../../base/yaml/sound-part.js';
import type { ValuePath } from '../../../base/yaml/source-document.js';
import type { PartMotion } from '../../../scene/motion/part-motion.js';
import type { ScenePart, Standing } from '../../../scene/scene-description.js';
import { noteFault, placeIn, type Reading, readingWithin } from '../../resolve/reading.js';
import { motionFollow } from './follow.js';
import { motionKeys } from './keys.js';
import type { MotionContext, MotionKind, MotionTiming } from './motion-kind.js';
import { motionPath } from './path.js';
import { motionRecorded } from './recorded.js';
import { motionSpin } from './spin.js';
import { motionUpdates } from './updates.js';
import { motionVelocity } from './velocity.js';

/** Every kind of motion, in the order in which messages name them. */
const MOTION_KINDS = [
  motionPath,
  motionRecorded,
  motionKeys,
  motionVelocity,
  motionSpin,
  motionFollow,
  motionUpdates,
] as const;

const NAMES = MOTION_KINDS.map(({ key }) => key);

const EXPECTED = `a map with one of ${NAMES.join(', ')}`;

type Kind = (typeof MOTION_KINDS)[number];

// An interface is known by its name: the compiler would otherwise write out all motions in the declarations of surveys.
export interface MotionField extends z.ZodUnion<readonly Kind['schema'][]> {}

/** The `motion` of a part. */
export const motionSchema: MotionField = z
  .union(
    MOTION_KINDS.map(({ schema }) => schema),
    { error: EXPECTED },
  )
  .describe('Motion of the part while the survey runs, from its beginning on');

type MotionDefinition = z.output<typeof motionSchema>;

/** Faults of motions that have the keys of several kinds, or of none, in a survey that is not checked yet. */
export function motionKindFaults(survey: unknown): EarlyFault[] {
  const parts = memberOf(memberOf(survey, 'scene'), 'parts');
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part, k) => {
    const motion = memberOf(part, 'motion');
    if (typeof motion !== 'object' || motion === null || Array.isArray(motion)) return [];
    const kinds = NAMES.filter((name) => memberOf(motion, name) !== undefined);
    if (kinds.length === 1) return [];
    const found = kinds.length === 0 ? Object.keys(motion).join(', ') || 'nothing' : joinWords(kinds, 'and');
    return [{ path: ['scene', 'parts', k, 'motion'], message: `found ${found}, expected ${EXPECTED}` }];
  });
}

/** The motion of a part in SI units; undefined, and a fault noted, for one without a course. */
export async function resolveMotion(
  reading: Reading,
  motion: MotionDefinition,
  path: ValuePath,
  context: MotionContext,
): Promise<PartMotion | undefined> {
  const kind = MOTION_KINDS.find(({ key }) => key in motion);
  invariant(kind !== undefined, 'the motion is of no kind');
  const section = readingWithin(reading, path);
  const found = await (kind as unknown as MotionKind<MotionDefinition>).resolve(motion, section, context);
  if (found === undefined) return undefined;
  const timing: MotionTiming = motion as MotionTiming;
  const { start = 0, stagger = 0, before = 'stand', after = 'stand', reference = 'origin' } = timing;
  const place = placeIn(section, []);
  // HELIOS++ moves parts about the middles of their boxes.
  if ('updates' in found) return { reference: 'centre', ...found, place };
  return 'follow' in found || 'carrier' in found
    ? { reference, ...found, place }
    : { start, stagger, before, after, reference, ...found, place };
}

/** Notes what a part that moves cannot be. */
export function checkMoving(
  reading: Reading,
  part: { voxels?: { mode?: string }; on?: unknown; motion?: unknown; instances?: unknown; instance?: number },
  path: ValuePath,
): void {
  const { voxels, on, motion, instances, instance } = part;
  if (motion === undefined) return;
  if (voxels?.mode === 'medium')
    noteFault(reading, [...path, 'motion'], motion, 'none: voxels that light passes cannot move');
  const stagger = memberOf(motion, 'stagger');
  if (instances === undefined && typeof stagger === 'number' && stagger > 0)
    noteFault(reading, [...path, 'motion', 'stagger'], stagger, 'none: the part has no instances');
  const follow = memberOf(motion, 'follow');
  if (instances !== undefined && follow !== undefined && follow !== 'platform')
    noteFault(reading, [...path, 'instances'], 'instances', 'none: a part that follows another one is placed once');
  if (instances !== undefined && memberOf(motion, 'updates') !== undefined)
    noteFault(reading, [...path, 'instances'], 'instances', 'none: a part with updates is placed once');
  if (instance === undefined && isMirrored(memberOf(motion, 'updates')))
    noteFault(reading, [...path, 'instance'], undefined, 'a number: the object of a part that is mirrored');
  const bound = ['spin', 'follow'].find((key) => memberOf(motion, key) !== undefined);
  if (on !== undefined && bound !== undefined)
    noteFault(reading, [...path, 'on'], on, `none: a part with ${bound} does not ride on a ground`);
}

/** Whether some move of updates mirrors the part. */
const isMirrored = (updates: unknown): boolean =>
  Array.isArray(updates) &&
  updates.some((update) => {
    const moves = memberOf(update, 'moves');
    return Array.isArray(moves) && moves.some((move) => memberOf(move, 'mirror') !== undefined);
  });

/**
 * The motion of a part and its ground: one that moves rides on the ground on which it would stand; one with updates
 * stands there before the first. Notes a ground that it does not take for a surface.
 */
export function ridingOn(
  reading: Reading,
  motion: PartMotion | undefined,
  stand: Standing | undefined,
  path: ValuePath,
): Pick<ScenePart, 'stand' | 'motion'> {
  if (motion === undefined || stand === undefined || 'updates' in motion || 'carrier' in motion)
    return { ...(stand && { stand }), ...(motion && { motion }) };
  const { part, by, each, place = motion.place } = stand;
  if (by !== 'surface' || each)
    noteFault(reading, [...path, 'by'], by, 'surface, on which a part rides that moves as a whole');
  const ground = { ...(part !== undefined && { part }), place };
  return { motion: 'follow' in motion ? motion : { ...motion, ground } };
}

import { UserError } from '../../base/errors.js';
import { type Deformation, deformedAt, stepsOf } from './deformation.js';
import { KEY_RATE } from './model-animation.js';

/** Most bytes of the keys of a clip. */
const KEY_BYTES_MAX = 2 ** 30;
/**
 * Bytes that a triangle takes at each key on a device: 55 of corners, in blocks that are four fifths full, and 20 of
 * boxes.
 */
export const TRIANGLE_BYTES = 75;
/** Part of an interval by which a clip, whose times are f32, may be longer than it was made. */
const ROUNDING = 1e-3;
/** Before a step, the shape of this moment is kept, seconds. */
const STEP_GAP = 1e-6;

/** The shapes of a mesh over a clip, between which its vertices move in straight lines. */
export interface BakedKeys {
  /** Seconds of the clip, rising, from its beginning to its end. */
  times: Float64Array;
  /** Places of the vertices at each: see deformedAt. */
  keys: Float32Array[];
  /** Largest distance of a vertex from its line, in the middle between two keys, in units of the model. */
  error: number;
}

/** How keys are made: so many a second, of a mesh with so many triangles. */
interface BakeOptions {
  rate?: number;
  triangles?: number;
}

/**
 * The keys of a deformation over a clip of `duration` seconds, at least `rate` a second, and at every step before and
 * after it. Throws UserError for keys that take more than 1 GiB, here and on a device.
 */
export function bakeKeys(
  deformation: Deformation,
  duration: number,
  { rate = KEY_RATE, triangles = 0 }: BakeOptions = {},
): BakedKeys {
  const count = Math.max(1, Math.ceil(duration * rate - ROUNDING));
  const bytes = deformation.positions.byteLength + TRIANGLE_BYTES * triangles;
  demandBytes(bytes, count + 1, deformation, { duration, rate });
  const even = Array.from({ length: count + 1 }, (_, k) => (duration * k) / count);
  const steps = stepsOf(deformation).filter((time) => time > STEP_GAP && time < duration);
  const all = [...even, ...steps, ...steps.map((time) => time - STEP_GAP)].sort((a, b) => a - b);
  const times = Float64Array.from(all.filter((time, k) => k === 0 || time > all[k - 1]));
  demandBytes(bytes, times.length, deformation, { duration, rate });
  const keys = Array.from(times, (time) => deformedAt(deformation, time));
  return { times, keys, error: midwayError(deformation, times, keys) };
}

function demandBytes(
  bytes: number,
  count: number,
  { positions }: Deformation,
  { duration, rate }: { duration: number; rate: number },
): void {
  if (bytes * count <= KEY_BYTES_MAX) return;
  const size = ((bytes * count) / 2 ** 30).toFixed(2);
  throw new UserError(
    `the shapes of a clip of ${Number(duration.toFixed(3))} s take ${size} GiB: ${positions.length / 3} vertices at ` +
      `${count} keys, ${rate} a second; at most 1 GiB is possible`,
    { hint: 'lower the rate of the animation, or take a shorter range of the clip or a simpler mesh' },
  );
}

function midwayError(deformation: Deformation, times: Float64Array, keys: readonly Float32Array[]): number {
  const between = new Float32Array(deformation.positions.length);
  let most = 0;
  for (let k = 0; k + 1 < times.length; k++) {
    if (times[k + 1] - times[k] <= 2 * STEP_GAP) continue;
    deformedAt(deformation, (times[k] + times[k + 1]) / 2, between);
    for (let at = 0; at < between.length; at += 3) {
      const off = (axis: number) => between[at + axis] - (keys[k][at + axis] + keys[k + 1][at + axis]) / 2;
      most = Math.max(most, Math.hypot(off(0), off(1), off(2)));
    }
  }
  return most;
}

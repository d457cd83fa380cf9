import { normalizeQuaternion, type Quaternion, slerp } from '../../base/quaternion.js';

/** What a track changes, of a node or of its mesh. */
export const TRACK_PATHS = ['translation', 'rotation', 'scale', 'weights'] as const;
export type TrackPath = (typeof TRACK_PATHS)[number];

/** How a track goes from a key to the next one (glTF 2.0, appendix C). */
export const INTERPOLATIONS = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;
export type TrackInterpolation = (typeof INTERPOLATIONS)[number];

/** One property of a node over the time of a clip. */
export interface Track {
  path: TrackPath;
  interpolation: TrackInterpolation;
  /** Seconds of the clip, rising; one at least, of cubic splines two. */
  times: Float32Array;
  /** `width` numbers a key; of cubic splines three times as many: in-tangent, value, out-tangent. */
  values: Float32Array;
  /** Numbers of the property: 3, 4 (a quaternion x, y, z, w), or as many as there are weights. */
  width: number;
}

/**
 * The property at `time`, seconds of the clip, written to `out` from its beginning on: before the first key the first
 * value, after the last one the last. Rotations are of unit length, and turn along the shorter arc between two keys.
 * glTF 2.0, appendix C.
 */
export function trackAt<Out extends number[] | Float64Array>(track: Track, time: number, out: Out): Out {
  const { times, interpolation, path, width } = track;
  const k = keyAt(times, time);
  const isBetween = k + 1 < times.length && time > times[k];
  const step = isBetween ? times[k + 1] - times[k] : 1;
  const share = isBetween ? (time - times[k]) / step : 0;
  const isTurn = path === 'rotation';
  if (share === 0 || interpolation === 'STEP') for (let c = 0; c < width; c++) out[c] = numberOf(track, k, c);
  else if (interpolation === 'CUBICSPLINE') splineAt(track, k, step, share, out);
  else if (isTurn) writeTurn(slerp(quaternionOf(track, k), quaternionOf(track, k + 1), share), out);
  else
    for (let c = 0; c < width; c++) {
      const from = numberOf(track, k, c);
      out[c] = from + share * (numberOf(track, k + 1, c) - from);
    }
  if (isTurn) writeTurn(normalizeQuaternion([out[0], out[1], out[2], out[3]]), out);
  return out;
}

/** The cubic Hermite curve of a key and the next one; tangents count for the time between them. */
function splineAt(track: Track, k: number, step: number, s: number, out: number[] | Float64Array): void {
  const { values, width } = track;
  const [s2, s3] = [s * s, s * s * s];
  const [first, rise] = [3 * width * k, 3 * width];
  for (let c = 0; c < width; c++) {
    const [from, leaving] = [values[first + width + c], values[first + 2 * width + c]];
    const [coming, to] = [values[first + rise + c], values[first + rise + width + c]];
    out[c] =
      (2 * s3 - 3 * s2 + 1) * from +
      step * (s3 - 2 * s2 + s) * leaving +
      (3 * s2 - 2 * s3) * to +
      step * (s3 - s2) * coming;
  }
}

/** Number `c` of the value of a key. */
function numberOf({ values, width, interpolation }: Track, k: number, c: number): number {
  return interpolation === 'CUBICSPLINE' ? values[width * (3 * k + 1) + c] : values[width * k + c];
}

const quaternionOf = (track: Track, k: number): Quaternion =>
  normalizeQuaternion([numberOf(track, k, 0), numberOf(track, k, 1), numberOf(track, k, 2), numberOf(track, k, 3)]);

function writeTurn(turn: Quaternion, out: number[] | Float64Array): void {
  for (let c = 0; c < 4; c++) out[c] = turn[c];
}

/** The last key at or before `time`; before the first one, the first. */
function keyAt(times: Float32Array, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Differences of values, as a share of the largest, that programs write by rounding. */
const NOISE = 1e-6;

/** Whether the property never changes, but for the rounding of f32. */
export function isConstant(track: Track): boolean {
  const { values, width, interpolation, times } = track;
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const room = NOISE * largest;
  for (let k = 0; k < times.length; k++)
    for (let c = 0; c < width; c++) {
      if (Math.abs(numberOf(track, k, c) - numberOf(track, 0, c)) > room) return false;
      if (interpolation !== 'CUBICSPLINE') continue;
      const tangents = [values[3 * width * k + c], values[width * (3 * k + 2) + c]];
      if (tangents.some((tangent) => Math.abs(tangent) > room)) return false;
    }
  return true;
}

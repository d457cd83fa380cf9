/** Poses at times: knots of a motion, or of a path. */
interface TimedPoses {
  times: Float64Array;
  positions: Float64Array;
  orientations: Float64Array;
}

/** Steps of time below this are jumps, seconds. */
export const JUMP_STEP = 1e-5;
/** Positions and quaternions that are linear between knots turn a little faster in the middle. */
const ROOM = 1.01;

/**
 * The greatest speed of points `radius` metres from the origin of a body that moves through poses, metres a second;
 * jumps do not count.
 */
export function fastest({ times, positions, orientations }: TimedPoses, radius: number): number {
  let most = 0;
  for (let k = 1; k < times.length; k++) {
    const step = times[k] - times[k - 1];
    if (step <= JUMP_STEP) continue;
    let [way, cosine] = [0, 0];
    for (let axis = 0; axis < 3; axis++) way += (positions[3 * k + axis] - positions[3 * k - 3 + axis]) ** 2;
    for (let n = 0; n < 4; n++) cosine += orientations[4 * k + n] * orientations[4 * k - 4 + n];
    const turn = 2 * Math.acos(Math.min(1, Math.abs(cosine)));
    most = Math.max(most, (Math.sqrt(way) + turn * radius) / step);
  }
  return ROOM * most;
}

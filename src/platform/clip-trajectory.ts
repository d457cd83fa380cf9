import type { Trajectory } from './leg.js';
import { createPoseReader, intervalAt } from './pose-at.js';

/**
 * The part of a trajectory from time `from` to time `to`, with its times shifted to begin at 0. Poses at the cuts are
 * interpolated. Both times must lie within the recording, `from` before `to`. Throws UserError otherwise.
 *
 * @example
 * ```ts
 * const trajectory = clipTrajectory(await readTrajectory('flight.sbet'), 400_100, 400_160);
 * ```
 */
export function clipTrajectory(trajectory: Trajectory, from: number, to: number): Trajectory {
  const { times } = trajectory;
  const first = intervalAt(times, from) + 1;
  // Poses strictly inside: a pose on a cut is the cut itself.
  let end = intervalAt(times, to) + 1;
  while (end > first && times[end - 1] >= to) end--;
  const count = end - first + 2;
  const clipped: Trajectory = {
    times: new Float64Array(count),
    positions: new Float64Array(3 * count),
    orientations: new Float64Array(4 * count),
  };
  for (let k = first; k < end; k++) clipped.times[k - first + 1] = times[k] - from;
  clipped.times[count - 1] = to - from;
  clipped.positions.set(trajectory.positions.subarray(3 * first, 3 * end), 3);
  clipped.orientations.set(trajectory.orientations.subarray(4 * first, 4 * end), 4);
  const read = createPoseReader({ kind: 'recorded', trajectory });
  for (const [time, at] of [
    [from, 0],
    [to, count - 1],
  ] as const) {
    const { position, orientation } = read(time);
    clipped.positions.set(position, 3 * at);
    clipped.orientations.set(orientation, 4 * at);
  }
  return clipped;
}

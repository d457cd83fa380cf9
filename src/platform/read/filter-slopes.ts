import type { Trajectory } from '../leg.js';

/**
 * The numbers of a recording's poses that remain without those at which its slopes hardly change, as HELIOS++ filters
 * recordings. Slopes of x, y, z (m/s) and of the angles (three a pose, radians; absent: none) are compared from step to
 * step, and a pose is kept as soon as the sum of the changes since the last one kept exceeds the threshold in one of
 * them. The first and the last pose are kept as well.
 */
export function posesOfSlopes(
  { times, positions }: Pick<Trajectory, 'times' | 'positions'>,
  angles: ArrayLike<number> | undefined,
  threshold: number,
): number[] {
  const columns = angles === undefined ? [positions] : [positions, angles];
  const slope = (column: ArrayLike<number>, pose: number, axis: number) =>
    (column[3 * pose + 3 + axis] - column[3 * pose + axis]) / (times[pose + 1] - times[pose]);
  const changed = new Float64Array(3 * columns.length);
  const kept = [0];
  for (let pose = 1; pose + 1 < times.length; pose++) {
    for (const [c, column] of columns.entries())
      for (let axis = 0; axis < 3; axis++)
        changed[3 * c + axis] += slope(column, pose, axis) - slope(column, pose - 1, axis);
    if (!changed.some((change) => Math.abs(change) > threshold)) continue;
    kept.push(pose);
    changed.fill(0);
  }
  if (times.length > 1) kept.push(times.length - 1);
  return kept;
}

/** The poses of these numbers alone. */
export function posesOf({ times, positions, orientations }: Trajectory, poses: readonly number[]): Trajectory {
  const picked = (values: Float64Array, each: number) =>
    Float64Array.from(
      { length: each * poses.length },
      (_, k) => values[each * poses[Math.floor(k / each)] + (k % each)],
    );
  return { times: picked(times, 1), positions: picked(positions, 3), orientations: picked(orientations, 4) };
}

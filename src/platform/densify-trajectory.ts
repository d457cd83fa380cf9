import { angleBetween, slerp } from '../base/quaternion.js';
import type { Trajectory } from './leg.js';
import { orientationOf } from './pose-at.js';
import { POSES_MAX, tooManyPoses } from './pose-list.js';

/**
 * The trajectory with poses inserted between those that differ in attitude by more than `maxAngle` (radians): positions
 * linear, attitudes by slerp (Shoemake 1985). The motion stays the same, with smaller turns. Returns the same
 * trajectory if nothing is to insert. Throws UserError if it would need more than POSES_MAX.
 */
export function densifyTrajectory(trajectory: Trajectory, maxAngle: number): Trajectory {
  const pieces = piecesPerStep(trajectory, maxAngle);
  const count = pieces.reduce((sum, steps) => sum + steps, 1);
  if (count === trajectory.times.length) return trajectory;
  if (count > POSES_MAX) throw tooManyPoses();
  const dense: Trajectory = {
    times: new Float64Array(count),
    positions: new Float64Array(3 * count),
    orientations: new Float64Array(4 * count),
  };
  let at = 0;
  pieces.forEach((steps, k) => {
    for (let step = 0; step < steps; step++) writePose(dense, at++, trajectory, k, step / steps);
  });
  writePose(dense, at, trajectory, pieces.length - 1, 1);
  return dense;
}

/** Number of pieces into which each step of the trajectory is cut. */
function piecesPerStep(trajectory: Trajectory, maxAngle: number): number[] {
  return Array.from({ length: trajectory.times.length - 1 }, (_, k) => {
    const turn = angleBetween(orientationOf(trajectory, k), orientationOf(trajectory, k + 1));
    return Math.max(1, Math.ceil(turn / maxAngle));
  });
}

/** Pose `at` of `dense`: the share `share` of the way from pose k of `from` to the next. */
function writePose(dense: Trajectory, at: number, from: Trajectory, k: number, share: number): void {
  const mix = (list: Float64Array, index: number, next: number) => list[index] + share * (list[next] - list[index]);
  dense.times[at] = mix(from.times, k, k + 1);
  for (let axis = 0; axis < 3; axis++)
    dense.positions[3 * at + axis] = mix(from.positions, 3 * k + axis, 3 * (k + 1) + axis);
  dense.orientations.set(slerp(orientationOf(from, k), orientationOf(from, k + 1), share), 4 * at);
}

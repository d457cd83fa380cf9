import type { Trajectory } from './leg.js';
import { createPoseReader } from './pose-at.js';
import { POSES_MAX, PoseList, tooManyPoses } from './pose-list.js';

/**
 * The trajectory with poses inserted evenly wherever two are more than `stepMax` seconds apart; all its poses are kept.
 * Throws UserError if it would need more than POSES_MAX.
 */
export function resampleTrajectory(trajectory: Trajectory, stepMax: number): Trajectory {
  const { times } = trajectory;
  if ((times[times.length - 1] - times[0]) / stepMax > POSES_MAX) throw tooManyPoses();
  const read = createPoseReader({ kind: 'recorded', trajectory });
  const poses = new PoseList();
  const push = (time: number) => {
    const { position, orientation } = read(time);
    poses.push(time, position, orientation);
  };
  push(times[0]);
  for (let k = 1; k < times.length; k++) {
    const pieces = Math.ceil((times[k] - times[k - 1]) / stepMax);
    for (let piece = 1; piece < pieces; piece++) push(times[k - 1] + ((times[k] - times[k - 1]) * piece) / pieces);
    push(times[k]);
  }
  return poses.toTrajectory();
}

import { clampedQuaternion } from '../../../base/quaternion.js';
import { lineOf, type PoseFormat } from '../pose-format.js';

/** The trajectories of TUM's RGB-D benchmark: time, position, quaternion with w last; one line for each frame. */
export const TUM_POSES: PoseFormat = {
  ending: '.tum',
  paths: (path) => [path],
  files: (path, poses) => [
    {
      path,
      text: `# timestamp tx ty tz qx qy qz qw\n${poses
        .map(({ startTime, pose: { position, orientation } }) =>
          lineOf([startTime, ...position, ...clampedQuaternion(orientation)]),
        )
        .join('')}`,
    },
  ],
};

import { clampedQuaternion } from '../../../base/quaternion.js';
import { numbersLine } from '../pose-format.js';
import { type LineFormat, lineTrajectory } from '../trajectory-format.js';

/** The trajectories of TUM's RGB-D benchmark: time, position, quaternion with w last. */
export const TUM_LINES: LineFormat = {
  ending: '.tum',
  bytesPerPose: 120,
  head: '# timestamp tx ty tz qx qy qz qw\n',
  line: ({ start, after }, { position, orientation }) =>
    numbersLine([start + after, ...position, ...clampedQuaternion(orientation)]),
};

export const TUM_TRAJECTORY = lineTrajectory(TUM_LINES);

import { clampedQuaternion } from '../../../base/quaternion.js';
import { numbersLine, type PoseFormat } from '../pose-format.js';

const NAMES = ['frame', 'time', 'end_time', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];

/** A table with a header line, which subray also reads as a trajectory. */
export const CSV_POSES: PoseFormat = {
  ending: '.csv',
  bytesPerPose: 160,
  paths: (path) => [path],
  files: (path, poses) => [
    {
      path,
      text: `${NAMES.join(',')}\n${poses
        .map(({ frame, startTime, endTime, pose: { position, orientation } }) =>
          numbersLine([frame, startTime, endTime, ...position, ...clampedQuaternion(orientation)], ','),
        )
        .join('')}`,
    },
  ],
};

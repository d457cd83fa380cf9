import { kittiTimesPath } from '../../../base/files/kitti-times-path.js';
import { rotate } from '../../../base/quaternion.js';
import type { Rigid } from '../../../base/rigid.js';
import { numbersLine, type PoseFormat } from '../pose-format.js';

/**
 * KITTI's odometry benchmark: the upper three rows of the matrix from sensor to world, row by row; beside it the
 * seconds since the first frame, one line for each frame.
 */
export const KITTI_POSES: PoseFormat = {
  ending: '.txt',
  bytesPerPose: 180,
  paths: (path) => [path, kittiTimesPath(path)],
  files: (path, poses) => [
    { path, text: poses.map(({ pose }) => numbersLine(rowsOf(pose))).join('') },
    {
      path: kittiTimesPath(path),
      text: poses.map(({ startTime }) => numbersLine([startTime - poses[0].startTime])).join(''),
    },
  ],
};

/** The upper three rows of the matrix of a pose, row by row. */
export function rowsOf({ position, orientation }: Rigid): number[] {
  const [x, y, z] = [rotate(orientation, [1, 0, 0]), rotate(orientation, [0, 1, 0]), rotate(orientation, [0, 0, 1])];
  return [0, 1, 2].flatMap((row) => [x[row], y[row], z[row], position[row]]);
}

import type { PoseFormat } from '../pose-format.js';
import { TUM_LINES } from '../trajectories/tum.js';

/** The trajectories of TUM's RGB-D benchmark, with one line for each frame. */
export const TUM_POSES: PoseFormat = {
  ending: '.tum',
  bytesPerPose: 120,
  paths: (path) => [path],
  files: (path, poses) => {
    const lines = poses.map(({ startTime, pose }) => TUM_LINES.line({ start: startTime, after: 0 }, pose));
    return [{ path, text: TUM_LINES.head + lines.join('') }];
  },
};

import { multiply } from '../../base/quaternion.js';
import type { Trajectory } from '../leg.js';
import { createPoseReader } from '../pose-at.js';
import { PoseList } from '../pose-list.js';

/** Times closer together than this count as one, seconds. */
const SAME_TIME = 1e-6;

/**
 * One trajectory of positions and attitudes recorded at different times. The attitudes in `positions` are the frames to
 * which those in `attitudes` refer. Before the first and after the last of these, the attitude is held. The result has
 * poses at the times of both, from the first position to the last.
 */
export function mergeAttitudes(positions: Trajectory, attitudes: Trajectory): Trajectory {
  const [placeAt, attitudeAt] = [positions, attitudes].map((trajectory) =>
    createPoseReader({ kind: 'recorded', trajectory }),
  );
  const poses = new PoseList();
  for (const time of unionOfTimes(positions.times, attitudes.times)) {
    const { position, orientation } = placeAt(time);
    poses.push(time, position, multiply(orientation, attitudeAt(time).orientation));
  }
  return poses.toTrajectory();
}

/** All times of `main`, and those times of `other` between them that are not near to any; rising. */
function* unionOfTimes(main: Float64Array, other: Float64Array): Generator<number> {
  let next = 0;
  for (let k = 0; k < main.length; k++) {
    for (; next < other.length && other[next] < main[k] - SAME_TIME; next++)
      if (k > 0 && other[next] > main[k - 1] + SAME_TIME) yield other[next];
    yield main[k];
  }
}

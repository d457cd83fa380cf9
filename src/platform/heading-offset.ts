import { DEGREE } from '../base/angle.js';
import { rotate, type VectorOut } from '../base/quaternion.js';
import type { Trajectory } from './leg.js';

/** Share of the way along which heading and course must differ alike, and largest deviation from a right angle. */
const SHARE = 0.8;
const SLACK_DEG = 10;

/** Shortest way with a meaningful course, metres. */
const WAY_MIN = 1;

/**
 * The angle from course to heading, degrees clockwise, if it is −90, 90 or 180 to within 10° along at least 80 % of the
 * horizontal way; otherwise undefined, as for a body that looks where it goes, and for one that hardly moves.
 */
export function headingOffset({ times, positions, orientations }: Trajectory): -90 | 90 | 180 | undefined {
  const ways = new Float64Array(4);
  const forward: VectorOut = [0, 0, 0];
  let total = 0;
  for (let k = 1; k < times.length; k++) {
    const [east, north] = [0, 1].map((axis) => positions[3 * k + axis] - positions[3 * (k - 1) + axis]);
    const way = Math.hypot(east, north);
    total += way;
    const [x, y, z, w] = orientations.subarray(4 * (k - 1), 4 * k);
    rotate([x, y, z, w], [0, 1, 0], forward);
    const angle = (Math.atan2(forward[0], forward[1]) - Math.atan2(east, north)) / DEGREE;
    const quarter = Math.round(angle / 90);
    if (Math.abs(angle - 90 * quarter) <= SLACK_DEG) ways[quarter & 3] += way;
  }
  if (total < WAY_MIN) return undefined;
  return ([90, 180, -90] as const).find((_, k) => ways[k + 1] >= SHARE * total);
}

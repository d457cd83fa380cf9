import type { Steps } from '../../../base/steps.js';
import { type DifferenceStatistics, differenceStatistics, percentileOf } from '../distance-statistics.js';
import type { M3c2Distances } from './m3c2-distances.js';
import type { M3c2Settings } from './m3c2-options.js';

/** Numbers of core points, and statistics of their distances. */
export interface M3c2Summary {
  cores: number;
  /** Core points with a distance. */
  measured: number;
  /** Core points without one: too few points for a normal, or none of b in the cylinder. */
  withoutNormal: number;
  empty: number;
  /** Of those measured: fewer than 5 points of either cloud, so that no level of detection is known. */
  withoutLevel: number;
  /** Of those measured: b differs by more than the level of detection; on the normal's side, and on the other one. */
  significant: number;
  above: number;
  below: number;
  /** Normals within 6° of the horizontal, of those turned upwards. */
  level: number;
  /** Distances, metres; absent: there are none. */
  distance?: DifferenceStatistics;
  /** Median level of detection, metres; absent: there is none. */
  medianUncertainty?: number;
}

/** Vertical component of a normal that is nearly horizontal: the sine of 6°. */
const LEVEL = 0.105;

/** Summarises the distances of at least one core point. */
export function* m3c2Summary(found: M3c2Distances, { normals }: M3c2Settings): Steps<M3c2Summary> {
  const { ids, normal, distance, uncertainty, significant, count1, count2 } = found;
  const counts = { withoutNormal: 0, empty: 0, withoutLevel: 0, significant: 0, above: 0, below: 0, level: 0 };
  for (let row = 0; row < ids.length; row++) {
    if (count1[row] === 0) {
      counts.withoutNormal++;
      continue;
    }
    if (count2[row] === 0) counts.empty++;
    else if (Number.isNaN(uncertainty[row])) counts.withoutLevel++;
    if (normals === 'up' && Math.abs(normal[3 * row + 2]) < LEVEL) counts.level++;
    if (significant[row] === 0) continue;
    counts.significant++;
    counts[distance[row] > 0 ? 'above' : 'below']++;
  }
  const distances = Float32Array.from(distance.filter((value) => !Number.isNaN(value)));
  const levels = Float32Array.from(uncertainty.filter((value) => !Number.isNaN(value)));
  return {
    cores: ids.length,
    measured: distances.length,
    ...counts,
    ...(distances.length > 0 && { distance: yield* differenceStatistics(distances) }),
    ...(levels.length > 0 && { medianUncertainty: yield* percentileOf(levels, 0.5) }),
  };
}

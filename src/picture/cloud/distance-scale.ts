import { formatCount } from '../../base/format-count.js';
import { finish } from '../../base/steps.js';
import { percentileOf } from '../../cloud/comparison/distance-statistics.js';

/** Meaning of the colours of a picture of distances, on a logarithmic scale. */
export interface DistanceScale {
  /** Distance up to which points have the first colour, metres. */
  low: number;
  /** Distance with the last colour, metres. */
  high: number;
  /** Points beyond it. */
  beyond: number;
  /** Name of the cloud to which the distances are. */
  other: string;
}

/** Fraction of the points farther than LOW_MIN whose distances the colours distinguish. */
const COLOURED_PART = 0.99;
/** Least distance of the first colour, a hundredth of a millimetre, and its fraction of the last one's. */
const LOW_MIN = 1e-5;
const LOW_PART = 1e-4;
/** Least distance of the last colour: a tenth of a millimetre. */
const HIGH_MIN = 1e-4;

/** The scale of distances (metres), up to `limit`, or else to the 99th percentile of those that are not negligible. */
export function distanceScale(distances: Float32Array, other: string, limit?: number): DistanceScale {
  const far = distances.filter((distance) => distance > LOW_MIN);
  const most = limit ?? (far.length === 0 ? 0 : finish(percentileOf(far, COLOURED_PART)));
  const high = Math.max(HIGH_MIN, most);
  const low = Math.max(LOW_MIN, LOW_PART * high);
  return { low, high, beyond: distances.reduce((sum, distance) => sum + (distance > high ? 1 : 0), 0), other };
}

/** Name of the quantity, with the number of points beyond the scale. */
export function distanceTitle({ beyond, other }: DistanceScale): string {
  const rest = beyond === 0 ? '' : `; ${formatCount(beyond)} ${beyond === 1 ? 'point' : 'points'} farther`;
  return `distance to ${other}, logarithmic${rest}`;
}

/** `4.32 mm`, `0.150 m`, `12.5 m`: three digits. */
export function formatDistance(value: number): string {
  return value < 0.0995
    ? `${(1000 * value).toPrecision(3)} mm`
    : `${value < 999.5 ? value.toPrecision(3) : Math.round(value)} m`;
}

import { formatCount } from '../../base/format-count.js';
import { finish } from '../../base/steps.js';
import { percentileOf } from '../../cloud/comparison/distance-statistics.js';

/** Meaning of the colours of a picture of distances. */
export interface DistanceScale {
  /** Distance with the last colour, metres; that of 0 is the first. */
  high: number;
  /** Points beyond it. */
  beyond: number;
  /** Name of the cloud to which the distances are. */
  other: string;
}

/** Fraction of the points whose distances the colours tell apart. */
const COLOURED_PART = 0.99;
/** Shortest scale: a hundredth of a millimetre. */
const HIGH_MIN = 1e-5;

/** The scale of at least one distance (metres), up to `limit`, or else to their 99th percentile. */
export function distanceScale(distances: Float32Array, other: string, limit?: number): DistanceScale {
  const high = Math.max(HIGH_MIN, limit ?? finish(percentileOf(distances.slice(), COLOURED_PART)));
  return { high, beyond: distances.reduce((sum, distance) => sum + (distance > high ? 1 : 0), 0), other };
}

/** Name of the quantity, and how many points are beyond the scale. */
export function distanceTitle({ beyond, other }: DistanceScale): string {
  const rest = beyond === 0 ? '' : `; ${formatCount(beyond)} ${beyond === 1 ? 'point' : 'points'} farther`;
  return `distance to ${other}${rest}`;
}

/** `0 m`, `4.32 mm`, `0.150 m`, `12.5 m`: three digits. */
export function formatDistance(value: number): string {
  if (value === 0) return '0 m';
  return value < 0.0995
    ? `${(1000 * value).toPrecision(3)} mm`
    : `${value < 999.5 ? value.toPrecision(3) : Math.round(value)} m`;
}

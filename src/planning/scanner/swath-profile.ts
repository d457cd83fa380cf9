import { firstIndex } from '../../base/first-index.js';
import type { PulseDirections } from './pulse-directions.js';
import type { Swath } from './swath.js';

/** The pulses of a swath by their distance across, in bands of equal width. Metres per metre of height. */
export interface SwathProfile {
  /** Edges of the swath; left is negative. */
  left: number;
  right: number;
  /** Number of all pulses. */
  count: number;
  /** Distances ahead of the platform of the pulses of each band, from the left, ascending. */
  bands: readonly Float64Array[];
}

/** Number of bands: with 4096 pulses, each has about 128. */
const BANDS = 32;

/** The profile of a swath from pulses that show the pattern. A band that none of them meets repeats its neighbour. */
export function swathProfile(
  { count, right, ahead }: PulseDirections,
  swath: Pick<Swath, 'left' | 'right'>,
): SwathProfile {
  const bands = Array.from({ length: BANDS }, (): number[] => []);
  for (let k = 0; k < count; k++) bands[bandAt(swath, BANDS, right[k])].push(ahead[k]);
  const sorted = bands.map((band) => Float64Array.from(band).sort());
  const met = Array.from(sorted.keys()).filter((band) => sorted[band].length > 0);
  const nearest = (band: number) =>
    met.reduce((best, next) => (Math.abs(next - band) < Math.abs(best - band) ? next : best), met[0]);
  return {
    left: swath.left,
    right: swath.right,
    count,
    bands: sorted.map((band, k) => (band.length > 0 ? band : sorted[nearest(k)])),
  };
}

/** Number of the band at a distance across; the outermost ones take what lies beyond. */
function bandAt({ left, right }: Pick<Swath, 'left' | 'right'>, bands: number, across: number): number {
  return Math.min(bands - 1, Math.max(0, Math.floor(((across - left) / (right - left)) * bands)));
}

/**
 * Pulses that meet a place, as a share of all for each metre across at one metre of height: those of its band that
 * look at it while the platform is on its line. `across`: of the place; `since` and `left`: the way from the start of
 * the line to beside the place, and from there to its end. All in metres per metre of height; negative beyond the ends.
 */
export function pulseShare(profile: SwathProfile, across: number, since: number, left: number): number {
  if (across < profile.left || across > profile.right) return 0;
  const band = profile.bands[bandAt(profile, profile.bands.length, across)];
  return shareOf(profile, countUpTo(band, since) - countBelow(band, -left));
}

/** Share of all pulses for each metre across at one metre of height in the median of the bands. */
export function medianShare(profile: SwathProfile): number {
  const counts = profile.bands.map(({ length }) => length).sort((a, b) => a - b);
  const middle = counts.length / 2;
  return shareOf(profile, (counts[Math.ceil(middle) - 1] + counts[Math.floor(middle)]) / 2);
}

const shareOf = ({ left, right, count, bands }: SwathProfile, pulses: number): number =>
  (pulses * bands.length) / (count * (right - left));

const countUpTo = (ascending: Float64Array, limit: number): number => firstIndex(ascending, (value) => value > limit);
const countBelow = (ascending: Float64Array, limit: number): number => firstIndex(ascending, (value) => value >= limit);

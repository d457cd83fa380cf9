import { Point } from '../../device/records.generated.js';
import type { PulseBuffers } from '../../engine/cpu/pulse-tracer.js';
import type { Records } from '../../engine/engine.js';
import type { PulseEcho } from './pulse-trace.js';

const WORDS = Point.SIZE / 4;

/** The echoes in Point records. */
export const echoesIn = ({ floats, words, count }: Records): PulseEcho[] =>
  Array.from({ length: count }, (_, k) => ({
    range: floats[k * WORDS + Point.range / 4],
    energy: floats[k * WORDS + Point.energy / 4],
    subrays: words[k * WORDS + Point.hitSubrays / 4],
  }));

/** Hits of a pulse that may belong to an echo: indices in order of range. */
export function hitsInReach({ hits }: Pick<PulseBuffers, 'hits'>, rangeMin: number, rangeMax: number): number[] {
  const { distance, energy } = hits;
  return [...distance.keys()]
    .filter((k) => energy[k] > 0 && distance[k] >= rangeMin && distance[k] <= rangeMax)
    .sort((a, b) => distance[a] - distance[b]);
}

/**
 * For each hit the index of its echo, −1 for none. The kernel states the number of hits of an echo, and their
 * energy: these are neighbours in range. A sampling receiver or bins report an energy that is no sum of hits: there the
 * range decides.
 */
export function echoOfSubrays(
  buffers: PulseBuffers,
  echoes: readonly PulseEcho[],
  sorted: readonly number[],
  addsUp: boolean,
): Int8Array {
  const { distance, energy } = buffers.hits;
  const belongs = new Int8Array(distance.length).fill(-1);
  let from = 0;
  for (const [e, echo] of echoes.entries()) {
    if (echo.subrays === 0) continue;
    const first = bestStart(sorted, from, echo, { distance, energy, addsUp });
    for (let k = first; k < first + echo.subrays; k++) belongs[sorted[k]] = e;
    // Returns of bins share hits.
    if (addsUp) from = first + echo.subrays;
  }
  return belongs;
}

/** Index among the sorted hits of the first one of an echo. */
function bestStart(
  sorted: readonly number[],
  from: number,
  { range, energy: expected, subrays }: PulseEcho,
  { distance, energy, addsUp }: { distance: Float32Array; energy: Float32Array; addsUp: boolean },
): number {
  let [best, least] = [from, Infinity];
  for (let first = from; first + subrays <= sorted.length; first++) {
    let [sum, moment] = [0, 0];
    for (let k = first; k < first + subrays; k++) {
      sum += energy[sorted[k]];
      moment += energy[sorted[k]] * distance[sorted[k]];
    }
    const aside = Math.abs(moment / sum - range) / range;
    // Sums of f32 are known to about 10⁻⁶: within that, the range decides.
    const misfit = (addsUp ? Math.max(0, Math.abs(sum / expected - 1) - SUM_ROUNDING) * 1e6 : 0) + aside;
    if (misfit < least) [best, least] = [first, misfit];
  }
  return best;
}

const SUM_ROUNDING = 1e-5;

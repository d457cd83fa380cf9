/**
 * Distributions as `statistics.json` has them. All follow from whole numbers, or from numbers in the order of tasks.
 */

/** Parts of all values that lie at or below a quantile. */
const PARTS = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
/** Digits of means and shares: more would only show how sums were rounded. */
const DIGITS = 9;

export const shortNumber = (value: number): number => Number(value.toPrecision(DIGITS));

export interface Distribution {
  min: number;
  mean: number;
  max: number;
  /** By per cent. */
  quantiles: Record<string, number>;
}

/** The distribution of values that were counted in bins of `step`, from 0 on; undefined if there are none. */
export function binnedDistribution(counts: Float64Array, step: number): Distribution | undefined {
  let [total, sum, first, last] = [0, 0, -1, 0];
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue;
    total += counts[bin];
    sum += counts[bin] * bin;
    if (first < 0) first = bin;
    last = bin;
  }
  if (total === 0) return undefined;
  const middle = step === 1 ? 0 : step / 2;
  const at = (bin: number) => shortNumber(bin * step);
  return {
    min: at(first),
    mean: shortNumber((sum / total) * step + middle),
    max: at(last),
    quantiles: quantilesBy((part) => at(binAt(counts, part * total))),
  };
}

/** The bin at or below which so many values lie. */
function binAt(counts: Float64Array, wanted: number): number {
  let passed = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    passed += counts[bin];
    if (passed >= wanted && counts[bin] > 0) return bin;
  }
  return counts.length - 1;
}

/** The distribution of numbers, at least one. */
export function distributionOf(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    min: sorted[0],
    mean: shortNumber(values.reduce((sum, value) => sum + value, 0) / values.length),
    max: sorted[sorted.length - 1],
    quantiles: quantilesBy((part) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]),
  };
}

const quantilesBy = (at: (part: number) => number): Record<string, number> =>
  Object.fromEntries(PARTS.map((part) => [`${Math.round(100 * part)} %`, at(part)]));

/**
 * Counts in bins of `width` of the counted values, up to the last that has any: `from`, `to` (beyond it) and how many.
 */
export function histogram(
  counts: Float64Array,
  step: number,
  width: number,
): { from: number; to: number; count: number }[] {
  const bars: { from: number; to: number; count: number }[] = [];
  for (let first = 0; first < counts.length; first += width) {
    const count = counts.subarray(first, first + width).reduce((sum, value) => sum + value, 0);
    bars.push({ from: shortNumber(first * step), to: shortNumber((first + width) * step), count });
  }
  const last = bars.findLastIndex(({ count }) => count > 0);
  return bars.slice(0, last + 1);
}

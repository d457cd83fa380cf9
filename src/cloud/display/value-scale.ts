import type { DisplayOrder } from './display-order.js';

/** Scale of the 16 bits of values: low + code · (high − low) / 65,534; `NO_VALUE` is no number. Plain data. */
export interface ValueScale {
  low: number;
  high: number;
}

/** The code of a point without a number. */
export const NO_VALUE = 65_535;
/** The greatest code of a number. */
export const CODE_MAX = NO_VALUE - 1;

/** Most numbers from which percentiles are found; larger columns are sampled throughout. */
const SAMPLE_NUMBERS = 2 ** 20;
/** Fractions of the numbers below the ends of a column's tone. */
const [LOW_PART, HIGH_PART] = [0.01, 0.99];
/** The scale reaches up to this many widths between the percentiles beyond them, as far as there are numbers. */
const BEYOND = 2;

/** Distribution of the numbers of a column. Plain data. */
export interface ValueSpread {
  /** Number of finite numbers. */
  count: number;
  /** Least and greatest of them; 0 and 0 without any. */
  min: number;
  max: number;
  /**
   * The 1st and 99th percentiles, the limits of a tone. For more than 2^20 numbers, they are estimated from a sample of
   * 2^20.
   */
  percentiles: readonly [number, number];
}

/** Finds the distribution of the numbers of a column; `total` is their number. */
export class SpreadFinder {
  private count = 0;
  private min = Infinity;
  private max = -Infinity;
  private readonly sample: Float64Array;
  private readonly step: number;
  private sampled = 0;

  constructor(total: number) {
    this.step = Math.max(1, Math.ceil(total / SAMPLE_NUMBERS));
    this.sample = new Float64Array(Math.ceil(total / this.step));
  }

  add(numbers: Float64Array): void {
    const { sample, step } = this;
    let { count, min, max, sampled } = this;
    for (let i = 0; i < numbers.length; i++) {
      const value = numbers[i];
      // Skips infinities and NaN.
      if (!(value - value === 0)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
      if (count++ % step === 0) sample[sampled++] = value;
    }
    Object.assign(this, { count, min, max, sampled });
  }

  result(): ValueSpread {
    const { count, min, max, sampled } = this;
    if (count === 0) return { count, min: 0, max: 0, percentiles: [0, 0] };
    const sorted = this.sample.slice(0, sampled).sort();
    const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sampled) - 1)];
    return { count, min, max, percentiles: [at(LOW_PART), at(HIGH_PART)] };
  }
}

/** The scale for a distribution: all of it, unless outliers would leave too few codes to the others. */
export function scaleOfSpread({ min, max, percentiles: [low, high] }: ValueSpread): ValueScale {
  const reach = BEYOND * (high - low);
  return reach > 0 ? { low: Math.max(min, low - reach), high: Math.min(max, high + reach) } : { low: min, high: max };
}

/**
 * The codes of a chunk's numbers in the order in which it is drawn. Numbers beyond the scale
 * have the codes of its ends.
 */
export function encodeValues(
  numbers: Float64Array | Float32Array,
  { low, high }: ValueScale,
  { count, inverse }: DisplayOrder,
): Uint16Array<ArrayBuffer> {
  const codes = new Uint16Array(count);
  const steps = high > low ? CODE_MAX / (high - low) : 0;
  for (let record = 0, k = 0; record < count; record++) {
    const value = numbers[record];
    const code = (value - low) * steps + 0.5;
    codes[k] = value - value === 0 ? (code < 0 ? 0 : code > CODE_MAX ? CODE_MAX : code) : NO_VALUE;
    k += inverse;
    if (k >= count) k -= count;
  }
  return codes;
}

/** Bins of a histogram. */
export const HISTOGRAM_BINS = 256;

/**
 * Counts in `counts` the codes in each of 256 equal parts of their scale; codes beyond it are counted in its end parts.
 */
export function countCodes(counts: Float64Array, codes: Uint16Array): void {
  for (let k = 0; k < codes.length; k++)
    if (codes[k] !== NO_VALUE) counts[Math.floor((codes[k] * HISTOGRAM_BINS) / NO_VALUE)]++;
}

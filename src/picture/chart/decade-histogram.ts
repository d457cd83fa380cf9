import { percentile } from '../cloud/percentile.js';

/** Bits of an f32 that a bin ignores: 7 of its 23 fraction bits remain, so bins are less than 1 % wide. */
const DROPPED_BITS = 16;
/** The upper half of the bits of any f32 ≥ 0. */
const BINS = 2 ** 15;

/** Frequencies of numbers > 0 over all decades of f32: the bits of positive floats are in the order of their values. */
export class DecadeHistogram {
  /** Counts by the upper bits of numbers. */
  readonly counts: Float64Array;
  readonly #value = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#value.buffer);

  /** Continues from `counts` if given. */
  constructor(counts: Float64Array = new Float64Array(BINS)) {
    this.counts = counts;
  }

  /** Counts a number; ignores those that are not positive and finite. */
  add(value: number): void {
    if (!(value > 0 && value < Infinity)) return;
    this.#value[0] = value;
    this.counts[this.#bits[0] >>> DROPPED_BITS]++;
  }

  /** The number at or below which the fraction `part` (0…1) of all lies, rounded down to a bin; 0 without any. */
  percentile(part: number): number {
    this.#bits[0] = percentile(this.counts, part) << DROPPED_BITS;
    return this.#value[0];
  }
}

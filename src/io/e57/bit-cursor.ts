import { viewOf } from '../bytes/byte-fields.js';
import { bitsOf, type NumberForm } from './number-form.js';

const WORD = 2 ** 32;
/** Bits of whole numbers that f64 holds. */
const EXACT_BITS = 53;
/** Bytes behind the last number, since numbers are read as whole words. */
const SLACK = 16;
/** Numbers that are decoded at once. */
export const CURSOR_NUMBERS = 4096;

/** The numbers of an element, from bytes that arrive packet by packet; numbers may begin and end within bytes. */
export class BitCursor {
  private readonly form: NumberForm;
  private readonly bits: number;
  private bytes = new Uint8Array(SLACK);
  /** Bits of `bytes` already read, and bits available. */
  private start = 0;
  private end = 0;
  private readonly numbers = new Float64Array(CURSOR_NUMBERS);

  constructor(form: NumberForm) {
    this.form = form;
    this.bits = bitsOf(form);
  }

  /** Bytes that are not read yet. */
  get backlog(): number {
    return (this.end - this.start) / 8;
  }

  /** Whole numbers not yet read; numbers of no bits never run out. */
  get available(): number {
    return this.bits === 0 ? Infinity : Math.floor((this.end - this.start) / this.bits);
  }

  /** Adds bytes. */
  add(more: Uint8Array): void {
    const from = this.start >>> 3;
    const left = this.bytes.subarray(from, this.end >>> 3);
    const needed = left.length + more.length + SLACK;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(left);
      this.bytes = larger;
    } else this.bytes.copyWithin(0, from, this.end >>> 3);
    this.bytes.set(more, left.length);
    this.start &= 7;
    this.end = 8 * (left.length + more.length);
  }

  /** The next `count` numbers (at most CURSOR_NUMBERS, all available), in memory that the next call overwrites. */
  next(count: number): Float64Array {
    const { form, numbers } = this;
    if (form.type === 'Float') this.floats(form.precision === 'single', count);
    else {
      if (this.bits > EXACT_BITS) this.bigIntegers(form.minimum, count);
      else this.integers(Number(form.minimum), count);
      const [scale, offset] = form.type === 'Integer' ? [1, 0] : [form.scale, form.offset];
      if (scale !== 1 || offset !== 0) for (let i = 0; i < count; i++) numbers[i] = numbers[i] * scale + offset;
    }
    this.start += count * this.bits;
    return numbers.subarray(0, count);
  }

  private floats(isSingle: boolean, count: number): void {
    const view = viewOf(this.bytes);
    const { numbers } = this;
    let at = this.start >>> 3;
    if (isSingle) for (let i = 0; i < count; i++, at += 4) numbers[i] = view.getFloat32(at, true);
    else for (let i = 0; i < count; i++, at += 8) numbers[i] = view.getFloat64(at, true);
  }

  private integers(least: number, count: number): void {
    const { bits, numbers } = this;
    const view = viewOf(this.bytes);
    // A shift by 32 bits would do nothing.
    const mask = bits < 32 ? (1 << bits) - 1 : -1;
    const upperMask = bits > 32 ? (1 << (bits - 32)) - 1 : 0;
    for (let i = 0, bit = this.start; i < count; i++, bit += bits) {
      const [at, shift] = [bit >>> 3, bit & 7];
      const word = (shifted(view, at, shift) & mask) >>> 0;
      numbers[i] = word + least;
      if (bits > 32) numbers[i] += WORD * (shifted(view, at + 4, shift) & upperMask);
    }
  }

  /** Sums of 64 bits are exact before they become f64. */
  private bigIntegers(minimum: bigint, count: number): void {
    const view = viewOf(this.bytes);
    for (let i = 0, bit = this.start; i < count; i++, bit += this.bits) {
      const [at, shift] = [bit >>> 3, bit & 7];
      const word = (BigInt(shifted(view, at + 4, shift)) << 32n) | BigInt(shifted(view, at, shift));
      this.numbers[i] = Number(BigInt.asUintN(this.bits, word) + minimum);
    }
  }
}

/** The 32 bits from bit `shift` (0 … 7) of the byte at `at` on. */
const shifted = (view: DataView, at: number, shift: number): number =>
  shift === 0
    ? view.getUint32(at, true)
    : ((view.getUint32(at, true) >>> shift) | (view.getUint32(at + 4, true) << (32 - shift))) >>> 0;

import type { Steps } from '../../base/steps.js';

/** Numbers of a digit: 16 bits. */
const DIGIT_VALUES = 65_536;
const DIGITS = 4;
/** Numbers passed over between two yields. */
const NUMBERS_A_STEP = 262_144;

/**
 * Sorts the indices `order` by `keys[index]`, none of which is NaN, and returns them in a new array, or `order` itself
 * if it is sorted. Equal keys keep their order. Radix sort by 16 bits, after the sign of an IEEE number is made a digit
 * like the others: negative numbers are inverted, others get their highest bit set.
 */
export function* sortedOrder(keys: Float64Array, order: Uint32Array): Steps<Uint32Array> {
  if (isSorted(keys, order)) return order;
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  const digitOf = (index: number, digit: number): number => {
    const high = words[2 * index + 1];
    const flip = high >>> 31 === 1 ? 0xffffffff : 0;
    const word = digit < 2 ? words[2 * index] ^ flip : high ^ (flip | 0x80000000);
    return digit % 2 === 0 ? word & 0xffff : word >>> 16;
  };
  let [from, to] = [order.slice(), new Uint32Array(order.length)];
  const starts = new Uint32Array(DIGIT_VALUES + 1);
  for (let digit = 0; digit < DIGITS; digit++) {
    starts.fill(0);
    for (let i = 0; i < from.length; i++) {
      starts[digitOf(from[i], digit) + 1]++;
      if (i % NUMBERS_A_STEP === 0) yield;
    }
    // A digit that all keys share moves nothing.
    if (starts.includes(from.length)) continue;
    for (let value = 0; value < DIGIT_VALUES; value++) starts[value + 1] += starts[value];
    for (let i = 0; i < from.length; i++) {
      to[starts[digitOf(from[i], digit)]++] = from[i];
      if (i % NUMBERS_A_STEP === 0) yield;
    }
    [from, to] = [to, from];
  }
  return from;
}

function isSorted(keys: Float64Array, order: Uint32Array): boolean {
  for (let i = 1; i < order.length; i++) if (keys[order[i - 1]] > keys[order[i]]) return false;
  return true;
}

/** The numbers 0 … count − 1. */
export function everyIndex(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order;
}

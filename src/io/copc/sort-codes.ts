import type { CellCodes } from './octree-cube.js';

/** Codes in ascending order, and the number of the record of each. */
export interface SortedCodes extends CellCodes {
  record: Uint32Array<ArrayBuffer>;
}

const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Sorts codes of two times 30 bits, and the numbers of their records; equal ones stay in order. Overwrites its arrays.
 */
export function sortCodes({ high, low }: CellCodes): SortedCodes {
  const record = risingNumbers(high.length);
  let from: SortedCodes = { high, low, record };
  let to: SortedCodes = { high: high.slice(), low: low.slice(), record: record.slice() };
  for (const part of ['low', 'high'] as const)
    for (let shift = 0; shift < 3 * DIGIT_BITS; shift += DIGIT_BITS)
      if (sortByDigit(from, to, from[part], shift)) [from, to] = [to, from];
  return from;
}

/** 0, 1, 2, … */
export function risingNumbers(count: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

/** Sorts by one digit of `key`, an array of `from`; returns false if that changes nothing. */
function sortByDigit(from: SortedCodes, to: SortedCodes, key: Uint32Array, shift: number): boolean {
  const count = key.length;
  const next = new Uint32Array(DIGITS);
  for (let i = 0; i < count; i++) next[(key[i] >>> shift) & (DIGITS - 1)]++;
  if (count === 0 || next[(key[0] >>> shift) & (DIGITS - 1)] === count) return false;
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = next[digit];
    next[digit] = sum;
    sum += size;
  }
  const { high, low, record } = from;
  for (let i = 0; i < count; i++) {
    const place = next[(key[i] >>> shift) & (DIGITS - 1)]++;
    to.high[place] = high[i];
    to.low[place] = low[i];
    to.record[place] = record[i];
  }
  return true;
}

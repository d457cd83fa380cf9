// The median of five recent numbers: a new one drops the highest, then the lowest, in turn
// (LASzip, "streaming median").

import { allocateZeros } from './memory';

const enum Median {
  values = 0,
  /** Whether the next number drops the lowest. */
  dropsLowest = 20,
  SIZE = 24,
}

/** Returns `count` medians of zeros. */
export function createMedians(count: usize): usize {
  return allocateZeros(count * Median.SIZE);
}

/** Returns the address of median number `index`. */
// @ts-ignore: decorator
@inline
export function medianAt(medians: usize, index: u32): usize {
  return medians + index * Median.SIZE;
}

// @ts-ignore: decorator
@inline
export function medianOf(median: usize): i32 {
  return load<i32>(median, 8);
}

/** Adds a number to the sorted five. */
export function addToMedian(median: usize, number: i32): void {
  const middle = medianOf(median);
  if (load<i32>(median, Median.dropsLowest) == 0) {
    if (number < middle) {
      insertBelow(median, number);
    } else {
      const above = load<i32>(median, 12);
      store<i32>(median, number < above ? above : number, 16);
      if (number < above) store<i32>(median, number, 12);
      store<i32>(median, 1, Median.dropsLowest);
    }
  } else if (number > middle) {
    insertAbove(median, number);
  } else {
    const below = load<i32>(median, 4);
    store<i32>(median, number > below ? below : number, 0);
    if (number > below) store<i32>(median, number, 4);
    store<i32>(median, 0, Median.dropsLowest);
  }
}

/** Drops the highest for a number below the middle; so does the next insertion. */
function insertBelow(median: usize, number: i32): void {
  store<i32>(median, load<i32>(median, 12), 16);
  store<i32>(median, load<i32>(median, 8), 12);
  let k = 2;
  while (k > 0 && number < load<i32>(median + 4 * (k - 1))) {
    store<i32>(median + 4 * k, load<i32>(median + 4 * (k - 1)));
    k--;
  }
  store<i32>(median + 4 * k, number);
}

/** Drops the lowest for a number above the middle; so does the next insertion. */
function insertAbove(median: usize, number: i32): void {
  store<i32>(median, load<i32>(median, 4), 0);
  store<i32>(median, load<i32>(median, 8), 4);
  let k = 2;
  while (k < 4 && number > load<i32>(median + 4 * (k + 1))) {
    store<i32>(median + 4 * k, load<i32>(median + 4 * (k + 1)));
    k++;
  }
  store<i32>(median + 4 * k, number);
}

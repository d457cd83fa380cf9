// Columns in the core of LAS records of point formats 6 to 10 whose stored numbers differ from those of the columns.
import { countReturn, foundOf, numberOf, setFound } from './step';

/** Return number and number of returns share a byte, four bits each. */
const RETURN_BITS = 4;
const RETURNS_MAX = 15;

/**
 * Coordinates in steps of a scale from an offset. Finds least and greatest number, and the sum of all: NaN passes
 * comparisons, but shows in the sum.
 */
export function codeCoordinates(
  source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize,
): void {
  const scale = numberOf(plan, 0);
  const offset = numberOf(plan, 1);
  let least = foundOf(plan, 0);
  let most = foundOf(plan, 1);
  let sum = foundOf(plan, 2);
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const number = Math.floor((load<f64>(source) - offset) / scale + 0.5);
    least = min(least, number);
    most = max(most, number);
    sum += number;
    store<i32>(target, i32(number));
  }
  setFound(plan, 0, least);
  setFound(plan, 1, most);
  setFound(plan, 2, sum);
}

/** Returns of a pulse, from two columns. Counts them by their number, and finds −1 if some are impossible. */
export function codeReturns(
  numbers: usize, totals: usize, target: usize, stride: usize, count: u32, plan: usize,
): void {
  let fault: i32 = 0;
  for (let i: u32 = 0; i < count; i++, target += stride) {
    const number = <i32>load<u8>(numbers + i);
    const total = <i32>load<u8>(totals + i);
    // Negative, so that the sign bit stays set, unless 1 ≤ number ≤ total ≤ 15, or both are 0: a miss.
    fault |= (number - i32(total > 0)) | (total - number) | (RETURNS_MAX - total);
    store<u8>(target, <u8>(number | (total << RETURN_BITS)));
    countReturn(plan, number & RETURNS_MAX);
  }
  if (fault < 0) setFound(plan, 0, -1);
}

/** The lowest bits of a number, as many as a mask has, beside others that are in their byte already. */
export function codeBits(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const mask = <u8>numberOf(plan, 0);
  const shift = <u8>numberOf(plan, 1);
  for (let i: u32 = 0; i < count; i++, source += step, target += stride)
    store<u8>(target, load<u8>(target) | ((load<u8>(source) & mask) << shift));
}

/** Angles in steps of some radians. Finds the number of greatest magnitude. */
export function codeAngles(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const size = numberOf(plan, 0);
  let steepest = foundOf(plan, 0);
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const number = Math.floor(<f64>load<f32>(source) / size + 0.5);
    steepest = max(steepest, abs(number));
    store<u16>(target, <u16>i32(number));
  }
  setFound(plan, 0, steepest);
}

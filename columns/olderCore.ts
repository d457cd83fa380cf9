// Columns in the core of LAS records of point formats 1 and 3, which have fewer bits: three for a return number, five
// for a class, whole degrees for an angle.
import { countReturn, foundOf, numberOf, setFound } from './step';

const RETURN_BITS = 3;

/**
 * Returns of a pulse, from two columns, limited to the maximum of the format. Counts them by their number, finds −1 if
 * some are impossible, and counts those that were limited.
 */
export function codeOlderReturns(
  numbers: usize,
  totals: usize,
  target: usize,
  stride: usize,
  count: u32,
  plan: usize,
): void {
  const most = i32(numberOf(plan, 0));
  let fault: i32 = 0;
  let held: u32 = 0;
  for (let i: u32 = 0; i < count; i++, target += stride) {
    const ofPulse = <i32>load<u8>(totals + i);
    const ownNumber = <i32>load<u8>(numbers + i);
    // Negative, so that the sign bit stays set, unless 1 ≤ number ≤ total, or both are 0: a miss.
    fault |= (ownNumber - i32(ofPulse > 0)) | (ofPulse - ownNumber);
    const number = min(ownNumber, most);
    const total = min(ofPulse, most);
    held += u32(total < ofPulse);
    store<u8>(target, <u8>(number | (total << RETURN_BITS)));
    countReturn(plan, number);
  }
  if (fault < 0) setFound(plan, 0, -1);
  setFound(plan, 1, foundOf(plan, 1) + held);
}

/** Classes; finds the first that exceeds the maximum of the format. */
export function codeClasses(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const most = <u32>numberOf(plan, 0);
  let beyond = <u32>foundOf(plan, 0);
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const number = <u32>load<u8>(source);
    if (number > most && beyond == 0) beyond = number;
    store<u8>(target, <u8>number);
  }
  setFound(plan, 0, beyond);
}

/** Angles in whole degrees, limited to the maximum on either side; counts the limited ones. */
export function codeRanks(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const degree = numberOf(plan, 0);
  const most = numberOf(plan, 1);
  let held: u32 = 0;
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const angle = Math.floor(<f64>load<f32>(source) / degree + 0.5);
    const rank = max(min(angle, most), -most);
    held += u32(rank != angle);
    store<i8>(target, <i8>i32(rank));
  }
  setFound(plan, 0, foundOf(plan, 0) + held);
}

// Columns of quantised values.
import { foundOf, numberOf, setFound } from './step';

/**
 * Whole numbers of 16 bits for values of f32: (value − shift) × steps, rounded to the nearest, a half up; limited to
 * least … most, and 0 for NaN. Counts those that were limited.
 */
export function scaleF32(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const steps = numberOf(plan, 0);
  const shift = numberOf(plan, 1);
  const least = numberOf(plan, 2);
  const most = numberOf(plan, 3);
  let held: u32 = 0;
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const number = Math.floor((<f64>load<f32>(source) - shift) * steps + 0.5);
    const nearest = max(min(number, most), least);
    held += u32(nearest != number);
    store<u16>(target, <u16>i32(nearest));
  }
  setFound(plan, 0, foundOf(plan, 0) + held);
}

/** The same with numbers of 32 bits for values of f64. */
export function scaleF64(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const steps = numberOf(plan, 0);
  const shift = numberOf(plan, 1);
  const least = numberOf(plan, 2);
  const most = numberOf(plan, 3);
  let held: u32 = 0;
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) {
    const number = Math.floor((load<f64>(source) - shift) * steps + 0.5);
    const nearest = max(min(number, most), least);
    held += u32(nearest != number);
    // 64 bits hold all unsigned and signed numbers.
    store<u32>(target, <u32>i64(nearest));
  }
  setFound(plan, 0, foundOf(plan, 0) + held);
}

/** Values of f32 times a factor, in f64. */
export function multiplyF32(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const factor = numberOf(plan, 0);
  for (let i: u32 = 0; i < count; i++, source += step, target += stride)
    store<f64>(target, <f64>load<f32>(source) * factor);
}

/** Whole numbers of 32 bits plus a term, with or without sign. */
export function addU32(source: usize, step: usize, target: usize, stride: usize, count: u32, plan: usize): void {
  const term = i32(numberOf(plan, 0));
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) store<i32>(target, load<i32>(source) + term);
}

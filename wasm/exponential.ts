// The exponential function, four numbers a vector.

import { twoTerms } from './angles';

/**
 * log₂ e, ln 2, −126, 1.5 · 2²³, and 1/n! from n = 0: a vector of one number takes one instruction from memory, but
 * three as a constant.
 */
const SCALES = memory.data<f32>([1.4426950408889634, 0.6931471805599453, -126, 12582912]);
const TAYLOR = memory.data<f32>([1, 1, 0.5, 0.16666667, 0.041666668, 0.008333334, 0.0013888889]);

/** exp x for x below 88, relative error below 1e-6: 2ⁿ times the Taylor polynomial of exp f, |f| ≤ ln 2 / 2. */
@inline
export function exponential(x: v128): v128 {
  const y = f32x4.pmax(f32x4.mul(x, v128.load32_splat(SCALES)), v128.load32_splat(SCALES + 8));
  // The sum's last bits are the nearest whole number, n: two instructions where rounding and converting take ten.
  const shifted = f32x4.add(y, v128.load32_splat(SCALES + 12)), n = f32x4.sub(shifted, v128.load32_splat(SCALES + 12));
  const f = f32x4.mul(f32x4.sub(y, n), v128.load32_splat(SCALES + 4));
  // Two terms at a time (Estrin 1960).
  const ff = f32x4.mul(f, f);
  const high = f32x4.add(twoTerms(TAYLOR + 16, f), f32x4.mul(ff, v128.load32_splat(TAYLOR + 24)));
  const p = f32x4.add(twoTerms(TAYLOR, f), f32x4.mul(ff, f32x4.add(twoTerms(TAYLOR + 8, f), f32x4.mul(ff, high))));
  const power = i32x4.shl(i32x4.add(shifted, i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}

// The exponential function, four numbers a vector.

/** Coefficients of 2^f for |f| ≤ ½, ln(2)^k / k!: off by 2·10⁻⁷ of the value at most. */
const C1: f32 = 0.6931471805599453, C2: f32 = 0.2402265069591007, C3: f32 = 0.05550410866482158;
const C4: f32 = 0.009618129107628477, C5: f32 = 0.0013333558146428441, C6: f32 = 0.00015403530393381608;
const LOG2_E: f32 = 1.4426950408889634;
/** Powers of two that f32 holds with all digits. */
const LOWEST: f32 = -126, HIGHEST: f32 = 127;

/** e to the power of x; powers beyond f32's range stop at its ends. */
@inline
export function exponential(x: v128): v128 {
  const power = f32x4.min(f32x4.max(f32x4.mul(x, f32x4.splat(LOG2_E)), f32x4.splat(LOWEST)), f32x4.splat(HIGHEST));
  const whole = f32x4.nearest(power);
  const f = f32x4.sub(power, whole);
  let sum = plus(f32x4.mul(f32x4.splat(C6), f), C5);
  sum = plus(f32x4.mul(sum, f), C4);
  sum = plus(f32x4.mul(sum, f), C3);
  sum = plus(f32x4.mul(sum, f), C2);
  sum = plus(f32x4.mul(sum, f), C1);
  sum = plus(f32x4.mul(sum, f), 1);
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(sum, exponent);
}

@inline
function plus(a: v128, b: f32): v128 { return f32x4.add(a, f32x4.splat(b)); }

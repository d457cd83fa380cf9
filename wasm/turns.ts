// Vectors turned by angles in f32, rounded step by step, as on the GPU.

/** sin πz = z (s₀ + s₁ z² + …), |z| ≤ ½: the Taylor series, to 1e-7. */
const S0: f32 = 3.1415927, S1: f32 = -5.167713, S2: f32 = 2.550164;
const S3: f32 = -0.5992645, S4: f32 = 0.08214589, S5: f32 = -0.007370431;
/** 1/π. */
const PER_HALF_TURN: f32 = 0.3183098861837907;

/** Set by setAngle. */
export let sine: f32 = 0;
export let cosine: f32 = 1;

/** sin πz, |z| ≤ ½. */
@inline
export function sineOfHalfTurns(z: v128): v128 {
  const zz = f32x4.mul(z, z);
  let sum = f32x4.add(f32x4.splat(S4), f32x4.mul(f32x4.splat(S5), zz));
  sum = f32x4.add(f32x4.splat(S3), f32x4.mul(sum, zz));
  sum = f32x4.add(f32x4.splat(S2), f32x4.mul(sum, zz));
  sum = f32x4.add(f32x4.splat(S1), f32x4.mul(sum, zz));
  return f32x4.mul(z, f32x4.add(f32x4.splat(S0), f32x4.mul(sum, zz)));
}

/** Sets sine and cosine to those of an angle, to 2e-7. */
export function setAngle(angle: f32): void {
  const halfTurns = angle * PER_HALF_TURN;
  const whole = nearest(halfTurns), rest = halfTurns - whole;
  const sines = sineOfHalfTurns(f32x4.replace_lane(f32x4.splat(rest), 1, 0.5 * rest));
  const half = f32x4.extract_lane(sines, 1);
  const sign: f32 = (<i32>whole & 1) != 0 ? -1 : 1;
  sine = sign * f32x4.extract_lane(sines, 0);
  cosine = sign * (1 - 2 * (half * half));
}

/** a · x + b · y of vectors x and y. */
@inline
export function combined(x: v128, a: f32, y: v128, b: f32): v128 {
  return f32x4.add(f32x4.mul(x, f32x4.splat(a)), f32x4.mul(y, f32x4.splat(b)));
}

/** x × y. */
@inline
export function crossOf(x: v128, y: v128): v128 {
  const ahead = f32x4.mul(v128.shuffle<i32>(x, x, 1, 2, 0, 3), v128.shuffle<i32>(y, y, 2, 0, 1, 3));
  return f32x4.sub(ahead, f32x4.mul(v128.shuffle<i32>(x, x, 2, 0, 1, 3), v128.shuffle<i32>(y, y, 1, 2, 0, 3)));
}

/** A vector whose length is 1 but for rounding, made so once more: 1/√s is (3 − s) / 2 to second order. */
@inline
export function ofUnitLength(v: v128): v128 {
  const squares = f32x4.mul(v, v);
  const square = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2);
  return f32x4.mul(v, f32x4.splat(1.5 - 0.5 * square));
}

/** Stores three numbers, and leaves the fourth as it is. */
@inline
export function storeVector(at: usize, v: v128): void {
  v128.store64_lane(at, v, 0);
  v128.store32_lane(at + 8, v, 2);
}

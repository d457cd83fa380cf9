// Numbers of two neighbours, as of two pulses, side by side: an f64 a lane.

/** The numbers `a` and `b`. */
@inline
export function pairOf(a: f64, b: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(a), 1, b);
}

/** The f64 at `offset` of two records. */
@inline
export function loadPair(first: usize, second: usize, offset: usize): v128 {
  return v128.load64_lane(second + offset, v128.load64_zero(first + offset), 1);
}

/** The f32 at `offset` of two records, as f64. */
@inline
export function loadPairOfF32(first: usize, second: usize, offset: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(second + offset, v128.load32_zero(first + offset), 1));
}

/** Whole numbers below 2³² as words: lanes 0 and 1. */
@inline
export function wordsOf(numbers: v128): v128 {
  // The bits of the fraction, once its last bit is worth 1.
  const shifted = f64x2.add(numbers, f64x2.splat(4503599627370496));
  return v128.shuffle<i32>(shifted, shifted, 0, 2, 0, 2);
}

/** Quotient of whole numbers below 2³², rounded down. */
@inline
export function quotient(a: v128, b: u32): v128 {
  if (b == 1) return a;
  // No quotient of such numbers is so near to the whole number above it that it is rounded to it.
  return f64x2.floor(f64x2.div(a, f64x2.splat(<f64>b)));
}

/** Remainder of whole numbers below 2³². */
@inline
export function remainder(a: v128, b: u32): v128 {
  return remainderOf(a, quotient(a, b), b);
}

/** Remainder of whole numbers whose quotient is known. */
@inline
export function remainderOf(a: v128, quotient: v128, b: u32): v128 {
  return f64x2.sub(a, f64x2.mul(quotient, f64x2.splat(<f64>b)));
}

// The natural logarithm, four numbers a vector.

/** √½ as bits: the lower end of the octave around 1. */
const ROOT_HALF: i32 = 0x3f3504f3;

/**
 * ln x of normal numbers, relative error below 2e-7: e ln 2 + ln m, √½ ≤ m < √2. Polynomial:
 * Cephes (Moshier 1989), logf.
 */
@inline
export function logarithm(x: v128): v128 {
  const shifted = i32x4.sub(x, i32x4.splat(ROOT_HALF));
  const e = i32x4.shr_s(shifted, 23);
  const z = f32x4.sub(i32x4.sub(x, i32x4.shl(e, 23)), f32x4.splat(1));
  let p = f32x4.add(f32x4.splat(-0.11514610310), f32x4.mul(f32x4.splat(0.070376836292), z));
  p = f32x4.add(f32x4.splat(0.11676998740), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(-0.12420140846), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(0.14249322787), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(-0.16668057665), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(0.20000714765), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(-0.24999993993), f32x4.mul(p, z));
  p = f32x4.add(f32x4.splat(0.33333331174), f32x4.mul(p, z));
  const zz = f32x4.mul(z, z);
  const low = f32x4.sub(f32x4.mul(f32x4.mul(p, z), zz), f32x4.mul(f32x4.splat(0.5), zz));
  return f32x4.add(f32x4.add(z, low), f32x4.mul(f32x4.convert_i32x4_s(e), f32x4.splat(0.6931471805599453)));
}

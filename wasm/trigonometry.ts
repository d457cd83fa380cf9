// Sine and cosine in f64 to 1e-14, the same on every machine, of two angles at once. The host's own functions would do,
// but a call costs more than this computation.

/** Set by sinCos. */
export let sine: v128 = f64x2.splat(0);
export let cosine: v128 = f64x2.splat(0);

/** 2/π; 1.5 · 2⁵²; π/2 in two parts whose sum is accurate to 2⁻⁹⁷ (fdlibm, e_rem_pio2); 1; 1/2. */
const REDUCTION = memory.data<f64>([
  0.63661977236758134308, 6755399441055744, 1.57079632673412561417e0, 6.07710050650619224932e-11, 1, 0.5,
]);
/** Kernel coefficients by rising powers: fdlibm (k_sin, k_cos), 1993. */
const SINE = memory.data<f64>([
  -1.66666666666666324348e-1, 8.33333333332248946124e-3, -1.98412698298579493134e-4, 2.75573137070700676789e-6,
  -2.50507602534068634195e-8, 1.58969099521155010221e-10,
]);
const COSINE = memory.data<f64>([
  4.16666666666666019037e-2, -1.38888888888741095749e-3, 2.48015872894767294178e-5, -2.75573143513906633035e-7,
  2.08757232129817482790e-9, -1.13596475577881948265e-11,
]);

/** Computes sin x and cos x of two x into `sine` and `cosine`; |x| < 2²⁰. */
export function sinCos(x: v128): void {
  // Its low bits are those of the nearest whole number.
  const shifted = f64x2.add(f64x2.mul(x, v128.load64_splat(REDUCTION)), v128.load64_splat(REDUCTION, 8));
  const quarter = f64x2.sub(shifted, v128.load64_splat(REDUCTION, 8));
  const high = f64x2.mul(quarter, v128.load64_splat(REDUCTION, 16));
  const low = f64x2.mul(quarter, v128.load64_splat(REDUCTION, 24));
  const r = f64x2.sub(f64x2.sub(x, high), low);
  const z = f64x2.mul(r, r);
  const zz = f64x2.mul(z, z);
  const s = f64x2.add(r, f64x2.mul(f64x2.mul(r, z), tailOf(SINE, z, zz)));
  const start = f64x2.sub(v128.load64_splat(REDUCTION, 32), f64x2.mul(v128.load64_splat(REDUCTION, 40), z));
  const c = f64x2.add(start, f64x2.mul(zz, tailOf(COSINE, z, zz)));
  // By bits: the quarter changes too often for branch prediction.
  const one = i64x2.splat(1);
  const swap = i64x2.neg(v128.and(shifted, one));
  const exchanged = v128.and(v128.xor(s, c), swap);
  const sign = i64x2.splat(i64.MIN_VALUE);
  sine = v128.xor(v128.xor(s, exchanged), v128.and(i64x2.shl(shifted, 62), sign));
  cosine = v128.xor(v128.xor(c, exchanged), v128.and(i64x2.shl(i64x2.add(shifted, one), 62), sign));
}

/** The polynomial of six coefficients: two terms at a time, in powers of z²: half as long a chain (Estrin 1960). */
@inline
function tailOf(at: usize, z: v128, zz: v128): v128 {
  const high = f64x2.add(termsOf(at + 16, z), f64x2.mul(zz, termsOf(at + 32, z)));
  return f64x2.add(termsOf(at, z), f64x2.mul(zz, high));
}

@inline
function termsOf(at: usize, z: v128): v128 {
  return f64x2.add(v128.load64_splat(at), f64x2.mul(z, v128.load64_splat(at, 8)));
}

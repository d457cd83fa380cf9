// Sine and cosine in f64 to 1e-14, the same on every machine. The host's own functions would do, but a call costs more
// than this computation.

/** Set by sinCos. */
export let sine: f64 = 0;
export let cosine: f64 = 0;

// π/2 in two parts whose sum is accurate to 2⁻⁹⁷ (fdlibm, e_rem_pio2).
const HALF_PI_HIGH: f64 = 1.57079632673412561417e0;
const HALF_PI_LOW: f64 = 6.07710050650619224932e-11;
const TWO_OVER_PI: f64 = 0.63661977236758134308;
/** 1.5 · 2⁵². */
const WHOLE: f64 = 6755399441055744;

/** Computes sin x and cos x into `sine` and `cosine`; |x| < 2²⁰. Kernel coefficients: fdlibm (k_sin, k_cos), 1993. */
export function sinCos(x: f64): void {
  // Its low bits are those of the nearest whole number.
  const shifted = x * TWO_OVER_PI + WHOLE;
  const quarter = shifted - WHOLE;
  const r = x - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW;
  const z = r * r;
  // Two terms at a time, in powers of z²: half as long a chain (Estrin 1960).
  const zz = z * z;
  const s = r + r * z * ((-1.66666666666666324348e-1 + z * 8.33333333332248946124e-3) + zz * ((-1.98412698298579493134e-4
    + z * 2.75573137070700676789e-6) + zz * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const c = 1 - 0.5 * z + zz * ((4.16666666666666019037e-2 + z * -1.38888888888741095749e-3)
    + zz * ((2.48015872894767294178e-5 + z * -2.75573143513906633035e-7) + zz * (2.08757232129817482790e-9
    + z * -1.13596475577881948265e-11)));
  const turn = reinterpret<u64>(shifted);
  // By bits: the quarter changes too often for branch prediction.
  const swap: u64 = 0 - (turn & 1);
  const exchanged = (reinterpret<u64>(s) ^ reinterpret<u64>(c)) & swap;
  sine = reinterpret<f64>(reinterpret<u64>(s) ^ exchanged ^ ((turn & 2) << 62));
  cosine = reinterpret<f64>(reinterpret<u64>(c) ^ exchanged ^ (((turn + 1) & 2) << 62));
}

// Angles of four directions at a time, to 4·10⁻⁷ rad, by polynomials of nearly the least maximum error (Chebyshev
// interpolation): of θ² / c on 0 … 2, with the square c = 4 sin² θ/2 of the chord of the angle θ, and of (atan x − x) /
// x³ in x² on 0 … 1.

/** Coefficients by rising powers. A vector of one number takes one instruction from memory, but three as a constant. */
const CHORD = memory.data<f32>([
  1.000000238418579, 0.0833204835653305, 0.011208956129848957, 0.0015111943939700723, 0.0006734252092428505,
  -0.0001632884523132816, 7.162493420764804e-5,
]);
const ARC_TANGENT = memory.data<f32>([
  -0.33333325386047363, 0.19998809695243835, -0.14259037375450134, 0.10877405852079391, -0.08042290806770325,
  0.04938487336039543, -0.02036442793905735, 0.003962147515267134,
]);
/** π, π/2, and the size below which a direction has no azimuth and 0 is used. */
const LIMITS = memory.data<f32>([3.141592653589793, 1.5707963267948966, 1e-20]);

/**
 * The angle between two unit vectors from the square of their difference; 0 … π/2. Two terms at a time (Estrin 1960).
 */
@inline
export function angleOfChord(square: v128): v128 {
  const cc = f32x4.mul(square, square);
  const high = f32x4.add(twoTerms(CHORD + 16, square), f32x4.mul(cc, v128.load32_splat(CHORD + 24)));
  const middle = f32x4.add(twoTerms(CHORD + 8, square), f32x4.mul(cc, high));
  const p = f32x4.add(twoTerms(CHORD, square), f32x4.mul(cc, middle));
  return f32x4.sqrt(f32x4.mul(square, p));
}

/** a + b z, with two coefficients in memory. */
@inline
export function twoTerms(at: usize, z: v128): v128 {
  return f32x4.add(v128.load32_splat(at), f32x4.mul(v128.load32_splat(at, 4), z));
}

/** The angle of (x, y) from the x axis, −π … π. */
@inline
export function azimuth(y: v128, x: v128): v128 {
  const ax = f32x4.abs(x), ay = f32x4.abs(y);
  const tangent = f32x4.div(f32x4.pmin(ax, ay), f32x4.pmax(f32x4.pmax(ax, ay), v128.load32_splat(LIMITS + 8)));
  const z = f32x4.mul(tangent, tangent);
  const zz = f32x4.mul(z, z);
  const low = f32x4.add(twoTerms(ARC_TANGENT, z), f32x4.mul(zz, twoTerms(ARC_TANGENT + 8, z)));
  const high = f32x4.add(twoTerms(ARC_TANGENT + 16, z), f32x4.mul(zz, twoTerms(ARC_TANGENT + 24, z)));
  const p = f32x4.add(low, f32x4.mul(f32x4.mul(zz, zz), high));
  const octant = f32x4.add(tangent, f32x4.mul(f32x4.mul(tangent, z), p));
  const quarter = v128.bitselect(f32x4.sub(v128.load32_splat(LIMITS + 4), octant), octant, f32x4.gt(ay, ax));
  const zero = f32x4.splat(0);
  const half = v128.bitselect(f32x4.sub(v128.load32_splat(LIMITS), quarter), quarter, f32x4.lt(x, zero));
  return v128.bitselect(f32x4.neg(half), half, f32x4.lt(y, zero));
}

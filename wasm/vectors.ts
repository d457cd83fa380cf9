// Vectors of two pulses: a coordinate is a vector of two f64, a lane a pulse.

/** (a.x b.x + a.y b.y) + a.z b.z. */
@inline
export function dotF64(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** Zero that the rows of the identity add to coordinates: −0 becomes 0, unless all of them are negative. */
@inline
export function zeroOf(x: v128, y: v128, z: v128): v128 {
  return v128.and(v128.and(x, y), v128.and(z, i64x2.splat(i64.MIN_VALUE)));
}

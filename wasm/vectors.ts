// Vectors of two pulses: a coordinate is a vector of two f64, a lane a pulse.

/** (a.x b.x + a.y b.y) + a.z b.z. */
@inline
export function dotF64(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

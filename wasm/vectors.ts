// Vectors that records hold as three f64.

/** Coordinate `axis` of the vector at `at`. */
@inline
export function component(at: usize, axis: usize): f64 {
  return load<f64>(at + axis * 8);
}

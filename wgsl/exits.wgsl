// exits: the places at which subrays leave the instrument. A beam of half width w₀ at its exit and half angle θ is
// w(R)² = w₀² + (θR)² wide at the distance R (Kogelnik and Li 1966, Appl. Opt. 5(10), eq. 20), a hyperboloid, and
// subrays are its straight lines: the subray at (a, b) to the right and upwards far away, in half widths of the beam,
// leaves the exit at (−b, a). On the way the places turn as they grow, and have the same distribution at every
// distance. With the direction d and the beam's right-hand and upward directions r, u:
//   exit = z_r (d·r) u − z_u (d·u) r,
//   z = w₀/θ each way, the distance at which the beam is √2 times as wide as at the exit.
// With u = r × c and the axis c this is z_u d × c + (z_r − z_u) (d·r) u: of a round beam the first term.
// uses: double
// gives: HAS_EXITS exitOf startOf

const HAS_EXITS = true;

// Exit of the subray of this direction, relative to the pulse's origin; every operation rounded as on the CPU.
fn exitOf(pulse: Pulse, direction: vec3<f32>) -> vec3<f32> {
  let exit = crossFixed(direction, fixed3(instrument.rayleighUp * pulse.direction));
  let excess = fixed(instrument.rayleighRight - instrument.rayleighUp);
  if (excess == 0.0) { return exit; }
  let up = fixed(excess * dotFixed(direction, pulse.right));
  return fixed3(exit + fixed3(up * crossFixed(pulse.right, pulse.direction)));
}

// Start of the subray of this direction.
fn startOf(pulse: Pulse, direction: vec3<f32>) -> vec3<f32> {
  return fixed3(pulse.origin + exitOf(pulse, direction));
}

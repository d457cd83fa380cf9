// subray: one pulse becomes n directions that sample its footprint. Rings are laid out once, by the host (Subray records);
// a disc is drawn anew for each pulse: uniform over the circle of the 1/e² half angle, or as the Gaussian beam itself
// (all of it: half the energy lies within 0.59 of that angle). The first subray of a drawn disc is drawn like the others.
// Each subray is made by itself; the CPU makes all of a pulse together.

// Direction of the pulse's subray k, of length 1 but for rounding.
fn subrayDirection(pulse: Pulse, k: u32) -> vec3<f32> {
  if (run.pattern == RINGS) {
    return aim(pulse, vec3<f32>(subrays[k].right, subrays[k].up, subrays[k].forward));
  }
  return aim(pulse, drawOffset(pulse.number, k));
}

// Shares of the right-hand, upward and axis direction, drawn for subray k of the pulse of this number.
fn drawOffset(number: u32, k: u32) -> vec3<f32> {
  let words = draw(program.key, number, k, DRAW_SUBRAY);
  // Inverse of the energy within angle r: (r/θ)² for the disc, 1 − exp(−2 (r/θ)²) for the Gaussian beam.
  var square: Double;
  if (run.pattern == UNIFORM_DISC) {
    square = uniformNumber(words.x);
  } else {
    square = -0.5 * logUniform(words.x);
  }
  let r = scaleDouble(rootDouble(square), instrument.divergence);
  // sin r and cos r of a small angle: the next term is r⁵/120.
  let aside = addDouble(r, Double(-(r.x * r.x * r.x) / 6.0, 0.0));
  let forward = rootDouble(subtractDouble(Double(1.0, 0.0), multiplyDouble(aside, aside)));
  let point = circlePoint(words.y);
  return vec3<f32>(
    doubleToF32(multiplyDouble(aside, point.cosine)),
    doubleToF32(multiplyDouble(aside, point.sine)),
    doubleToF32(forward),
  );
}

// Turns an offset into a direction about the pulse's axis; every operation rounded as on the CPU.
fn aim(pulse: Pulse, offset: vec3<f32>) -> vec3<f32> {
  let up = crossFixed(pulse.right, pulse.direction);
  let sideways = fixed3(fixed3(pulse.right * offset.x) + fixed3(up * offset.y));
  return fixed3(sideways + fixed3(pulse.direction * offset.z));
}

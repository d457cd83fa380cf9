// subray: one pulse becomes n directions that sample its footprint. Each subray has a place in the beam's cross
// section, in half widths of the beam each way. The host lays places out, either once for all pulses, or several
// layouts, of which each pulse takes one, turned by an angle of its own. Or they are drawn, each by itself: uniform
// over the disc, or as the Gaussian beam itself (all of it: half the energy lies within 0.59). The first subray of a
// drawn disc is drawn like the others. Each subray is made by itself; the CPU makes all of a pulse together.
// uses: double random

// Direction of the pulse's subray k, of length 1 but for rounding.
fn subrayDirection(pulse: Pulse, k: u32) -> vec3<f32> {
  return aim(pulse, placeInBeam(pulse.number, k));
}

// Place of subray k of the pulse of this number, to the right and upwards.
fn placeInBeam(number: u32, k: u32) -> vec2<f32> {
  if (run.pattern == FIXED) { return placeAt(layoutSize() + (k >> 2u), k & 3u); }
  if (run.pattern == TURNED) { return turnedPlace(number, k); }
  return drawPlace(number, k);
}

// The place of subray k in the layout and with the turn that are drawn for the pulse of this number.
fn turnedPlace(number: u32, k: u32) -> vec2<f32> {
  let words = draw(program.key, number, 0u, DRAW_SUBRAY);
  let blocks = layoutSize();
  let angle = words.y & (TURNS - 1u);
  let place = placeAt((1u + (words.x & (run.layouts - 1u))) * blocks + (k >> 2u), k & 3u);
  let turn = placeAt((1u + run.layouts) * blocks + (angle >> 2u), angle & 3u);
  return vec2<f32>(
    fixed(fixed(place.x * turn.x) - fixed(place.y * turn.y)),
    fixed(fixed(place.x * turn.y) + fixed(place.y * turn.x)),
  );
}

// Blocks of a layout.
fn layoutSize() -> u32 { return (run.subrayCount + 3u) >> 2u; }

// One of the four places of a block.
fn placeAt(block: u32, k: u32) -> vec2<f32> {
  return vec2<f32>(subrays[block].x[k], subrays[block].y[k]);
}

// The place drawn for subray k of the pulse of this number.
fn drawPlace(number: u32, k: u32) -> vec2<f32> {
  let words = draw(program.key, number, k, DRAW_SUBRAY);
  // Inverse of the energy within radius r: r² for the disc, 1 − exp(−2 r²) for the Gaussian beam.
  var square: Double;
  if (run.pattern == UNIFORM_DISC) {
    square = uniformNumber(words.x);
  } else {
    square = -0.5 * logUniform(words.x);
  }
  let r = rootDouble(square);
  let point = circlePoint(words.y);
  return vec2<f32>(doubleToF32(multiplyDouble(r, point.cosine)), doubleToF32(multiplyDouble(r, point.sine)));
}

// √(1 − s), by its series: s is below 0.1 in the widest beams. Every operation rounded as on the CPU.
fn cosineOf(s: f32) -> f32 {
  var sum = fixed(0.0625 + fixed(s * 0.0390625));
  sum = fixed(0.125 + fixed(s * sum));
  sum = fixed(0.5 + fixed(s * sum));
  return fixed(1.0 - fixed(s * sum));
}

// Turns a place into a direction about the pulse's axis; every operation rounded as on the CPU.
fn aim(pulse: Pulse, place: vec2<f32>) -> vec3<f32> {
  // Sines of the angles to the right and upwards; the direction has length 1.
  let right = fixed(instrument.divergenceRight * place.x);
  let up = fixed(instrument.divergenceUp * place.y);
  let forward = cosineOf(fixed(fixed(right * right) + fixed(up * up)));
  let upward = crossFixed(pulse.right, pulse.direction);
  let sideways = fixed3(fixed3(pulse.right * right) + fixed3(upward * up));
  return fixed3(sideways + fixed3(pulse.direction * forward));
}

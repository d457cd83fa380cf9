// jitter: the platform's position and attitude deviate from its path at every pulse. The beam leaves from there, and
// points lie on the surface that it hits. f32, rounded step by step, as on the CPU.
// uses: angles double normals random turns

// 2⁻²⁴.
const PER_STEP: f32 = 5.9604644775390625e-8;
// The bits of a word that f32 holds: drivers may round the others up or down.
const EXACT_BITS: u32 = 0xffffff00u;

// The pulse with its jitter.
fn jittered(pulse: Pulse) -> Pulse {
  var values: array<f32, 6>;
  for (var source = fromZero(); source < 6; source++) { values[source] = jitterOf(u32(source), pulse.number); }
  var moved = pulse;
  moved.origin = fixed3(pulse.origin + vec3<f32>(values[0], values[1], values[2]));
  turnBeam(&moved, vec3<f32>(values[3], values[4], values[5]));
  return moved;
}

// The value of a jitter at a pulse.
fn jitterOf(source: u32, number: u32) -> f32 {
  let law = jitters[source];
  if (law.spread == 0.0) { return law.middle; }
  let words = draw(program.key, number / law.hold, source, DRAW_JITTER);
  var drawn = 0.0;
  if (law.form == JITTER_UNIFORM) { drawn = evenNumber(words.x); } else { drawn = normalNumber(words); }
  return max(min(plusTimes(law.middle, law.spread, drawn), law.most), law.least);
}

// A word as a uniform number from −½ to ½, in as many steps as f32 holds exactly.
fn evenNumber(word: u32) -> f32 {
  return fixed(fixed(fixed(f32(word >> 8u) + 0.5) * PER_STEP) - 0.5);
}

// Words as a standard normal number.
fn normalNumber(words: vec4<u32>) -> f32 {
  return fixed(rootOfWord(words.x & EXACT_BITS) * cosineOfWord(words.y & EXACT_BITS));
}

// Turns the beam about its right-hand direction x, then its axis y as it lies then, then its upward direction z.
fn turnBeam(pulse: ptr<function, Pulse>, angles: vec3<f32>) {
  if (all(angles == vec3<f32>(0.0))) { return; }
  var x = (*pulse).right;
  var y = (*pulse).direction;
  var z = crossFixed(x, y);
  var turns: array<vec2<f32>, 3>;
  for (var k = fromZero(); k < 3; k++) { turns[k] = sineCosineOf(angles[k]); }
  let raised = combined(y, turns[0].y, z, turns[0].x);
  z = combined(z, turns[0].y, y, -turns[0].x);
  y = raised;
  x = combined(x, turns[1].y, z, -turns[1].x);
  (*pulse).right = ofUnitLength(combined(x, turns[2].y, y, turns[2].x));
  (*pulse).direction = ofUnitLength(combined(y, turns[2].y, x, -turns[2].x));
}

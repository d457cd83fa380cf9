// Risley prisms: up to three turning wedges; each bends the beam at its two faces by Snell's law in vector form, d' = r
// d + (r c − √(1 − r²(1 − c²))) n with c = −d·n and r the ratio of the indices before and behind (Li et al. 2017, Opt.
// Express 25, 7677). Beyond total reflection the beam continues undeflected. Inclined face at phase φ and wedge angle
// a: (sin φ sin a, −cos a, cos φ sin a) where light meets it first, with the other signs where second; flat face: (0,
// −1, 0).

alias Element = Prism;

fn deflect(shot: Shot, channel: u32) -> Vector {
  var beam = channels[channel].incident;
  for (var left = program.elementCount; left > 0u; left--) {
    beam = passPrism(beam, elements[program.elementCount - left], f64FromU32(shot.since));
  }
  return beam;
}

fn passPrism(incident: Vector, prism: Prism, shots: F64) -> Vector {
  let phase = sinCos(angleOf(addF64(multiplyF64(shots, prism.turnsPerShot), prism.phase)));
  let inclined = Vector(
    multiplyF64(phase.sine, prism.wedgeSine),
    negateF64(prism.wedgeCosine),
    multiplyF64(phase.cosine, prism.wedgeSine),
  );
  let ratios = array<F64, 2>(prism.inverseIndex, prism.index);
  var beam = incident;
  for (var face = 0u; face < 2u; face++) {
    beam = passFace(beam, ratios[face], normalOf(inclined, (face == 0u) == (prism.inclinedFirst != 0u), face));
  }
  return beam;
}

// The normal, against the light, of a prism's first or second face, which is the inclined one or the flat one.
fn normalOf(inclined: Vector, isInclined: bool, face: u32) -> Vector {
  let turned = F64(0u, face * F64_SIGN);
  return Vector(
    select(F64_ZERO, inclined[0] ^ turned, isInclined),
    select(negateF64(F64_ONE), inclined[1], isInclined),
    select(F64_ZERO, inclined[2] ^ turned, isInclined),
  );
}

// Snell's law at a face with normal n against the light; `ratio` of the indices before and behind.
fn passFace(beam: Vector, ratio: F64, n: Vector) -> Vector {
  let c = negateF64(dotF64(beam, n));
  let shortfall = subtractF64(F64_ONE, multiplyF64(c, c));
  let inside = subtractF64(F64_ONE, multiplyF64(multiplyF64(ratio, ratio), shortfall));
  let along = subtractF64(multiplyF64(ratio, c), sqrtF64(absF64(inside)));
  let reflected = lessF64(inside, F64_ZERO);
  var passed: Vector;
  for (var k = fromZero(); k < 3; k++) {
    let bent = addF64(multiplyF64(ratio, beam[k]), multiplyF64(along, n[k]));
    passed[k] = select(bent, beam[k], reflected);
  }
  return passed;
}

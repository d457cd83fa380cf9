// Risley prisms: up to three turning wedges; each bends the beam at its two faces by Snell's law in vector form, d' = r
// d + (r c − √(1 − r²(1 − c²))) n with c = −d·n and r the ratio of the indices before and behind (Li et al. 2017, Opt.
// Express 25, 7677). Beyond total reflection the beam continues undeflected. Inclined face at phase φ and wedge angle
// a: (sin φ sin a, −cos a, cos φ sin a) where light meets it first, with the other signs where second; flat face: (0,
// −1, 0).
// uses: deflectors/beam double float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Prism;

fn deflect(shot: Shot, channel: u32) -> Vector {
  var beam = channels[channel].incident;
  for (var left = program.elementCount; left > 0u; left--) {
    beam = passPrism(beam, elements[program.elementCount - left], shot.stepsSince);
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
  let squares = array<F64, 2>(prism.inverseIndexSquare, prism.indexSquare);
  var beam = incident;
  for (var face = 0u; face < 2u; face++) {
    // Inside, the normal against the light points the other way.
    let turned = F64(0u, face * F64_SIGN);
    let n = Vector(inclined[0] ^ turned, inclined[1], inclined[2] ^ turned);
    beam = passFace(beam, ratios[face], squares[face], n, (face == 0u) == (prism.inclinedFirst != 0u));
  }
  return beam;
}

// Snell's law at a face, the inclined one with normal n against the light, or the flat one; `ratio` of the indices
// before and behind, and its square.
fn passFace(beam: Vector, ratio: F64, square: F64, n: Vector, isInclined: bool) -> Vector {
  var c: F64;
  if (isInclined) { c = negateF64(dotF64(beam, n)); } else { c = intoFlat(beam); }
  let inside = subtractF64(F64_ONE, multiplyF64(square, subtractF64(F64_ONE, multiplyF64(c, c))));
  let along = subtractF64(multiplyF64(ratio, c), sqrtF64(absF64(inside)));
  var bent: Vector;
  for (var k = fromZero(); k < 3; k++) { bent[k] = multiplyF64(ratio, beam[k]); }
  if (isInclined) {
    for (var k = fromZero(); k < 3; k++) { bent[k] = addF64(bent[k], multiplyF64(along, n[k])); }
  } else {
    // Along (0, −1, 0).
    bent = Vector(plusZero(bent[0], along), subtractF64(bent[1], along), plusZero(bent[2], along));
  }
  let reflected = lessF64(inside, F64_ZERO);
  for (var k = fromZero(); k < 3; k++) { bent[k] = select(bent[k], beam[k], reflected); }
  return bent;
}

// −d·n of a direction and the normal (0, −1, 0), with the sign that the sum of zeros has.
fn intoFlat(beam: Vector) -> F64 {
  return withZeros(beam[1], ~(beam[0].y & ~beam[1].y & beam[2].y) & F64_SIGN);
}

// A mirror that swings to and fro about x at even speed, with turns of some pulses at both ends: in the half cycle, at
// step k, the elevation is c0 + c1 k + c2 k², in three strokes (speeding up, even, slowing down); back the same way.
// The turns are those of HELIOS++'s oscillating mirror (Winiwarter et al. 2022).
// uses: float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Stroke;

fn deflect(shot: Shot, channel: u32) -> Vector {
  let left = subtractF64(program.cycleSteps, shot.step);
  let k = select(shot.step, left, lessF64(left, shot.step));
  var element = 0u;
  for (var rest = program.elementCount - 1u; rest > 0u; rest--) {
    let candidate = program.elementCount - rest;
    element = select(element, candidate, !lessF64(k, elements[candidate].first));
  }
  let slope = addF64(elements[element].c1, multiplyF64(k, elements[element].c2));
  let elevation = sinCos(addF64(elements[element].c0, multiplyF64(k, slope)));
  return Vector(F64_ZERO, elevation.cosine, elevation.sine);
}

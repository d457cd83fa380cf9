// A plane mirror that nutates about a shaft (Palmer): shaft s = (0, cos δ, sin δ) at incidence δ, light comes in along
// i = y − 2 (y·s) s; at phase φ the normal is n = cos τ s + sin τ (cos φ u + sin φ x), u = (0, −sin δ, cos δ), tilt τ;
// the beam is d = i − 2 (i·n) n (law of reflection): an oval about +y.
// uses: deflectors/beam float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Nutation;

fn deflect(shot: Shot, channel: u32) -> Vector {
  let mirror = elements[0];
  let phase = sinCos(angleOf(addF64(multiplyF64(shot.stepsSince, mirror.turnsPerShot), mirror.phase)));
  let shaftY = mirror.incidenceCosine;
  let shaftZ = mirror.incidenceSine;
  let twiceY = scaleF64(shaftY, 1);
  let lightY = subtractF64(F64_ONE, multiplyF64(twiceY, shaftY));
  let lightZ = negateF64(multiplyF64(twiceY, shaftZ));
  let along = multiplyF64(mirror.tiltSine, phase.cosine);
  let nx = multiplyF64(mirror.tiltSine, phase.sine);
  let ny = subtractF64(multiplyF64(mirror.tiltCosine, shaftY), multiplyF64(along, shaftZ));
  let nz = addF64(multiplyF64(mirror.tiltCosine, shaftZ), multiplyF64(along, shaftY));
  let twice = scaleF64(addF64(multiplyF64(lightY, ny), multiplyF64(lightZ, nz)), 1);
  return Vector(
    negateF64(multiplyF64(twice, nx)),
    subtractF64(lightY, multiplyF64(twice, ny)),
    subtractF64(lightZ, multiplyF64(twice, nz)),
  );
}

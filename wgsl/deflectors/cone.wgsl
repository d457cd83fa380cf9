// A beam that goes round on a cone: at phase φ along (tan α sin φ, 1, tan β cos φ) with the half angles α across (x)
// and β along (z). α = β is the circular scan of Palmer, else an ellipse (López et al. 2025: elliptical).
// uses: deflectors/beam float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Cone;

fn deflect(shot: Shot, channel: u32) -> Vector {
  let cone = elements[0];
  let phase = sinCos(angleOf(addF64(multiplyF64(shot.stepsSince, cone.turnsPerShot), cone.phase)));
  let x = multiplyF64(cone.across, phase.sine);
  let z = multiplyF64(cone.along, phase.cosine);
  let square = addF64(F64_ONE, addF64(multiplyF64(x, x), multiplyF64(z, z)));
  let y = divideF64(F64_ONE, sqrtF64(square));
  return Vector(multiplyF64(x, y), y, multiplyF64(z, y));
}

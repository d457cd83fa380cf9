// Facets that sweep lines: a polygon mirror whose shaft lies along x. At elevation a the mirror has turned by a/2; with
// facet tilt ε and shaft inclination ι the normal is n = (sin ε, cos ε cos a/2, cos ε sin a/2), the incoming light
// i = (sin ι, −cos ι, 0), the beam d = i − 2 (i·n) n (law of reflection). ε = ι = 0 gives (0, cos a, sin a): straight
// lines, of fibres and of López et al. 2025 (parallel, zigzag) too.
// uses: float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Facet;

fn deflect(shot: Shot, channel: u32) -> Vector {
  // The first element is the facet under way when the leg began; the others follow one another.
  let turning = program.elementCount - 1u;
  let facet = elements[select(1u + (shot.cycle - 1u) % turning, 0u, shot.cycle == 0u)];
  let elevation = addF64(facet.start, multiplyF64(shot.step, facet.step));
  let mirror = sinCos(scaleF64(elevation, -1));
  let ny = multiplyF64(facet.tiltCosine, mirror.cosine);
  let nz = multiplyF64(facet.tiltCosine, mirror.sine);
  let along = subtractF64(multiplyF64(facet.shaftSine, facet.tiltSine), multiplyF64(facet.shaftCosine, ny));
  let twice = scaleF64(along, 1);
  return Vector(
    subtractF64(facet.shaftSine, multiplyF64(twice, facet.tiltSine)),
    subtractF64(negateF64(facet.shaftCosine), multiplyF64(twice, ny)),
    negateF64(multiplyF64(twice, nz)),
  );
}

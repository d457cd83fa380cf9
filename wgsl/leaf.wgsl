// The leaf that a subray hits in a medium. The chance of hitting a leaf goes with its area that faces the ray: for
// leaves in all directions, as on the surface of a sphere, hits are evenly distributed over the sphere's disc across
// the ray. So the normal is a point drawn there, lifted to the sphere (Malley 1988): the cosine of the angle of
// incidence is distributed as 2 cos θ, its mean is 2/3.
// uses: double random

// The normal, turned to the sensor, of a leaf that a ray of this direction meets, by the words for its place on the
// disc. From that place on, every operation is rounded as on the CPU.
fn turnLeaf(radius: u32, turn: u32, d: vec3<f32>) -> vec3<f32> {
  let r = rootDouble(uniformNumber(radius));
  let point = circlePoint(turn);
  let a = doubleToF32(multiplyDouble(r, point.cosine));
  let b = doubleToF32(multiplyDouble(r, point.sine));
  let ahead = roundedRoot(max(fixed(1.0 - fixed(fixed(a * a) + fixed(b * b))), 0.0));
  // Two directions across the ray (Duff et al. 2017, "Building an Orthonormal Basis, Revisited", JCGT 6(1)).
  let side = select(-1.0, 1.0, d.z >= 0.0);
  let inverse = roundedQuotient(-1.0, fixed(side + d.z));
  let product = fixed(fixed(d.x * d.y) * inverse);
  let right = vec3<f32>(fixed(1.0 + side * fixed(fixed(d.x * d.x) * inverse)), side * product, -side * d.x);
  let up = vec3<f32>(product, fixed(side + fixed(fixed(d.y * d.y) * inverse)), -d.y);
  return fixed3(fixed3(fixed3(a * right) + fixed3(b * up)) - fixed3(ahead * d));
}

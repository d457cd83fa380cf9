// Origins in the frame of a mesh: near enough for boxes at first, since most meshes whose box is entered are left
// before a triangle is met; then exactly.
// uses: double frames

// Eight roundings of 2⁻²⁴ of the sum of the terms, and room to spare: four products, three sums, and the CPU's one.
const ORIGIN_ROUNDING: f32 = 16.0 / 16777216.0;

// The origin in the mesh's frame, off by up to roundingReach.
fn placeNearMesh(instance: Instance, origin: vec3<f32>) -> vec3<f32> {
  let point = vec4<f32>(origin, 1.0);
  return vec3<f32>(dot(instance.toMesh0, point), dot(instance.toMesh1, point), dot(instance.toMesh2, point));
}

// Largest error of placeNearMesh along each axis.
fn roundingReach(instance: Instance, origin: vec3<f32>) -> vec3<f32> {
  let point = vec4<f32>(abs(origin), 1.0);
  return ORIGIN_ROUNDING * vec3<f32>(
    dot(abs(instance.toMesh0), point),
    dot(abs(instance.toMesh1), point),
    dot(abs(instance.toMesh2), point),
  );
}

// The origin in the mesh's frame, rounded once, as on the CPU.
fn originInMesh(instance: Instance, origin: vec3<f32>) -> vec3<f32> {
  let point = intoMesh(instance, origin);
  return vec3<f32>(doubleToF32(point.x), doubleToF32(point.y), doubleToF32(point.z));
}

// tangent: the direction in a surface from which azimuths are counted. If the mesh has texture coordinates, it is the
// direction in which u grows while v is constant: a brushed sheet is brushed along its texture. Otherwise it is up ×
// normal, which is level; on level ground, the x axis.
// uses: double
// asks for: mapAt uvMapOf

// Tangent at a hit; of unit length only for textures.
fn tangentAt(hit: Hit, normal: vec3<f32>) -> vec3<f32> {
  if (instances[hit.instance].uvMaps != 0u) {
    let tangent = alongTexture(hit, normal);
    if (any(tangent != vec3<f32>())) { return tangent; }
  }
  let square = fixed(fixed(normal.x * normal.x) + fixed(normal.y * normal.y));
  if (square < UPRIGHT) { return vec3<f32>(1.0, 0.0, 0.0); }
  return vec3<f32>(-normal.y, normal.x, 0.0);
}

// Zero if u does not grow along the surface.
fn alongTexture(hit: Hit, normal: vec3<f32>) -> vec3<f32> {
  let instance = mapAt(hit.instance);
  let map = uvMapOf(hit.instance, hit.triangle);
  // ∇u and ∇v in the scene's frame: by the transposed map into the mesh's.
  let toMesh = mat3x3<f32>(instance.toMesh0.xyz, instance.toMesh1.xyz, instance.toMesh2.xyz);
  let ofU = toMesh * map.u.xyz;
  let ofV = toMesh * map.v.xyz;
  // In the surface, across ∇v.
  let across = cross(ofV, normal);
  let growth = dot(across, ofU);
  let size = length(across);
  // NaN is not greater than anything, either.
  if (!(abs(growth) > LEAST_SINE * size * length(ofU))) { return vec3<f32>(); }
  return across * (sign(growth) / size);
}

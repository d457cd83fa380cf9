// Between the scene's frame and that of a mesh, by the instance's affine map `toMesh`. Points that determine distances
// are transformed in Doubles (the CPU: f64), those for texel lookups in f32, rounded step by step as on the CPU.
// uses: double double3

// Whether the mesh's frame is the scene's, so that nothing needs to be transformed.
fn isInPlace(flags: u32) -> bool {
  return (flags & IN_PLACE) != 0u;
}

// A point of the scene in the mesh's frame.
fn intoMesh(instance: Instance, point: vec3<f32>) -> Double3 {
  return Double3(
    alongRow(instance.toMesh0, point), alongRow(instance.toMesh1, point), alongRow(instance.toMesh2, point),
  );
}

// One coordinate of a point after the affine map with this row.
fn alongRow(row: vec4<f32>, point: vec3<f32>) -> Double {
  let plane = addDouble(twoProduct(row.x, point.x), twoProduct(row.y, point.y));
  return addDouble(addDouble(plane, twoProduct(row.z, point.z)), Double(row.w, 0.0));
}

// The same in f32.
fn alongRowF32(row: vec4<f32>, point: vec3<f32>) -> f32 {
  return fixed(dotFixed(row.xyz, point) + row.w);
}

// A direction of the scene in the mesh's frame, not renormalized, so distances stay those of the scene.
fn directionIntoMesh(instance: Instance, direction: vec3<f32>) -> vec3<f32> {
  return vec3<f32>(
    dotFixed(instance.toMesh0.xyz, direction),
    dotFixed(instance.toMesh1.xyz, direction),
    dotFixed(instance.toMesh2.xyz, direction),
  );
}

// A plane's normal in the scene's frame, by the transposed inverse, which keeps its product with a direction.
fn intoScene(instance: Instance, n: Double3) -> Double3 {
  return Double3(
    alongColumn(instance.toMesh0.x, instance.toMesh1.x, instance.toMesh2.x, n),
    alongColumn(instance.toMesh0.y, instance.toMesh1.y, instance.toMesh2.y, n),
    alongColumn(instance.toMesh0.z, instance.toMesh1.z, instance.toMesh2.z, n),
  );
}

// One coordinate of a normal after the transposed map.
fn alongColumn(x: f32, y: f32, z: f32, n: Double3) -> Double {
  return along(n, vec3<f32>(x, y, z));
}

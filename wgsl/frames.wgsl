// From the scene's frame into that of a mesh.

// A point of the scene in the mesh's frame.
fn intoMesh(instance: Instance, point: vec3<f32>) -> Double3 {
  return Double3(alongRow(instance.toMesh0, point), alongRow(instance.toMesh1, point), alongRow(instance.toMesh2, point));
}

// One coordinate of a point after the affine map with this row.
fn alongRow(row: vec4<f32>, point: vec3<f32>) -> Double {
  let plane = addDouble(twoProduct(row.x, point.x), twoProduct(row.y, point.y));
  return addDouble(addDouble(plane, twoProduct(row.z, point.z)), Double(row.w, 0.0));
}

// The face of a voxel as the surface of the leaves in it, as in HELIOS++: of the cell's faces, the nearest to the hit.
// Every operation rounded as on the CPU.
// uses: double frames

// The normal, turned to the sensor, of the face that is nearest to a point of a ray; of equally near ones the first.
fn turnFace(m: u32, point: vec3<f32>, direction: vec3<f32>) -> vec3<f32> {
  let medium = media[m];
  let nearX = toFace(alongRowF32(medium.toCells0, point));
  let nearY = toFace(alongRowF32(medium.toCells1, point));
  let nearZ = toFace(alongRowF32(medium.toCells2, point));
  let least = min(min(nearX, nearY), nearZ);
  let row = select(select(medium.toCells2, medium.toCells1, nearY == least), medium.toCells0, nearX == least);
  let normal = fixed3(row.xyz * medium.edge);
  return select(normal, -normal, dotFixed(direction, normal) > 0.0);
}

// Cells to the nearest face along an axis.
fn toFace(place: f32) -> f32 {
  let inCell = fixed(place - floor(place));
  return min(inCell, fixed(1.0 - inCell));
}

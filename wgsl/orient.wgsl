// orient: hits on meshes with normals of their own get these in place of those of their triangles, turned to the
// sensor. A voxel that stands for points is seen at the angle of the surface on which they lie.
// uses: double frames hits places
// asks for: mapAt

// Replaces the normal of the hit at a place by that of its triangle, if its mesh has one.
fn orientHit(place: u32, direction: vec3<f32>) {
  if (hitDistance(place) < 0.0) { return; }
  let instance = hits[fieldOf(place, HIT_INSTANCE)];
  let first = normals[instance];
  if (first == 0u) { return; }
  let word = normals[first + hits[fieldOf(place, HIT_TRIANGLE)]];
  if (word == NO_NORMAL) { return; }
  let placed = mapAt(instance);
  var normal = onOctahedron(word);
  if (!isInPlace(placed.flags)) {
    normal = vec3<f32>(
      dotFixed(vec3<f32>(placed.toMesh0.x, placed.toMesh1.x, placed.toMesh2.x), normal),
      dotFixed(vec3<f32>(placed.toMesh0.y, placed.toMesh1.y, placed.toMesh2.y), normal),
      dotFixed(vec3<f32>(placed.toMesh0.z, placed.toMesh1.z, placed.toMesh2.z), normal),
    );
  }
  let length = roundedRoot(dotFixed(normal, normal));
  let scale = roundedQuotient(select(1.0, -1.0, dotFixed(normal, direction) > 0.0), length);
  let facing = bitcast<vec3<u32>>(fixed3(scale * normal));
  hits[fieldOf(place, HIT_NORMAL)] = facing.x;
  hits[fieldOf(place, HIT_NORMAL + 1u)] = facing.y;
  hits[fieldOf(place, HIT_NORMAL + 2u)] = facing.z;
}

// The direction of a word: whole numbers, exact on both devices.
fn onOctahedron(word: u32) -> vec3<f32> {
  let x = bitcast<i32>(word << 16u) >> 16u;
  let y = bitcast<i32>(word) >> 16u;
  let z = NORMAL_FULL - abs(x) - abs(y);
  let isFolded = z < 0;
  let foldedX = select(abs(y) - NORMAL_FULL, NORMAL_FULL - abs(y), x >= 0);
  let foldedY = select(abs(x) - NORMAL_FULL, NORMAL_FULL - abs(x), y >= 0);
  return vec3<f32>(vec3<i32>(select(x, foldedX, isFolded), select(y, foldedY, isFolded), z));
}

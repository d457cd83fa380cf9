// A ray that goes through the trees by itself (walk.wgsl): a subray, or a ray towards the sun.
//
// Entering an instance takes the ray into the mesh's frame; the direction is not renormalised, so
// distances stay comparable.
// uses: boxes frames nearMesh nearest triangles walk
// asks for: HAS_EXITS mapInHand opaqueAt triangleOf
// gives: Walker enter enterMesh leaveMesh meetLeaf

struct Walker {
  start: Ray,
  // In the frame in which it is being traced.
  ray: Ray,
  box: BoxRay,
  nearest: Nearest,
  instance: u32,
  // Whether the ray's origin is that of the frame, not just near it.
  placed: bool,
}

// The nearest hit of a ray.
fn nearestHit(start: Ray) -> Nearest {
  var walker = Walker(start, start, boxRayAbout(start, vec3<f32>()), startNearest(), 0u, true);
  walk(&walker);
  return walker.nearest;
}

fn enter(walker: ptr<function, Walker>, low: vec3<f32>, high: vec3<f32>) -> f32 {
  return enterBox((*walker).box, low, high, (*walker).nearest.distance);
}

fn enterMesh(walker: ptr<function, Walker>, instance: u32) {
  (*walker).instance = instance;
  if (isInPlace(instances[instance].flags)) { return; }
  let start = (*walker).start;
  (*walker).ray = rayNearMesh(mapInHand(instance), start);
  (*walker).box = boxRayAbout((*walker).ray, roundingReach(mapInHand(instance), start.origin));
  (*walker).placed = false;
}

fn leaveMesh(walker: ptr<function, Walker>) {
  (*walker).ray = (*walker).start;
  (*walker).box = boxRayAbout((*walker).start, vec3<f32>());
  (*walker).placed = true;
}

// The triangles of a leaf.
fn meetLeaf(walker: ptr<function, Walker>, first: u32, count: u32) {
  let instance = (*walker).instance;
  // A loop, where "if" would do: software adapters skip loops that no lane enters, but not branches.
  for (var due = u32(!(*walker).placed); due > 0u; due--) {
    (*walker).ray.origin = originInMesh(mapInHand(instance), (*walker).start.origin);
    (*walker).placed = true;
  }
  for (var left = count; left > 0u; left--) {
    let k = first + count - left;
    let triangle = triangleOf(instance, k);
    let distance = intersectTriangle(triangle, (*walker).ray, (*walker).nearest.distance);
    if (distance > 0.0 && opaqueAt(triangle, (*walker).ray, distance, instance)) {
      var nearest = (*walker).nearest;
      keepNearer(&nearest, distance, k, triangle.id, instance);
      (*walker).nearest = nearest;
    }
  }
}

// The ray in the mesh's frame. Its direction is rounded as on the CPU; its origin is off by up to roundingReach: near
// enough for boxes, and most meshes whose box is entered are left before a triangle is met.
fn rayNearMesh(instance: Instance, ray: Ray) -> Ray {
  let direction = directionIntoMesh(instance, ray.direction);
  return Ray(
    placeNearMesh(instance, ray.origin),
    directionIntoMesh(instance, ray.exit),
    direction,
    UNIT * length(direction),
  );
}

// Data for box tests of a ray whose origin may be off by `reach`.
fn boxRayAbout(ray: Ray, reach: vec3<f32>) -> BoxRay {
  let begin = ray.origin + ray.exit;
  // For a ray with an exit beside its origin, the sum is rounded.
  let off = reach + select(vec3<f32>(), ORIGIN_ROUNDING * (abs(ray.origin) + abs(ray.exit)), HAS_EXITS);
  return boxRayOf(begin - off, begin + off, ray.direction);
}

// traverse: the nearest hit of every subray. Each goes through the tree by itself, the nearer child first; boxes that begin
// behind the hit so far are passed over. The CPU takes a pulse's subrays together, as one bundle; here neighbouring invocations
// take neighbouring subrays, and a bundle in one invocation would leave the others idle.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Entering an instance takes the ray into the
// mesh's frame; the direction is not renormalised, so distances stay comparable. Both levels share one stack.

// On the stack below what is left of a mesh, and below everything: no leaf has these numbers.
const LEAVE_MESH: u32 = 0xffffffffu;
const DONE: u32 = 0xfffffffeu;

// A ray in the frame in which it is being traced: it begins at the exit, which is relative to the origin.
struct Ray {
  origin: vec3<f32>,
  exit: vec3<f32>,
  direction: vec3<f32>,
}

// The subray of a pulse in this direction.
fn rayOf(pulse: Pulse, direction: vec3<f32>) -> Ray {
  return Ray(pulse.origin, exitOf(pulse, direction), direction);
}

fn nearestHit(start: Ray) -> Nearest {
  var nearest = startNearest();
  var stack: array<u32, STACK_ENTRIES>;
  stack[0] = DONE;
  var top = 1u;
  var ray = start;
  var box = boxRayAbout(start, vec3<f32>());
  // Whether the ray's origin is that of the frame, not just near it.
  var placed = true;
  var inMesh = false;
  var instance = 0u;
  // Where there is one instance, its own tree is entered at once.
  var child = select(root.topNode, LEAF, root.instanceCount == 1u);
  loop {
    // Down to a leaf, the nearer child first; where neither is entered, back to the one that waits.
    while ((child & LEAF) == 0u) {
      let node = nodesAt(child);
      let a = enterBox(box, node.minA, node.maxA, nearest.distance);
      let b = enterBox(box, node.minB, node.maxB, nearest.distance);
      let aFirst = a <= b;
      child = select(node.childB, node.childA, aFirst);
      if (max(a, b) < FAR_AWAY) {
        stack[top] = select(node.childA, node.childB, aFirst);
        top += 1u;
      } else if (min(a, b) == FAR_AWAY) {
        top -= 1u;
        child = stack[top];
      }
    }
    if (child == DONE) { break; }
    if (child == LEAVE_MESH) {
      inMesh = false;
      placed = true;
      ray = start;
      box = boxRayAbout(start, vec3<f32>());
    } else if (inMesh) {
      // A loop, where "if" would do: software adapters skip loops that no lane enters, but not branches.
      while (!placed) {
        ray.origin = originInMesh(instances[instance], start.origin);
        placed = true;
      }
      intersectLeaf(&nearest, child, ray, instance);
    } else {
      instance = child & NODE2_FIRST_MASK;
      inMesh = true;
      stack[top] = LEAVE_MESH;
      top += 1u;
      if (!isInPlace(instances[instance].flags)) {
        ray = rayNearMesh(instances[instance], start);
        box = boxRayAbout(ray, roundingReach(instances[instance], start.origin));
        placed = false;
      }
      child = instances[instance].rootNode;
      continue;
    }
    top -= 1u;
    child = stack[top];
  }
  return nearest;
}

// The triangles of a leaf.
fn intersectLeaf(nearest: ptr<function, Nearest>, leaf: u32, ray: Ray, instance: u32) {
  let first = leaf & NODE2_FIRST_MASK;
  let last = first + ((leaf >> NODE2_FIRST_BITS) & NODE2_COUNT_MASK);
  for (var k = first; k <= last; k++) {
    let triangle = trianglesAt(k);
    let distance = intersectTriangle(triangle, ray, (*nearest).distance);
    if (distance > 0.0 && opaqueAt(triangle, ray, distance, instance)) {
      keepNearer(nearest, distance, k, triangle.id, instance);
    }
  }
}

// The ray in the mesh's frame. Its direction is rounded as on the CPU; its origin is off by up to roundingReach: near enough
// for boxes, and most meshes whose box is entered are left before a triangle is met.
fn rayNearMesh(instance: Instance, ray: Ray) -> Ray {
  let point = vec4<f32>(ray.origin, 1.0);
  return Ray(
    vec3<f32>(dot(instance.toMesh0, point), dot(instance.toMesh1, point), dot(instance.toMesh2, point)),
    directionIntoMesh(instance, ray.exit),
    directionIntoMesh(instance, ray.direction),
  );
}

// What boxes need to know of a ray whose origin may be off by `reach`.
fn boxRayAbout(ray: Ray, reach: vec3<f32>) -> BoxRay {
  let begin = ray.origin + ray.exit;
  // Where it leaves next to its origin, the sum is rounded.
  let off = reach + select(vec3<f32>(), ORIGIN_ROUNDING * (abs(ray.origin) + abs(ray.exit)), run.exits != 0u);
  return boxRayOf(begin - off, begin + off, ray.direction);
}

// Eight roundings of 2⁻²⁴ of the sum of what is added up, and room to spare: four products, three sums, and the CPU's one.
const ORIGIN_ROUNDING: f32 = 16.0 / 16777216.0;

// How far from its true place, along each axis, the origin of rayNearMesh may lie.
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

// traverse: the nearest hit of every subray. Each goes through the tree by itself, the nearer child first; boxes that begin
// behind the hit so far are passed over.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Entering an instance takes the ray into the
// mesh's frame; the direction is not renormalised, so distances stay comparable. Both levels share one stack.

const LEAF: u32 = 0x80000000u;
const COUNT_SHIFT: u32 = 26u;
const COUNT_MASK: u32 = 31u;
const FIRST_MASK: u32 = 0x03ffffffu;

// A ray in the frame in which it is being traced.
struct Ray {
  origin: vec3<f32>,
  direction: vec3<f32>,
}

fn nearestHit(origin: vec3<f32>, direction: vec3<f32>) -> Nearest {
  var nearest = nothingHit();
  var stack: array<u32, STACK_ENTRIES>;
  var top = 0u;
  // Where the mesh's part of the stack begins.
  var base = 0u;
  var inMesh = false;
  var instance = 0u;
  var ray = Ray(origin, direction);
  var box = boxRayOf(origin, direction);
  // Where there is one instance, its own tree is entered at once.
  var child = select(chunk.topNode, LEAF, chunk.instanceCount == 1u);
  loop {
    if ((child & LEAF) == 0u) {
      let node = nodesAt(child);
      let a = enterBox(box, node.minA, node.maxA, nearest.distance);
      let b = enterBox(box, node.minB, node.maxB, nearest.distance);
      let aFirst = a <= b;
      if (min(a, b) < FAR_AWAY) {
        if (max(a, b) < FAR_AWAY) {
          stack[top] = select(node.childA, node.childB, aFirst);
          top += 1u;
        }
        child = select(node.childB, node.childA, aFirst);
        continue;
      }
    } else if (inMesh) {
      intersectLeaf(&nearest, child, ray, instance);
    } else {
      instance = child & FIRST_MASK;
      inMesh = true;
      base = top;
      child = instances[instance].rootNode;
      if ((instances[instance].flags & IN_PLACE) == 0u) {
        ray = rayInMesh(instances[instance], origin, direction);
        box = boxRayOf(ray.origin, ray.direction);
      }
      continue;
    }
    // Back to the child that waits; out of the mesh where none does.
    if (inMesh && top == base) {
      inMesh = false;
      ray = Ray(origin, direction);
      box = boxRayOf(origin, direction);
    }
    if (top == 0u) { break; }
    top -= 1u;
    child = stack[top];
  }
  return nearest;
}

// The triangles of a leaf.
fn intersectLeaf(nearest: ptr<function, Nearest>, leaf: u32, ray: Ray, instance: u32) {
  let first = leaf & FIRST_MASK;
  let last = first + ((leaf >> COUNT_SHIFT) & COUNT_MASK);
  for (var k = first; k <= last; k++) {
    let triangle = trianglesAt(k);
    let distance = intersectTriangle(triangle, ray.origin, ray.direction, (*nearest).distance);
    if (distance > 0.0) { keepNearer(nearest, distance, k, triangle.id, instance); }
  }
}

fn rayInMesh(instance: Instance, origin: vec3<f32>, direction: vec3<f32>) -> Ray {
  let point = intoMesh(instance, origin);
  return Ray(
    vec3<f32>(doubleToF32(point.x), doubleToF32(point.y), doubleToF32(point.z)),
    vec3<f32>(
      dotFixed(instance.toMesh0.xyz, direction),
      dotFixed(instance.toMesh1.xyz, direction),
      dotFixed(instance.toMesh2.xyz, direction),
    ),
  );
}

// The way of a walker through the trees: of a ray (ray.wgsl) or a bundle of rays (bundle.wgsl). The nearer child comes
// first; boxes that begin behind the hits so far are passed over.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Both share one stack. Movers have a
// tree of their own, which comes last.
// uses: nearest
// asks for: HAS_MOVERS Walker enter enterMesh leaveMesh mapMover meetLeaf moverRoot rootOf

// A mark on the stack, below the rest of a mesh, as DONE is below everything; no leaf has this number.
const LEAVE_MESH: u32 = 0xffffffffu;

// No walk takes more steps. Loops without a visible end would get a counter of 64 bits from compilers.
const STEPS_MAX: u32 = 0xffffffffu;

fn walk(walker: ptr<function, Walker>) {
  var stack: array<u32, STACK_ENTRIES>;
  stack[0] = DONE;
  var top = 1u;
  if (HAS_MOVERS) {
    stack[1] = moverRoot();
    top = 2u;
  }
  var inMesh = false;
  // A single instance's own tree is entered at once.
  var child = select(root.topNode, LEAF, root.instanceCount == 1u);
  if (HAS_MOVERS && root.instanceCount == 0u) {
    top = 1u;
    child = stack[1];
  }
  for (var left = STEPS_MAX; left > 0u; left--) {
    // Down to a leaf, the nearer child first; if neither is entered, back to the one that waits.
    for (var down = STEPS_MAX; down > 0u; down--) {
      if ((child & LEAF) != 0u) { break; }
      let node = nodesAt(child);
      let a = enter(walker, node.minA, node.maxA);
      let b = enter(walker, node.minB, node.maxB);
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
      leaveMesh(walker);
    } else if (inMesh) {
      meetLeaf(walker, child & NODE2_FIRST_MASK, ((child >> NODE2_FIRST_BITS) & NODE2_COUNT_MASK) + 1u);
    } else {
      let instance = child & NODE2_FIRST_MASK;
      // A mover that is not there then is passed over.
      if (mapMover(instance)) {
        inMesh = true;
        stack[top] = LEAVE_MESH;
        top += 1u;
        enterMesh(walker, instance);
        child = rootOf(instance);
        continue;
      }
    }
    top -= 1u;
    child = stack[top];
  }
}

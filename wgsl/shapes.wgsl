// shapes: the shape of a mover's mesh at the time of a pulse. A clip has keys; the time of a pulse gives a moment of
// the clip, this the interval between two keys and the share of it that has passed. Each interval has a tree of its own
// over the places that triangles sweep in it (blend.wgsl). Phases and Shapes are read as the Instances behind which
// they lie.
// uses: double knots
// gives: rootOf takeShape

// Of the last mover that was mapped: its interval, the share of it, the nodes before the tree of the interval, and the
// triangles from a key to the next one.
var<private> shapeInterval: u32;
var<private> shapeShare: f32;
var<private> intervalNodes: u32;
var<private> cornerStride: u32;

fn isDeforming(instance: u32) -> bool {
  return (instances[instance].flags & DEFORMS) != 0u;
}

// Takes the interval of a mover at a time of the scene's clock, and the share of it, by its motion.
fn takeShape(motion: u32, time: Double) {
  let shape = instances[motion].uvMaps;
  let moment = timeInMotion(shape, momentAt(instances[motion].flags, time));
  let knot = knotAt(shape, moment);
  let passed = multiplyDouble(subtractDouble(moment, timeOfKnot(knot)), perStepOf(knot));
  shapeShare = clamp(doubleToF32(passed), 0.0, 1.0);
  shapeInterval = knot - instances[shape].rootNode;
  intervalNodes = shapeInterval * instances[shape].flags;
  cornerStride = instances[shape].uvMaps;
}

// The moment of the clip at a time; before the first of its phases the first, after the last the last.
fn momentAt(phases: u32, time: Double) -> Double {
  let knot = knotAt(phases, time);
  var share = multiplyDouble(subtractDouble(time, timeOfKnot(knot)), perStepOf(knot));
  if (share.x <= 0.0) { share = Double(0.0, 0.0); }
  // With a share of 0 the knot may be the last one.
  let next = select(knot + 1u, knot, share.x == 0.0);
  return alongWay(doubleFromPair(instances[knot].toMesh0.x, instances[knot].toMesh1.x),
    doubleFromPair(instances[next].toMesh0.x, instances[next].toMesh1.x), share);
}

fn perStepOf(knot: u32) -> Double {
  return doubleFromPair(bitcast<f32>(instances[knot].rootNode), bitcast<f32>(instances[knot].surfaceBase));
}

// The root of the tree of an instance, of a mover the last one that was mapped.
fn rootOf(instance: u32) -> u32 {
  return instances[instance].rootNode + select(0u, intervalNodes, isDeforming(instance));
}

// knots: what changes between knots over time: the last knot at a moment, and a number between two of them. Motions,
// the phases of clips and the shapes of meshes have knots, read as the Instances behind which they lie.
// uses: double

// The time in a motion's knots: of one that repeats itself, in the first period, before which it stands.
fn timeInMotion(motion: u32, time: Double) -> Double {
  if (lessDouble(time, timeOfKnot(instances[motion].rootNode))) { return time; }
  return timeInRounds(motion, time);
}

// The same of what has repeated itself before its first knot, too, as a clip that begins anew has.
fn timeInRounds(motion: u32, time: Double) -> Double {
  let repeats = instances[motion].toMesh0;
  if (repeats.z == 0.0) { return time; }
  let start = timeOfKnot(instances[motion].rootNode);
  let period = doubleFromPair(repeats.x, repeats.y);
  let since = subtractDouble(time, start);
  let periods = floor(fixed(doubleToF32(since) * repeats.z));
  var within = subtractDouble(since, scaleDouble(period, periods));
  // The number of periods is f32: one may be too many, or missing.
  if (within.x < 0.0) { within = addDouble(within, period); }
  if (!lessDouble(within, period)) { within = subtractDouble(within, period); }
  return addDouble(start, within);
}

fn timeOfKnot(knot: u32) -> Double {
  return doubleFromPair(instances[knot].toMesh0.w, instances[knot].toMesh1.w);
}

// The last knot at or before a time; the first one before all of them.
fn knotAt(motion: u32, time: Double) -> u32 {
  let first = instances[motion].rootNode;
  var low = 0u;
  var high = instances[motion].surfaceBase;
  for (var left = 32u; left > 0u; left--) {
    if (low + 1u >= high) { break; }
    let middle = (low + high) >> 1u;
    let isLater = lessDouble(time, timeOfKnot(first + middle));
    low = select(middle, low, isLater);
    high = select(high, middle, isLater);
  }
  return first + low;
}

// A coordinate of the position at a share of the way to the next knot.
fn alongWay(start: Double, end: Double, share: Double) -> Double {
  return addDouble(start, multiplyDouble(share, subtractDouble(end, start)));
}

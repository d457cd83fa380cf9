// perturb: what the instrument adds of its own. Ranging noise: normal, independent from return to return, along the beam.

// By how much return `returnNumber` of the pulse of this number is shifted along the beam.
fn rangeError(number: u32, returnNumber: u32) -> f32 {
  if (instrument.rangeNoise <= 0.0) {
    return 0.0;
  }
  let words = draw(program.key, number, returnNumber, DRAW_RANGE);
  return doubleToF32(scaleDouble(normal(words.x, words.y), instrument.rangeNoise));
}

// A standard normal number of two words (Box and Muller 1958).
fn normal(radius: u32, angle: u32) -> Double {
  return multiplyDouble(rootDouble(-2.0 * logUniform(radius)), circlePoint(angle).cosine);
}

// The point moved along the beam.
fn shift(point: Point, pulse: Pulse, by: f32) -> Point {
  var moved = point;
  for (var axis = 0; axis < 3; axis++) {
    let way = twoProduct(by, pulse.direction[axis]);
    moved.position[axis] = doubleToF32(addDouble(way, Double(point.position[axis], 0.0)));
  }
  moved.range = fixed(point.range + by);
  return moved;
}

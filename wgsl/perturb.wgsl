// perturb: the instrument's own errors. Errors of ranges: normal, independent from return to return, along the beam.
// Errors of angles: normal, one for all returns of a pulse, which are turned about the pulse's origin.
// uses: double normalPair random rangeError

fn hasAngleNoise() -> bool {
  return instrument.headAngleNoise > 0.0 || instrument.rightAngleNoise > 0.0 || instrument.upAngleNoise > 0.0;
}

// The point as the instrument measures it; `half` is the angleError of its pulse.
fn perturbed(point: Point, pulse: Pulse, half: vec3<f32>) -> Point {
  var read = point;
  if (hasRangeNoise()) {
    read = shift(read, pulse, rangeError(point.range, noiseOf(point.pulse, point.returnNumber)));
  }
  if (hasAngleNoise()) {
    read = turn(read, pulse, half);
  }
  return read;
}

// ---- ranges ---------------------------------------------------------------------------------------------------------

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

// ---- angles ---------------------------------------------------------------------------------------------------------

// Half of the rotation vector by which the angles of the pulse are misread, in the device frame.
fn angleError(pulse: Pulse) -> vec3<f32> {
  let words = draw(program.key, pulse.number, 0u, DRAW_ANGLE);
  var numbers: array<vec2<f32>, 2>;
  for (var k = fromZero(); k < 2; k++) {
    let pair = normalPair(words[2 * k], words[2 * k + 1]);
    numbers[k] = vec2<f32>(doubleToF32(pair.cosine), doubleToF32(pair.sine));
  }
  let upwards = 0.5 * instrument.upAngleNoise * numbers[0].x;
  let sidewards = 0.5 * instrument.rightAngleNoise * numbers[0].y;
  let aboutHead = 0.5 * instrument.headAngleNoise * numbers[1].x;
  // A turn about the right-hand direction moves the ray upwards, one about right × ray sidewards.
  return aboutHead * pulse.headAxis + upwards * pulse.right + sidewards * cross(pulse.right, pulse.direction);
}

// The point turned about the pulse's origin, by Rodrigues' formula for the vector g of tan(θ/2) about the axis
// (Rodrigues 1840): v + 2 / (1 + g²) · (g × v + g × (g × v)), which keeps the length of v for any g. Using θ/2 for its
// tangent makes angles too small by the fraction θ²/12.
fn turn(point: Point, pulse: Pulse, half: vec3<f32>) -> Point {
  var moved = point;
  let across = cross(half, point.position - pulse.origin);
  let by = fixed3(2.0 / (1.0 + dot(half, half)) * (across + cross(half, across)));
  moved.position = fixed3(point.position + by);
  return moved;
}

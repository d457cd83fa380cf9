// pulse: from a pulse's number to its time, channel, origin and axis. Its shot determines its time and the state of the
// deflector; the head turns the deflected beam, and the platform's pose of that very time carries it into the world.
// All in F64: the CPU's bits, since a direction that differs in its last one lands on another leaf. Origin, axis and
// right-hand direction go through in a loop, so that a driver inlines each step of the long arithmetic once.
// uses: angles double float64 pose schedule trigonometry vectors
// asks for: deflect

// The pulse of this number.
fn makePulse(number: u32) -> Pulse {
  let shotNumber = number / program.channelCount;
  let channel = number - shotNumber * program.channelCount;

  let shot = schedule(shotNumber, channels[channel].fireTime);
  let time = shot.time;
  let swept = multiplyF64(program.headRate, time);
  var pulse: Pulse;
  pulse.number = number;
  pulse.channel = channel;
  pulse.silent = u32(shot.idle | isOutside(swept));
  pulse.timeHigh = f64ToF32(time);
  pulse.timeLow = f64ToF32(subtractF64(time, f64FromF32(pulse.timeHigh)));
  pulse.rangeMin = channels[channel].rangeMin;
  pulse.rangeMax = channels[channel].rangeMax;

  let beam = deflect(shot, channel);
  let head = headAt(swept);
  let pose = moveToPose(time);
  aim(&pulse, beam, head, pose);
  return pulse;
}

// Sine and cosine of the head's angle when it has swept so much.
fn headAt(swept: F64) -> SineCosine {
  if (program.head != HEAD_TURNS) { return SineCosine(program.headSine, program.headCosine); }
  return sinCos(addF64(program.headStart, swept));
}

// Whether the head has left the sector in which pulses leave.
fn isOutside(swept: F64) -> bool {
  if (exponentF64(program.sector) == F64_INFINITE) { return false; }
  let turned = absF64(swept);
  // Not negative: cutting off is rounding down.
  let within = subtractF64(turned, multiplyF64(truncateF64(divideF64(turned, TURN)), TURN));
  return !lessF64(within, program.sector);
}

// The beam's right-hand direction: that of the deflector's frame after the least rotation that takes +y to the beam.
fn rightOf(beam: Vector) -> Vector {
  if (program.rolls != 0u) {
    let across = levelLength(beam);
    return Vector(divideF64(beam[2], across), F64_ZERO, negateF64(divideF64(beam[0], across)));
  }
  // x − k (y + d) with k = d_x / (1 + d_y).
  let k = shear(beam);
  let away = negateF64(k);
  let ahead = addF64(F64_ONE, beam[1]);
  if (isZeroF64(k)) { return Vector(F64_ONE, zeroF64(away, ahead), zeroF64(away, beam[2])); }
  return Vector(
    subtractF64(F64_ONE, multiplyF64(k, beam[0])),
    multiplyF64(away, ahead),
    multiplyF64(away, beam[2]),
  );
}

// The length of (d_z, 0, −d_x), which at length 1 is the right-hand direction of a beam that turns
// about itself as it goes round.
fn levelLength(beam: Vector) -> F64 {
  let square = addF64(multiplyF64(beam[0], beam[0]), multiplyF64(beam[2], beam[2]));
  return sqrtF64(maxF64(square, F64_MIN_NORMAL));
}

// d_x / (1 + d_y); for a beam that goes back, 1 + d_y from the other two.
fn shear(beam: Vector) -> F64 {
  if (isZeroF64(beam[0])) { return beam[0]; }
  var above = beam[0];
  var below = addF64(F64_ONE, beam[1]);
  if (lessF64(beam[1], F64_ZERO)) {
    above = multiplyF64(beam[0], subtractF64(F64_ONE, beam[1]));
    below = addF64(multiplyF64(beam[0], beam[0]), multiplyF64(beam[2], beam[2]));
    below = maxF64(below, F64_MIN_NORMAL);
  }
  return divideF64(above, below);
}

// Origin, right-hand direction, axis, and that of the head: the channel's place and two directions of its deflector's
// frame, through channel, head and platform. A place at the head's origin is passed over: the loop begins behind it.
fn aim(pulse: ptr<function, Pulse>, beam: Vector, head: SineCosine, pose: Pose) {
  let channel = (*pulse).channel;
  let inHead = vectorsInHead(channel, beam);
  var placed: array<Vector, 3>;
  for (var k = select(1, 0, channels[channel].isAside != 0u); k < 3; k++) {
    placed[k] = rotateF64(pose.rows, turnHead(inHead[k], head));
  }
  for (var axis = fromZero(); axis < 3; axis++) {
    (*pulse).origin[axis] = f64ToF32(addF64(pose.origin[axis], placed[0][axis]));
    (*pulse).right[axis] = f64ToF32(placed[1][axis]);
    (*pulse).direction[axis] = f64ToF32(placed[2][axis]);
    (*pulse).headAxis[axis] = f64ToF32(pose.rows[axis][2]);
  }
  let right = addF64(multiplyF64(placed[2][0], pose.level[0]), multiplyF64(placed[2][1], pose.level[1]));
  (*pulse).scanAngle = azimuth(f64ToF32(right), -(*pulse).direction[2]);
}

// The channel's place, right-hand direction and axis in the head's frame. Vectors that a channel keeps are passed over,
// and so are products if its frame is not turned, or by quarter turns: loops begin at their end.
fn vectorsInHead(channel: u32, beam: Vector) -> array<Vector, 3> {
  var vectors = array<Vector, 3>(channels[channel].origin, channels[channel].right, channels[channel].axis);
  if (program.kind == DEFLECT_STEADY) { return vectors; }
  let deflected = array<Vector, 3>(vectors[0], rightOf(beam), beam);
  let isTurned = channels[channel].frame == FRAME_TURNED;
  let axes = axesOf(channel);
  for (var k = select(3, 1, isTurned); k < 3; k++) { vectors[k] = rotateF64(axes, deflected[k]); }
  for (var k = select(1, 3, isTurned); k < 3; k++) { vectors[k] = swapAxes(axes, deflected[k]); }
  return vectors;
}

// Rows of the rotation from the deflector's frame to the head's.
fn axesOf(channel: u32) -> array<Vector, 3> {
  let x = channels[channel].axisX;
  let y = channels[channel].axisY;
  let z = channels[channel].axisZ;
  return array<Vector, 3>(Vector(x[0], y[0], z[0]), Vector(x[1], y[1], z[1]), Vector(x[2], y[2], z[2]));
}

// A vector of the head's frame turned with it, clockwise.
fn turnHead(v: Vector, head: SineCosine) -> Vector {
  // Of v · 1 ± 0 only zeros may have another sign.
  if (program.head == HEAD_AHEAD) { return Vector(plusZero(v[0], v[1]), plusZero(v[1], negateF64(v[0])), v[2]); }
  return Vector(
    addF64(multiplyF64(v[0], head.cosine), multiplyF64(v[1], head.sine)),
    subtractF64(multiplyF64(v[1], head.cosine), multiplyF64(v[0], head.sine)),
    v[2],
  );
}

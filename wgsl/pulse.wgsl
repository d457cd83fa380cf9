// pulse: from a pulse's number to its time, origin, axis and channel. The scanner stands or moves straight ahead at constant
// speed; its pose is that of the pulse's own time. All in F64: the CPU's bits, since a direction that differs in its last one
// lands on another leaf.

const TURN = F64(0x54442d18u, 0x401921fbu);

// The pulse of this number.
fn makePulse(number: u32) -> Pulse {
  let turn = number / program.cycle;
  let step = number - turn * program.cycle;
  let spinning = program.kind == 0u;
  let channel = select(0u, step, spinning);
  let laser = channels[channel];

  // When, and where the head stands then.
  let inTurn = multiplyF64(f64FromU32(step), f64FromPair(program.pulsePeriodHigh, program.pulsePeriodLow));
  let turns = multiplyF64(f64FromU32(turn), f64FromPair(program.cyclePeriodHigh, program.cyclePeriodLow));
  let time = addF64(addF64(turns, inTurn), f64FromPair(laser.fireTimeHigh, laser.fireTimeLow));
  let swept = multiplyF64(time, f64FromPair(program.azimuthRateHigh, program.azimuthRateLow));
  let head = addF64(f64FromPair(program.azimuthStartHigh, program.azimuthStartLow), swept);

  var pulse: Pulse;
  pulse.number = number;
  pulse.channel = channel;
  pulse.silent = u32(!lessF64(withinTurn(swept), f64FromF32(program.sector)));
  pulse.timeHigh = f64ToF32(time);
  pulse.timeLow = f64ToF32(subtractF64(time, f64FromF32(pulse.timeHigh)));
  let turned = sinCosOfEach(array<F64, 3>(head, addF64(head, f64FromF32(laser.azimuthOffset)), elevationOf(laser, step)));
  pulse.origin = placeOrigin(laser, turned[0], time);
  aim(&pulse, turned[1], turned[2]);
  return pulse;
}

// In a loop, so that a driver inlines sinCos once.
fn sinCosOfEach(angles: array<F64, 3>) -> array<SineCosine, 3> {
  var turned = array<SineCosine, 3>();
  for (var k = 0; k < rounds(3); k++) {
    turned[k] = sinCos(angles[k]);
  }
  return turned;
}

// What an angle has beyond whole turns.
fn withinTurn(angle: F64) -> F64 {
  return subtractF64(angle, multiplyF64(floorF64(divideF64(angle, TURN)), TURN));
}

fn elevationOf(laser: Channel, step: u32) -> F64 {
  if (program.kind == 0u) {
    return f64FromF32(laser.elevation);
  }
  let start = f64FromPair(program.elevationStartHigh, program.elevationStartLow);
  return addF64(start, multiplyF64(f64FromU32(step), f64FromPair(program.elevationStepHigh, program.elevationStepLow)));
}

// Origin: the scanner's position at that time, and the channel's own place turned with the head (clockwise from above).
fn placeOrigin(laser: Channel, head: SineCosine, time: F64) -> vec3<f32> {
  let x = f64FromF32(laser.origin.x);
  let y = f64FromF32(laser.origin.y);
  let place = array<F64, 3>(
    addF64(multiplyF64(x, head.cosine), multiplyF64(y, head.sine)),
    subtractF64(multiplyF64(y, head.cosine), multiplyF64(x, head.sine)),
    f64FromF32(laser.origin.z),
  );
  var origin: vec3<f32>;
  for (var axis = 0; axis < rounds(3); axis++) {
    let start = f64FromPair(program.positionHigh[axis], program.positionLow[axis]);
    let velocity = f64FromPair(program.velocityHigh[axis], program.velocityLow[axis]);
    let position = addF64(addF64(start, multiplyF64(time, velocity)), toFrame(place, axis));
    origin[axis] = f64ToF32(position);
  }
  return origin;
}

// Axis and right-hand direction of a beam at `azimuth` (clockwise from y) and `elevation` in the scanner's frame.
fn aim(pulse: ptr<function, Pulse>, azimuth: SineCosine, elevation: SineCosine) {
  let direction = array<F64, 3>(
    multiplyF64(elevation.cosine, azimuth.sine),
    multiplyF64(elevation.cosine, azimuth.cosine),
    elevation.sine,
  );
  let right = array<F64, 3>(azimuth.cosine, negateF64(azimuth.sine), F64_ZERO);
  var scanSine = F64_ZERO;
  for (var axis = 0; axis < rounds(3); axis++) {
    let d = toFrame(direction, axis);
    (*pulse).direction[axis] = f64ToF32(d);
    (*pulse).right[axis] = f64ToF32(toFrame(right, axis));
    scanSine = addF64(scanSine, multiplyF64(d, f64FromF32(program.right[axis])));
  }
  // No sine is larger than 1.
  let beyond = magnitudeLessF64(F64_ONE, scanSine);
  (*pulse).scanSine = f64ToF32(select(scanSine, F64(0u, F64_ONE.y | (scanSine.y & F64_SIGN)), beyond));
}

// One coordinate of a vector of the scanner's frame in the device frame.
fn toFrame(v: array<F64, 3>, axis: i32) -> F64 {
  let axes = array<vec3<f32>, 3>(program.axisX, program.axisY, program.axisZ);
  var sum = F64_MINUS_ZERO;
  for (var k = 0; k < rounds(3); k++) {
    sum = addF64(sum, multiplyF64(v[k], f64FromF32(axes[k][axis])));
  }
  return sum;
}

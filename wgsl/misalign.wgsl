// misalign: an instrument with systematic errors aims its beam beside the direction that it reads. The reading is kept
// for misread.
// uses: angles double float64 schedule turns
// asks for: deflect

// The instrument's reading of a pulse.
fn readingOf(pulse: Pulse, rangeError: f32) -> Reading {
  return Reading(pulse.right, rangeError, pulse.direction, 0.0);
}

// The angle of a pulse's beam about x of the deflector's frame, from the undeflected one.
fn angleOfBeam(number: u32) -> f32 {
  let shotNumber = number / program.channelCount;
  let channel = number - shotNumber * program.channelCount;
  let beam = deflect(schedule(shotNumber, channels[channel].fireTime), channel);
  return azimuth(f64ToF32(beam[2]), f64ToF32(beam[1]));
}

// The errors at an angle: range, deflection, head.
fn deviationAt(angle: f32, cells: u32) -> vec3<f32> {
  let place = fixed(fixed(fixed(angle * PER_TURN) + 0.5) * f32(cells));
  let cell = min(u32(max(place, 0.0)), cells - 1u);
  let share = fixed(place - f32(cell));
  let start = errorsOf(deviations[cell]);
  return fixed3(start + fixed3(share * fixed3(errorsOf(deviations[cell + 1u]) - start)));
}

fn errorsOf(deviation: Deviation) -> vec3<f32> {
  return vec3<f32>(deviation.range, deviation.deflection, deviation.head);
}

// The pulse in its true direction.
fn misaligned(pulse: Pulse, errors: vec3<f32>) -> Pulse {
  var turned = pulse;
  if (instrument.measuredLimits != 0u) { shiftLimits(&turned, errors.x); }
  if (errors.y != 0.0) { raise(&turned, errors.y); }
  if (errors.z != 0.0) { turnAside(&turned, errors.z); }
  return turned;
}

// Limits hold for the reading of a range: its error is not yet in the ranges of hits.
fn shiftLimits(pulse: ptr<function, Pulse>, rangeError: f32) {
  (*pulse).rangeMin -= rangeError;
  (*pulse).rangeMax -= rangeError;
}

// Turns the beam upwards, about its right-hand direction.
fn raise(pulse: ptr<function, Pulse>, angle: f32) {
  let turn = sineCosineOf(angle);
  let up = crossFixed((*pulse).right, (*pulse).direction);
  (*pulse).direction = ofUnitLength(combined((*pulse).direction, turn.y, up, turn.x));
}

// Turns the beam clockwise about the axis of the head.
fn turnAside(pulse: ptr<function, Pulse>, angle: f32) {
  let turn = sineCosineOf(angle);
  (*pulse).right = turnVector((*pulse).right, (*pulse).headAxis, turn);
  (*pulse).direction = turnVector((*pulse).direction, (*pulse).headAxis, turn);
}

// A vector turned about an axis by an angle of this sine and cosine, by Rodrigues' formula (1840): v cos − (k × v)
// sin + k (k · v) (1 − cos).
fn turnVector(v: vec3<f32>, axis: vec3<f32>, turn: vec2<f32>) -> vec3<f32> {
  let along = fixed(dotFixed(axis, v) * fixed(1.0 - turn.y));
  let across = combined(v, turn.y, crossFixed(axis, v), -turn.x);
  return ofUnitLength(fixed3(across + fixed3(axis * along)));
}

// Places at the last summit of a waveform, in intervals from the part's first sample on: its vertex, and its crossings
// of a power on the way up and down.
// uses: double logarithm summits wave

// The vertex of the summit, and its power, W; twice the fall of the logarithm over one interval: 1/σ² of a Gaussian.
var<private> vertex: f32;
var<private> vertexPower: f32;
var<private> vertexBend: f32;

// Finds the vertex: of the parabola through the logarithms of the highest sample and its neighbours,
// or the middle of a plateau.
fn findVertex() {
  vertex = 0.5 * f32(top + topEnd);
  vertexPower = topPower;
  vertexBend = 0.0;
  if (top != topEnd || top == 0 || top == waveCount - 1 || isSaturated(top)) { return; }
  let before = powerAt(top - 1);
  let after = powerAt(top + 1);
  if (!(before > 0.0 && after > 0.0)) { return; }
  let rise = ratioLog(topPower, before);
  let fall = ratioLog(topPower, after);
  let bend = fixed(rise + fall);
  if (!(bend > 0.0)) { return; }
  let offset = roundedQuotient(fixed(0.5 * fixed(rise - fall)), bend);
  vertex = fixed(vertex + offset);
  vertexPower = topPower * exp(0.25 * (rise - fall) * offset);
  vertexBend = bend;
}

// Place at which the waveform last rises to a power before the summit; −1 if it is above it from the valley on.
fn crossUp(power: f32) -> f32 {
  var k = top;
  for (var left = top - valleyBefore; left > 0; left--) {
    if (!(powerAt(k - 1) >= power)) { break; }
    k -= 1;
  }
  if (k == valleyBefore) { return select(-1.0, 0.0, k == 0 && powerAt(0) >= power); }
  return fixed(f32(k - 1) + crossing(powerAt(k - 1), powerAt(k), power));
}

// Place at which the waveform first falls to a power behind the summit; −1 if it stays above it up to the valley.
fn crossDown(power: f32) -> f32 {
  var k = topEnd;
  for (var left = valleyAfter - topEnd; left > 0; left--) {
    if (!(powerAt(k + 1) >= power)) { break; }
    k += 1;
  }
  if (k == valleyAfter) { return -1.0; }
  return fixed(f32(k + 1) - crossing(powerAt(k + 1), powerAt(k), power));
}

// Place of a power between two samples. On the flanks of a Gaussian with the height V, √(ln V/P) is linear; without
// light below, the power itself.
fn crossing(below: f32, above: f32, power: f32) -> f32 {
  if (!(below > 0.0)) { return roundedQuotient(fixed(power - below), fixed(above - below)); }
  let lower = steps(below);
  return roundedQuotient(fixed(lower - steps(power)), fixed(lower - steps(above)));
}

// √(ln V/P): for a Gaussian, √½ times the standard deviations from its middle.
fn steps(power: f32) -> f32 { return roundedRoot(max(ratioLog(vertexPower, power), 0.0)); }

fn ratioLog(a: f32, b: f32) -> f32 { return logarithm(roundedQuotient(a, b)); }

// Full width at half maximum of the summit, in intervals: twice the half that is seen; −1 if neither is.
fn measuredWidth() -> f32 {
  let up = crossUp(0.5 * vertexPower);
  let down = crossDown(0.5 * vertexPower);
  if (up >= 0.0 && down >= 0.0) { return down - up; }
  if (up >= 0.0) { return 2.0 * (vertex - up); }
  if (down >= 0.0) { return 2.0 * (down - vertex); }
  return -1.0;
}

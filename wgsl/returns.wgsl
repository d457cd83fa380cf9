// Returns from the hits that belong to one echo: an echo lies at the energy-weighted mean of its hits, not on the beam's axis, moved
// along the axis to the range that the receiver found; its surface is the one that sent back most.

// The echo of the hits between two ranges, moved by `shift` beyond its mean range; numbered later.
fn makeReturn(sums: Sums, pulse: Pulse, base: u32, first: f32, last: f32, shift: f32) -> Point {
  let beyond = sums.ranges / sums.energy;
  var point = Point();
  point.range = first + (beyond + shift);
  point.energy = sums.energy;
  point.echoWidth = echoWidth(max(sums.squares / sums.energy - beyond * beyond, 0.0));
  point.hitSubrays = sums.subraysIn;
  point.surface = surfaceOf(base, first, last);
  if (run.colors != NO_COLORS) { point.color = innermost(base, first, last, point.surface); }
  point.position = pulse.origin + (first * pulse.direction + (shift * pulse.direction + sums.offset / sums.energy));
  let length = sqrt(dot(sums.normal, sums.normal));
  if (length > 0.0) { point.normal = sums.normal / length; }
  point.incidenceCosine = clamp(-dot(point.normal, pulse.direction), 0.0, 1.0);
  copyPulse(pulse, &point);
  return point;
}

// The place on the beam's axis at a range.
fn onAxis(pulse: Pulse, range: Double) -> vec3<f32> {
  var place: vec3<f32>;
  for (var axis = fromZero(); axis < 3; axis++) {
    place[axis] = doubleToF32(addDouble(scaleDouble(range, pulse.direction[axis]), Double(pulse.origin[axis], 0.0)));
  }
  return place;
}

// Full width at half maximum of the echo: that of the pulse and that of the ranges (there and back) in quadrature.
fn echoWidth(rangeVariance: f32) -> f32 {
  let perMetre = f32(FWHM_PER_SIGMA) * 2.0 / f32(LIGHT_SPEED);
  let spread = perMetre * sqrt(rangeVariance);
  // In nanoseconds: the squares of seconds would be too small for f32.
  let a = instrument.pulseDuration * 1e9;
  let b = spread * 1e9;
  return sqrt(a * a + b * b) * 1e-9;
}

// The surface that contributed most of the energy between two ranges; the lower number if two are equal.
fn surfaceOf(base: u32, first: f32, last: f32) -> u32 {
  var best = 0u;
  var most = -1.0;
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (!isBetween(k, first, last)) { continue; }
    let surface = hitSurface(k);
    if (most >= 0.0 && surface == best) { continue; }
    let sum = energyOf(surface, base, left, first, last);
    if (sum > most || (sum == most && surface < best)) {
      most = sum;
      best = surface;
    }
  }
  return best;
}

// The first subray, on the ring nearest to the beam's axis, that hit a surface between two ranges.
fn innermost(base: u32, first: f32, last: f32, surface: u32) -> u32 {
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (isBetween(k, first, last) && hitSurface(k) == surface) { return run.subrayCount - left; }
  }
  return run.subrayCount - 1u;
}

// Energy from a surface between two ranges, over the last `count` hits.
fn energyOf(surface: u32, base: u32, count: u32, first: f32, last: f32) -> f32 {
  var sum = 0.0;
  for (var left = count; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (hitSurface(k) == surface && isBetween(k, first, last)) { sum += hitEnergy(k); }
  }
  return sum;
}

// What a return has from its pulse.
fn copyPulse(pulse: Pulse, point: ptr<function, Point>) {
  (*point).pulse = pulse.number;
  (*point).channel = pulse.channel;
  (*point).scanSine = pulse.scanSine;
  (*point).timeHigh = pulse.timeHigh;
  (*point).timeLow = pulse.timeLow;
}

// Numbers the returns of a pulse; `cut` is RETURNS_CUT or 0.
fn numberReturns(out: u32, count: u32, cut: u32) {
  for (var left = count; left > 0u; left--) {
    let r = left - 1u;
    returns[out + r].returnNumber = r + 1u;
    returns[out + r].returnCount = count | cut;
  }
}

// Returns from the hits that belong to one echo: an echo lies on the beam's axis at the range that the receiver found,
// or at the energy-weighted mean of its hits, moved along the axis to that range; its surface is the one that sent back
// the most energy, or that of one hit.
// uses: double hits limits places sums

// The echo of the hits between two ranges, moved by `shift` beyond its mean range; numbered later.
fn makeReturn(sums: Sums, pulse: Pulse, base: u32, first: f32, last: f32, shift: f32) -> Point {
  var point = storeEcho(sums, pulse, first, shift);
  point.surface = surfaceOf(base, first, last);
  if (run.colors != NO_COLORS) { point.color = innermost(base, first, last, point.surface); }
  storeNormal(pulse, sums.normal, &point);
  return point;
}

// Like makeReturn, but with surface, colour and normal of the hit of one subray.
fn makeReturnOf(sums: Sums, pulse: Pulse, base: u32, subray: u32, first: f32, shift: f32) -> Point {
  var point = storeEcho(sums, pulse, first, shift);
  let k = placeOf(base, subray);
  point.surface = hitSurface(k);
  if (run.colors != NO_COLORS) { point.color = subray; }
  storeNormal(pulse, hitNormal(k), &point);
  return point;
}

// The fields of a return that come from the summed hits, from the range `first` on.
fn storeEcho(sums: Sums, pulse: Pulse, first: f32, shift: f32) -> Point {
  let beyond = sums.ranges / sums.energy;
  var point = Point();
  point.range = first + (beyond + shift);
  point.energy = sums.energy;
  point.echoWidth = echoWidth(max(sums.squares / sums.energy - beyond * beyond, 0.0));
  point.hitSubrays = sums.subraysIn;
  if (instrument.onAxis != 0u) { point.position = pulse.origin + point.range * pulse.direction; }
  else {
    let aside = sums.offset / sums.energy;
    let moved = select(shift, 0.0, instrument.located == AT_HITS);
    point.position = pulse.origin + (first * pulse.direction + (moved * pulse.direction + aside));
  }
  copyPulse(pulse, &point);
  if (instrument.located == AT_RANGE) { point.scanAngle = shift; }
  return point;
}

// A normal at length 1, and its angle with the beam's axis as a cosine.
fn storeNormal(pulse: Pulse, normal: vec3<f32>, point: ptr<function, Point>) {
  let length = sqrt(dot(normal, normal));
  if (length > 0.0) { (*point).normal = normal / length; }
  (*point).incidenceCosine = clamp(-dot((*point).normal, pulse.direction), 0.0, 1.0);
}

// The place on the beam's axis at a range.
fn onAxis(pulse: Pulse, range: Double) -> vec3<f32> {
  var place: vec3<f32>;
  for (var axis = fromZero(); axis < 3; axis++) {
    place[axis] = doubleToF32(addDouble(scaleDouble(range, pulse.direction[axis]), Double(pulse.origin[axis], 0.0)));
  }
  return place;
}

// Full width at half maximum of the echo: that of the pulse and that of the ranges in quadrature.
fn echoWidth(rangeVariance: f32) -> f32 {
  let perMetre = f32(FWHM_PER_SIGMA) * instrument.ways / f32(LIGHT_SPEED);
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
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
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
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (isBetween(k, first, last) && hitSurface(k) == surface) { return run.hitCount - left; }
  }
  return run.hitCount - 1u;
}

// Energy from a surface between two ranges, over the last `count` hits.
fn energyOf(surface: u32, base: u32, count: u32, first: f32, last: f32) -> f32 {
  var sum = 0.0;
  for (var left = count; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (hitSurface(k) == surface && isBetween(k, first, last)) { sum += hitEnergy(k); }
  }
  return sum;
}

// The fields of a return that come from its pulse.
fn copyPulse(pulse: Pulse, point: ptr<function, Point>) {
  (*point).pulse = pulse.number;
  (*point).channel = pulse.channel;
  (*point).scanAngle = pulse.scanAngle;
  (*point).timeHigh = pulse.timeHigh;
  (*point).timeLow = pulse.timeLow;
}

// Numbers the returns of a pulse, but those of a gate, which `perturb` numbers; `cut` is RETURNS_CUT or 0.
fn numberReturns(out: u32, count: u32, cut: u32) {
  for (var left = count; left > 0u; left--) {
    let r = left - 1u;
    if (!isGated()) { returns[out + r].returnNumber = r + 1u; }
    returns[out + r].returnCount = count | cut;
  }
}

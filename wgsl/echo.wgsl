// echo: the hits of one pulse become the echoes that the instrument records. Hits in order of range belong to one echo as
// long as no gap between neighbours is wider than the range resolution; an echo with energy above the detection limit is
// a return, up to the number that the instrument stores. An echo lies at the energy-weighted mean of its hits, not on the
// beam's axis; its surface is the one that sent back most. The next range is looked for among all hits, again and again: an
// invocation has no memory to sort them in, as the CPU does.

// The nearest hit with energy beyond `low` (or at it, if `inclusive`) and up to `rangeMax`; FAR_AWAY without one.
fn nextRange(base: u32, low: f32, inclusive: bool, rangeMax: f32) -> f32 {
  var nearest = FAR_AWAY;
  for (var k = base; k < base + run.subrayCount; k++) {
    let range = hits[k].distance;
    if (range > low || (inclusive && range == low)) {
      if (range < nearest && range <= rangeMax && hits[k].energy > 0.0) { nearest = range; }
    }
  }
  return nearest;
}

// End of the echo that begins at `first`: hits join it until none lies within the resolution of its last. Their order
// does not matter: any hit between the last and a joining one would join, too.
fn echoEnd(base: u32, first: f32, rangeMax: f32) -> f32 {
  var last = first;
  var grew = true;
  while (grew) {
    grew = false;
    for (var k = base; k < base + run.subrayCount; k++) {
      let range = hits[k].distance;
      if (range > last && range - last <= instrument.rangeResolution && range <= rangeMax && hits[k].energy > 0.0) {
        last = range;
        grew = true;
      }
    }
  }
  return last;
}

// The echo of the hits between two ranges, numbered later.
fn makeReturn(sums: Sums, pulse: Pulse, base: u32, first: f32, last: f32) -> Point {
  let beyond = sums.ranges / sums.energy;
  var point = Point();
  point.range = first + beyond;
  point.energy = sums.energy;
  point.echoWidth = echoWidth(max(sums.squares / sums.energy - beyond * beyond, 0.0));
  point.hitSubrays = sums.subraysIn;
  point.surface = surfaceOf(base, first, last);
  if (run.colors != NO_COLORS) { point.color = innermost(base, first, last, point.surface); }
  point.position = pulse.origin + (first * pulse.direction + sums.offset / sums.energy);
  let length = sqrt(dot(sums.normal, sums.normal));
  if (length > 0.0) { point.normal = sums.normal / length; }
  point.incidenceCosine = clamp(-dot(point.normal, pulse.direction), 0.0, 1.0);
  point.pulse = pulse.number;
  point.channel = pulse.channel;
  point.scanSine = pulse.scanSine;
  point.timeHigh = pulse.timeHigh;
  point.timeLow = pulse.timeLow;
  return point;
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
  let end = base + run.subrayCount;
  var best = 0u;
  var most = -1.0;
  for (var k = base; k < end; k++) {
    if (!isBetween(k, first, last)) { continue; }
    let surface = hits[k].surface;
    if (most >= 0.0 && surface == best) { continue; }
    let sum = energyOf(surface, k, end, first, last);
    if (sum > most || (sum == most && surface < best)) {
      most = sum;
      best = surface;
    }
  }
  return best;
}

// The first subray, on the ring nearest to the beam's axis, that hit a surface between two ranges.
fn innermost(base: u32, first: f32, last: f32, surface: u32) -> u32 {
  var k = base;
  while (k < base + run.subrayCount - 1u && !(isBetween(k, first, last) && hits[k].surface == surface)) { k += 1u; }
  return k - base;
}

// Energy from a surface between two ranges, over the hits from `start` on.
fn energyOf(surface: u32, start: u32, end: u32, first: f32, last: f32) -> f32 {
  var sum = 0.0;
  for (var k = start; k < end; k++) {
    if (hits[k].surface == surface && isBetween(k, first, last)) { sum += hits[k].energy; }
  }
  return sum;
}

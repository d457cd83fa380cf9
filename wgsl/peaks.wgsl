// Echoes as peaks of the waveform: every hit adds the received pulse at its range, and every maximum of the sum above
// the least power that the receiver notices is a return. Its hits are those up to the lowest places beside it, so
// returns do not depend on the number of subrays, as soon as these are dense enough. Pulses are Gaussian. Within one
// standard deviation of each other their sum has one maximum, since it is concave wherever all of them are: most pulses
// meet one surface, or several that are far apart, and need no waveform.
// uses: extent gate hits places returns shares sums waveform window

// Below this extent, in standard deviations of the pulse, the peak is at the mean of the ranges: to 5·10⁻⁵ of one.
const NARROW: f32 = 0.1;

// Largest step towards a maximum, in standard deviations of the pulse: half of the distance between two places of the
// waveform.
const STEP_MAX: f32 = 0.125;
// A step shorter than this is the last one, since the next would be its square; and the greatest number of steps.
const STEP_MIN: f32 = 0.01;
const STEPS: u32 = 4u;

// Writes the returns of a pulse from place `out` on, `most` at most; returns their number.
fn findPeaks(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  let spread = instrument.pulseSpread;
  if (farthestHit - nearestHit <= spread) {
    openWindow(nearestHit, farthestHit);
    return recordOnly(pulse, base, spread, out);
  }
  stretchPulses(pulse, base);
  var found = 0u;
  var beyond = -1.0;
  for (var left = run.hitCount; left > 0u; left--) {
    if (!(found < most && findWindow(base, beyond))) { break; }
    beyond = windowLast;
    if (windowLast - windowFirst <= spread) { found += recordOnly(pulse, base, spread, out + found); }
    else { found += searchWaveform(pulse, base, most - found, out + found); }
  }
  return found;
}

// The peak in work: its distance beyond the window's first hit, and the waveform there, an energy.
var<private> peakPlace: f32;
var<private> peakLevel: f32;

// Records the only peak of a window, whose hits lie within one standard deviation; returns the number of returns.
fn recordOnly(pulse: Pulse, base: u32, spread: f32, out: u32) -> u32 {
  let sums = sumBetween(base, pulse, windowFirst, windowLast);
  peakAtMean(sums);
  if (windowLast - windowFirst > NARROW * spread) { climb(base, peakPlace, false); }
  return u32(recordPeak(sums, pulse, base, windowFirst, windowLast, out));
}

// The peak of hits that are so close together that it lies at their mean; to second order in their distances.
fn peakAtMean(sums: Sums) {
  let mean = sums.ranges / sums.energy;
  let variance = sums.squares / sums.energy - mean * mean;
  peakPlace = mean;
  peakLevel = sums.energy * (1.0 - 0.5 * variance / (instrument.pulseSpread * instrument.pulseSpread));
}

// Looks for the maximum of the waveform near a place `start` metres beyond the window's first hit, by Newton's method
// on its logarithm, which is nearly a parabola there. Sets peakPlace and peakLevel.
fn climb(base: u32, start: f32, stretched: bool) {
  peakPlace = start;
  for (var left = STEPS; left > 0u; left--) {
    if (abs(stepUp(base, stretched)) <= STEP_MIN) { break; }
  }
}

// Goes from peakPlace to the vertex of the parabola there, STEP_MAX at most; returns the distance in standard
// deviations of the pulse.
fn stepUp(base: u32, stretched: bool) -> f32 {
  var sum = 0.0;
  var slope = 0.0;
  var bend = 0.0;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, windowFirst, windowLast)) { continue; }
    var narrow = 1.0;
    var range = hitDistance(k);
    if (stretched) {
      narrow = 1.0 / stretchOf(k);
      range = middleOf(k);
    }
    let t = (range - windowFirst - peakPlace) / instrument.pulseSpread * narrow;
    let w = hitEnergy(k) * narrow * exp(-0.5 * t * t);
    sum += w;
    slope += w * t * narrow;
    bend += w * (t * t - 1.0) * narrow * narrow;
  }
  let p1 = slope / sum;
  let fall = p1 * p1 - bend / sum;
  let step = select(0.0, clamp(p1 / fall, -STEP_MAX, STEP_MAX), fall > 0.0);
  peakPlace += step * instrument.pulseSpread;
  peakLevel = sum * exp(p1 * step - 0.5 * fall * step * step);
  return step;
}

// Writes the echo of the hits between two ranges, which are summed up, if its peak is strong
// enough; returns whether it is recorded.
fn recordPeak(sums: Sums, pulse: Pulse, base: u32, first: f32, last: f32, out: u32) -> bool {
  if (!(peakLevel * instrument.peakRate >= instrument.minPower)) { return false; }
  let mean = first - windowFirst + sums.ranges / sums.energy;
  var point = makeReturn(sums, pulse, base, first, last, peakPlace - mean);
  if (!admits(&point)) { return false; }
  returns[out] = point;
  return true;
}

// ---- along the waveform of a window ---------------------------------------------------------------------------------

// The lowest place behind the last peak, and the waveform there.
var<private> valleyPlace: f32;
var<private> valleyLevel: f32;
// Range up to which all hits belong to finished peaks.
var<private> done: f32;

// Goes along the waveform of a window and records its peaks, `most` at most; returns their number.
fn searchWaveform(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  openWaveform();
  var found = 0u;
  done = -1.0;
  peakLevel = 0.0;
  var before = 0.0;
  var here = 0.0;
  for (var left = places; left > 0; left--) {
    if (!(found < most && advance(base))) { break; }
    if (here > before && here >= level) {
      if (endsPeak(here)) { found += u32(recordEcho(pulse, base, windowFirst + valleyPlace, out + found)); }
      if (here > peakLevel) { keepPeak(base, before, here, level); }
    } else if (here < valleyLevel) {
      valleyLevel = here;
      valleyPlace = place - binWidth;
    }
    before = here;
    here = level;
  }
  if (found < most && peakLevel > 0.0) { found += u32(recordEcho(pulse, base, windowLast, out + found)); }
  return found;
}

// Whether the waveform has fallen far enough before this maximum for the peak before it to be one of its own.
fn endsPeak(here: f32) -> bool {
  return peakLevel > 0.0 && valleyLevel < (1.0 - NOTCH) * min(peakLevel, here);
}

// Keeps the maximum of three neighbouring places as the last peak: near the vertex of the parabola
// through their logarithms.
fn keepPeak(base: u32, before: f32, here: f32, after: f32) {
  let rise = select(0.0, log(here / before), before > 0.0);
  let fall = select(0.0, log(here / after), after > 0.0);
  let offset = select(0.0, 0.5 * (rise - fall) / (rise + fall), rise + fall > 0.0);
  climb(base, place + (offset - 1.0) * binWidth, true);
  valleyLevel = here;
  valleyPlace = place - binWidth;
}

// Records the last peak with its hits, those beyond `done` up to a range; returns whether it is strong enough.
fn recordEcho(pulse: Pulse, base: u32, last: f32, out: u32) -> bool {
  var first = windowFirst;
  if (done >= 0.0) { first = nearestBeyond(base, done); }
  done = last;
  var isRecorded = false;
  if (first <= last) { isRecorded = recordPeak(sumBetween(base, pulse, first, last), pulse, base, first, last, out); }
  peakLevel = 0.0;
  return isRecorded;
}

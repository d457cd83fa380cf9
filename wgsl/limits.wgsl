// Limits of the measured ranges of a pulse. Hits beyond them count as far as noise may move them.
// uses: double

// Whether noise may move a range over a limit.
fn isGated() -> bool { return instrument.gated != 0u; }

// The least and the greatest range that the instrument records of the pulse in work.
var<private> leastRecorded: f32;
var<private> greatestRecorded: f32;
// Echoes of the pulse so far, recorded or not.
var<private> echoesSoFar: u32;

// Begins the echoes of a pulse.
fn openLimits(pulse: Pulse) {
  echoesSoFar = 0u;
  leastRecorded = pulse.rangeMin;
  greatestRecorded = pulse.rangeMax;
}

// Counts an echo of the pulse; returns its number.
fn countEcho() -> u32 {
  echoesSoFar += 1u;
  return echoesSoFar;
}

// How far noise may move a range.
fn reachAt(range: f32) -> f32 { return fixed(instrument.gateReach + fixed(instrument.gateGrowth * range)); }

// The nearest range of a hit that may be measured within the limits.
fn nearestMeasured() -> f32 { return fixed(leastRecorded - reachAt(leastRecorded)); }

// The farthest one.
fn farthestMeasured() -> f32 {
  return fixed(fixed(greatestRecorded + instrument.gateReach) * instrument.gateStretch);
}

// Windows of a pulse: the hits whose pulses touch, one after the other along range. Between two windows the waveform is
// 0, so that each is searched by itself.
// uses: extent hits nearest places shares

// The nearest and the farthest hit of the window.
var<private> windowFirst: f32;
var<private> windowLast: f32;

// Reach of a pulse from its middle.
fn reachOf(stretch: f32) -> f32 { return REACH * stretch * instrument.pulseSpread; }

// Opens the window between two ranges.
fn openWindow(first: f32, last: f32) {
  windowFirst = first;
  windowLast = last;
}

// Opens the first window that begins beyond a range; returns whether there is one.
fn findWindow(base: u32, beyond: f32) -> bool {
  let first = nearestBeyond(base, beyond);
  if (first == FAR_AWAY) { return false; }
  openWindow(first, first);
  var end = first;
  // Pulses join the window until none begins before its end.
  for (var rounds = run.hitCount + 1u; rounds > 0u; rounds--) {
    if (windowLast >= farthestHit) { break; }
    let before = end;
    end = joinPulses(base, end);
    if (end == before) { break; }
  }
  return true;
}

// Joins the pulses to the window that begin before its end; returns its new end. Those of one pass may join in the
// order of their numbers, since any that touches a later end touches the last one, too.
fn joinPulses(base: u32, start: f32) -> f32 {
  var end = start;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, windowFirst, farthestHit)) { continue; }
    let range = hitDistance(k);
    let middle = middleOf(k);
    let reach = reachOf(stretchOf(k));
    if (middle - reach > end) { continue; }
    windowLast = max(windowLast, range);
    end = max(end, middle + reach);
  }
  return end;
}

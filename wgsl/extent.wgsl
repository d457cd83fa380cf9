// The extent of a pulse's hits along range.
// uses: hits limits nearest places

// Nearest and farthest hit with energy of the pulse in work that may be measured within its range; none: FAR_AWAY and
// 0.
var<private> nearestHit: f32;
var<private> farthestHit: f32;
// Number of the pulse's hits, at any range, and whether any lies within the limits.
var<private> hitCount: u32;
var<private> isMet: bool;

// Finds the extent of the hits from `base` on, and opens the limits of the pulse; returns whether there is
// one, and the pulse is not lost.
fn findExtent(pulse: Pulse, base: u32) -> bool {
  nearestHit = FAR_AWAY;
  farthestHit = 0.0;
  hitCount = 0u;
  isMet = false;
  openLimits(pulse);
  let low = nearestMeasured();
  let high = farthestMeasured();
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    let range = hitDistance(k);
    hitCount += u32(range >= 0.0);
    isMet = isMet || (range >= max(0.0, leastRecorded) && range <= greatestRecorded);
    if (!isBetween(k, low, high)) { continue; }
    nearestHit = min(nearestHit, range);
    farthestHit = max(farthestHit, range);
  }
  return nearestHit <= farthestHit && isBeyondBlindZone(pulse);
}

// Whether an instrument that loses whole pulses sees the nearest hit.
fn isBeyondBlindZone(pulse: Pulse) -> bool {
  return instrument.blindZone == 0.0 || nearestHit >= pulse.rangeMin + instrument.blindZone;
}

// The nearest hit beyond a range, up to the farthest one; FAR_AWAY without one.
fn nearestBeyond(base: u32, low: f32) -> f32 {
  var nearest = FAR_AWAY;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    let range = hitDistance(k);
    if (range > low && isBetween(k, nearestHit, farthestHit)) { nearest = min(nearest, range); }
  }
  return nearest;
}

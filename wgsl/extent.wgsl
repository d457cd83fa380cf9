// The extent of a pulse's hits along range.

// Nearest and farthest hit with energy of the pulse in work; none: FAR_AWAY and 0.
var<private> nearestHit: f32;
var<private> farthestHit: f32;

// Finds them among the hits from `base` on; returns whether there is one.
fn findExtent(pulse: Pulse, base: u32) -> bool {
  let rangeMax = channels[pulse.channel].rangeMax;
  farthestHit = rangeMax;
  nearestHit = nearestBeyond(base, channels[pulse.channel].rangeMin, true);
  farthestHit = 0.0;
  for (var k = base; k < base + run.subrayCount; k++) {
    if (isBetween(k, nearestHit, rangeMax)) { farthestHit = max(farthestHit, hits[k].distance); }
  }
  return nearestHit <= farthestHit;
}

// The nearest hit with energy beyond `low` (or at it, if `inclusive`) and up to the farthest one; FAR_AWAY without one.
fn nearestBeyond(base: u32, low: f32, inclusive: bool) -> f32 {
  var nearest = FAR_AWAY;
  for (var k = base; k < base + run.subrayCount; k++) {
    let range = hits[k].distance;
    if (range > low || (inclusive && range == low)) {
      if (range < nearest && range <= farthestHit && hits[k].energy > 0.0) { nearest = range; }
    }
  }
  return nearest;
}

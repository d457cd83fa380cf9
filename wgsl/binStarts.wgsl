// The bin in which the pulse of each hit begins, and the choice of hits that count.
// uses: double extent hits

// The farthest hit that counts.
var<private> lastHit: f32;

// Selects the hits that count: not those that make a waveform of hits so many bins apart too long.
fn keepHits(extent: f32) {
  lastHit = select(farthestHit, min(farthestHit, bins.cutRange), extent > bins.cutFrom);
}

// The bin in which the pulse of a hit begins.
fn binOf(k: u32) -> i32 { return i32(fixed(hitDistance(k) - nearestHit) * bins.perMetre); }

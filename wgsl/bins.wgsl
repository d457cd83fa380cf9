// Echoes as bins of HELIOS++'s waveform (Winiwarter et al. 2022, Remote Sensing of Environment 269): every hit adds its
// pulse, from the bin of its distance behind the nearest hit on, and a bin is a return if all others within a window
// are lower, and none is below the limit. Most pulses meet one surface within one bin: their waveform is the pulse
// itself, and the host knows its window.
// uses: binStarts double extent gate hits limits nearest places returns sums waveform

// Writes the returns of a pulse from place `out` on, `most` at most; returns their number.
fn findBins(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  let extent = fixed(farthestHit - nearestHit) * bins.perMetre;
  keepHits(extent);
  if (extent < bins.alike) { return u32(recordAlike(pulse, base, out)); }
  return searchBins(pulse, base, most, out);
}

// Records the return of hits that all lie in the first bin; returns whether it is recorded.
fn recordAlike(pulse: Pulse, base: u32, out: u32) -> bool {
  let sums = sumBetween(base, pulse, nearestHit, farthestHit);
  if (!isStrong(sums.energy * bins.flank)) { return false; }
  var point = makeReturnOf(
    sums, pulse, base, hitClosestTo(base, nearestHit), nearestHit, -(sums.ranges / sums.energy),
  );
  if (!admits(&point)) { return false; }
  returns[out] = point;
  return true;
}

// Whether a level, an energy whose pulse has such a peak, is above the limit.
fn isStrong(strength: f32) -> bool { return strength * instrument.peakRate >= instrument.minPower; }

// The subray of the hit closest to a range, the first one if several are.
fn hitClosestTo(base: u32, range: f32) -> u32 {
  var closest = 0u;
  var least = FAR_AWAY;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, nearestHit, lastHit)) { continue; }
    let apart = abs(hitDistance(k) - range);
    if (apart < least) {
      least = apart;
      closest = run.hitCount - left;
    }
  }
  return closest;
}

// ---- along the bins -------------------------------------------------------------------------------------------------

// The first bin of the next tile, which lies behind a gap where no pulse goes on; the tile is that of the waveform.
var<private> nextStart: i32;
// No bin.
const NO_START: i32 = 0x7fffffff;

// Goes along the bins and records those that are returns, `most` at most; returns their number.
fn searchBins(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  var found = 0u;
  var bin = 0;
  var before = 0.0;
  var here = 0.0;
  nextStart = select(0, NO_START, lastHit < nearestHit);
  // Every tile has a part of a pulse.
  for (var left = run.hitCount * (u32(bins.pulse) / TILE + 2u); left > 0u; left--) {
    if (found >= most || nextStart >= bins.count) { break; }
    drawTile(base, nextStart);
    let end = min(i32(TILE), bins.count - tileStart);
    for (var more = end; more > 0; more--) {
      if (found >= most) { break; }
      let k = end - more;
      if (isPeak(before, here, tile[k]) && standsOut(base, bin, here)) {
        found += u32(recordBin(pulse, base, bin, here, out + found));
      }
      bin = tileStart + k;
      before = here;
      here = tile[k];
    }
  }
  if (found < most && isPeak(before, here, 0.0) && standsOut(base, bin, here)) {
    found += u32(recordBin(pulse, base, bin, here, out + found));
  }
  return found;
}

// Draws the tile from a bin on, and finds the next one.
fn drawTile(base: u32, first: i32) {
  let end = first + i32(TILE);
  tileStart = first;
  nextStart = NO_START;
  for (var left = TILE; left > 0u; left--) { tile[left - 1u] = 0.0; }
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, nearestHit, lastHit)) { continue; }
    let start = binOf(k);
    if (start >= end) {
      nextStart = min(nextStart, start);
    } else if (start + bins.pulse > first) {
      if (start + bins.pulse > end) { nextStart = end; }
      addToBins(start, hitEnergy(k), max(start, first), min(start + bins.pulse, end));
    }
  }
}

// Adds the pulse that begins in bin `start` to the bins first...end-1 of the tile.
fn addToBins(start: i32, e: f32, first: i32, end: i32) {
  for (var left = end - first; left > 0; left--) {
    let bin = end - left;
    tile[bin - tileStart] += e * response[bin - start];
  }
}

// Whether a level may be that of a return, by the limit and by the levels beside it. Of two that rounding
// makes equal, the first may.
fn isPeak(before: f32, here: f32, after: f32) -> bool {
  return here > 0.0 && isStrong(here) && (bins.window <= 1 || (here > before && here >= after));
}

// Whether all bins in the window about a bin are below its level, and above the limit. The first bin and bins beyond
// the waveform do not count.
fn standsOut(base: u32, bin: i32, peak: f32) -> bool {
  for (var left = bins.window - 1; left > 0; left--) {
    let apart = bins.window - left;
    if (bin - apart >= 1) {
      let before = levelAt(base, bin - apart);
      if (before >= peak || !isStrong(before)) { return false; }
    }
    if (bin + apart < bins.count) {
      let after = levelAt(base, bin + apart);
      if (after > peak || !isStrong(after)) { return false; }
    }
  }
  return true;
}

// The level of a bin: from the tile, or summed up anew.
fn levelAt(base: u32, bin: i32) -> f32 {
  let k = bin - tileStart;
  if (k >= 0 && k < i32(TILE)) { return tile[k]; }
  return sumAt(base, bin);
}

fn sumAt(base: u32, bin: i32) -> f32 {
  var sum = 0.0;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, nearestHit, lastHit)) { continue; }
    let at = bin - binOf(k);
    if (at >= 0 && at < bins.pulse) { sum += hitEnergy(k) * response[at]; }
  }
  return sum;
}

// Nearest and farthest hit whose pulse reaches the bin in work.
var<private> reachFirst: f32;
var<private> reachLast: f32;

// Records a bin with its hits, those whose pulses reach it; returns whether it lies within the pulse's range.
fn recordBin(pulse: Pulse, base: u32, bin: i32, strength: f32, out: u32) -> bool {
  let range = nearestHit + fixed(f32(bin - bins.peak) * bins.metres);
  if (!isGated() && range < pulse.rangeMin) { return false; }
  measureReach(base, bin);
  let sums = sumBetween(base, pulse, reachFirst, reachLast);
  let beyond = sums.ranges / sums.energy;
  var point = makeReturnOf(sums, pulse, base, hitClosestTo(base, range), reachFirst, (range - reachFirst) - beyond);
  point.energy = strength;
  if (!admits(&point)) { return false; }
  returns[out] = point;
  return true;
}

fn measureReach(base: u32, bin: i32) {
  reachFirst = FAR_AWAY;
  reachLast = 0.0;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, nearestHit, lastHit)) { continue; }
    // Its first bin has none of the pulse's light.
    let at = bin - binOf(k);
    if (at <= 0 || at >= bins.pulse) { continue; }
    reachFirst = min(reachFirst, hitDistance(k));
    reachLast = max(reachLast, hitDistance(k));
  }
}

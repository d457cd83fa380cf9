// Echoes as bins of HELIOS++'s waveform (Winiwarter et al. 2022, Remote Sensing of Environment 269): every hit adds its
// pulse, from the bin of its distance behind the nearest hit on, and a bin is a return if all others within a window
// are lower, and none is below the limit. Most pulses meet one surface within one bin: their waveform is the pulse
// itself, and the host knows its window.

import { bins, instrument, response } from './addresses.generated';
import { keepHits, lastHit, placeStarts, starts } from './binStarts';
import { farthestHit, lanesBetween, most as greatest, nearestHit } from './extent';
import { admits } from './gate';
import { isGated } from './limits';
import { Bins, Hit, Instrument, Point, Pulse, TILE } from './records.generated';
import { makeReturnOf } from './returns';
import { energy, meanRange, sumBetween } from './sums';
import { hitField, room, stride } from './work';

/** Writes the returns of a pulse to `out`, `most` at most; returns their number. */
export function findBins(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  const extent = (farthestHit - nearestHit) * load<f32>(bins, Bins.perMetre);
  keepHits(extent);
  if (extent < load<f32>(bins, Bins.alike)) return i32(recordAlike(pulse, rays, hits, out));
  return searchBins(pulse, rays, hits, most, out);
}

/** Records the return of hits that all lie in the first bin; returns whether it is recorded. */
function recordAlike(pulse: usize, rays: usize, hits: usize, out: usize): bool {
  sumBetween(pulse, rays, hits, nearestHit, farthestHit);
  if (!isStrong(energy * load<f32>(bins, Bins.flank))) return false;
  makeReturnOf(pulse, hits, hitClosestTo(hits, nearestHit), nearestHit, -meanRange, out);
  return admits(out);
}

/** Whether a level, an energy whose pulse has such a peak, is above the limit. */
@inline
function isStrong(level: f32): bool {
  return level * load<f32>(instrument, Instrument.peakRate) >= load<f32>(instrument, Instrument.minPower);
}

/** The hit closest to a range (bytes in the arrays), the first one if several are. */
function hitClosestTo(hits: usize, range: f32): usize {
  const from = f32x4.splat(nearestHit), to = f32x4.splat(lastHit), middle = f32x4.splat(range);
  let least = f32x4.splat(-Infinity);
  for (let k: usize = 0; k < stride; k += 16) least = f32x4.pmax(least, closeness(hits + k, from, to, middle));
  const closest = f32x4.splat(greatest(least));
  let k: usize = 0;
  while (k < stride) {
    const found = i32x4.bitmask(f32x4.eq(closeness(hits + k, from, to, middle), closest));
    if (found) return k + (<usize>ctz(found) << 2);
    k += 16;
  }
  return 0;
}

/** The distances of four hits from a range, negative; -Infinity without a hit. */
@inline
function closeness(hits: usize, from: v128, to: v128, middle: v128): v128 {
  const apart = f32x4.neg(f32x4.abs(f32x4.sub(v128.load(hitField(hits, Hit.distance)), middle)));
  return v128.bitselect(apart, f32x4.splat(-Infinity), lanesBetween(hits, from, to));
}

// ---- along the bins -------------------------------------------------------------------------------------------------

/** The first bin of the tile, and of the next one, which lies behind a gap where no pulse goes on. */
let tileStart: i32 = 0, nextStart: i32 = 0;

/** Address of the tile; pulses may write a vector beyond it. */
@inline
function tile(): usize { return room(); }

/** Goes along the bins and records those that are returns, `most` at most; returns their number. */
function searchBins(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  const count = load<i32>(bins, Bins.count);
  placeStarts(hits);
  let found = 0, bin = 0;
  let before: f32 = 0, here: f32 = 0;
  nextStart = lastHit < nearestHit ? i32.MAX_VALUE : 0;
  while (found < most && nextStart < count) {
    drawTile(hits, nextStart);
    const end = min<i32>(TILE, count - tileStart);
    for (let k = 0; k < end && found < most; k++) {
      const level = load<f32>(tile() + (<usize>k << 2));
      if (isPeak(before, here, level) && standsOut(hits, bin, here))
        found += i32(recordBin(pulse, rays, hits, bin, here, out + <usize>found * Point.SIZE));
      bin = tileStart + k;
      before = here;
      here = level;
    }
  }
  if (found < most && isPeak(before, here, 0) && standsOut(hits, bin, here))
    found += i32(recordBin(pulse, rays, hits, bin, here, out + <usize>found * Point.SIZE));
  return found;
}

/** Draws the tile from a bin on, and finds the next one. */
function drawTile(hits: usize, first: i32): void {
  const length = load<i32>(bins, Bins.pulse), end = first + <i32>TILE;
  tileStart = first;
  nextStart = i32.MAX_VALUE;
  for (let k: usize = 0; k <= <usize>TILE; k += 4) v128.store(tile() + (k << 2), f32x4.splat(0));
  for (let k: usize = 0; k < stride; k += 4) {
    const start = load<i32>(starts() + k);
    if (start >= end) nextStart = min<i32>(nextStart, start);
    else if (start + length > first) {
      if (start + length > end) nextStart = end;
      addToBins(
        start, load<f32>(hitField(hits, Hit.energy) + k), max<i32>(start, first), min<i32>(start + length, end),
      );
    }
  }
}

/**
 * Adds the pulse that begins in bin `start` to the bins from...to-1 of the tile; the pulse ends with a vector of zeros.
 */
@inline
function addToBins(start: i32, e: f32, from: i32, to: i32): void {
  const strength = f32x4.splat(e);
  for (let bin = from; bin < to; bin += 4) {
    const at = tile() + (<usize>(bin - tileStart) << 2);
    v128.store(at, f32x4.add(v128.load(at), f32x4.mul(strength, v128.load(response + (<usize>(bin - start) << 2)))));
  }
}

/**
 * Whether a level may be that of a return, by the limit and by the levels beside it. Of two that rounding
 * makes equal, the first may.
 */
@inline
function isPeak(before: f32, here: f32, after: f32): bool {
  return here > 0 && isStrong(here) && (load<i32>(bins, Bins.window) <= 1 || (here > before && here >= after));
}

/**
 * Whether all bins in the window about a bin are below its level, and above the limit. The first bin and bins beyond
 * the waveform do not count.
 */
function standsOut(hits: usize, bin: i32, level: f32): bool {
  const count = load<i32>(bins, Bins.count), window = load<i32>(bins, Bins.window);
  for (let apart = 1; apart < window; apart++) {
    if (bin - apart >= 1) {
      const before = levelAt(hits, bin - apart);
      if (before >= level || !isStrong(before)) return false;
    }
    if (bin + apart < count) {
      const after = levelAt(hits, bin + apart);
      if (after > level || !isStrong(after)) return false;
    }
  }
  return true;
}

/** The level of a bin: from the tile, or summed up anew. */
function levelAt(hits: usize, bin: i32): f32 {
  const k = bin - tileStart;
  return <u32>k < TILE ? load<f32>(tile() + (<usize>k << 2)) : sumAt(hits, bin);
}

function sumAt(hits: usize, bin: i32): f32 {
  const length = load<u32>(bins, Bins.pulse);
  let level: f32 = 0;
  for (let k: usize = 0; k < stride; k += 4) {
    const place = <u32>(bin - load<i32>(starts() + k));
    if (place < length) level += load<f32>(hitField(hits, Hit.energy) + k) * load<f32>(response + (<usize>place << 2));
  }
  return level;
}

/** Nearest and farthest hit whose pulse reaches the bin in work. */
let reachFirst: f32 = 0, reachLast: f32 = 0;

/** Records a bin with its hits, those whose pulses reach it; returns whether it lies within the pulse's range. */
function recordBin(pulse: usize, rays: usize, hits: usize, bin: i32, level: f32, out: usize): bool {
  const range = nearestHit + <f32>(bin - load<i32>(bins, Bins.peak)) * load<f32>(bins, Bins.metres);
  if (!isGated() && range < load<f32>(pulse, Pulse.rangeMin)) return false;
  measureReach(hits, bin);
  sumBetween(pulse, rays, hits, reachFirst, reachLast);
  makeReturnOf(pulse, hits, hitClosestTo(hits, range), reachFirst, <f64>(range - reachFirst) - meanRange, out);
  store<f32>(out, level, Point.energy);
  return admits(out);
}

function measureReach(hits: usize, bin: i32): void {
  const length = load<u32>(bins, Bins.pulse);
  reachFirst = Infinity;
  reachLast = 0;
  for (let k: usize = 0; k < stride; k += 4) {
    // Its first bin has none of the pulse's light.
    const place = <u32>(bin - load<i32>(starts() + k));
    if (place == 0 || place >= length) continue;
    const range = load<f32>(hitField(hits, Hit.distance) + k);
    reachFirst = min<f32>(reachFirst, range);
    reachLast = max<f32>(reachLast, range);
  }
}

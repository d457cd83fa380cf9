// The extent of a pulse's hits along range.

import { instrument } from './addresses.generated';
import { farthestMeasured, nearestMeasured, openLimits } from './limits';
import { Hit, Instrument, Pulse } from './records.generated';
import { hitField, rayBytes, stride } from './work';

/** A vector's lanes that hold a hit with energy between two ranges. */
@inline
export function lanesBetween(hits: usize, from: v128, to: v128): v128 {
  const range = v128.load(hitField(hits, Hit.distance));
  const inside = v128.and(f32x4.ge(range, from), f32x4.le(range, to));
  return v128.and(inside, f32x4.gt(v128.load(hitField(hits, Hit.energy)), f32x4.splat(0)));
}

/** Nearest and farthest hit with energy that may be measured within the pulse's range; Infinity and 0 without one. */
export let nearestHit: f32 = Infinity;
export let farthestHit: f32 = 0;

/** Bytes of the arrays of the pulse's hits, up to its last slice of foliage. */
export let hitsEnd: usize = 0;

/** Sets hitsEnd for the hits of a pulse, and returns it. */
@inline
function findEnd(hits: usize): usize {
  hitsEnd = stride;
  while (hitsEnd > rayBytes && isMissed(hits + hitsEnd - 16)) hitsEnd -= 16;
  return hitsEnd;
}

/** Whether none of four places has a hit. */
@inline
function isMissed(hits: usize): bool {
  return i32x4.all_true(f32x4.lt(v128.load(hitField(hits, Hit.distance)), f32x4.splat(0)));
}

/** Likewise of all hits with energy, and whether these lie on one surface. */
let nearestLit: f32 = Infinity, farthestLit: f32 = 0;
export let isOneSurface: bool = false;

/**
 * Finds both extents, and opens the limits of the pulse; returns whether there is a hit within the first, and the pulse
 * is not lost.
 */
export function findExtent(pulse: usize, hits: usize): bool {
  const none = f32x4.splat(0), energies = hitField(hits, Hit.energy), surfaces = hitField(hits, Hit.surface);
  const surface = v128.load32_splat(surfaces), width = findEnd(hits);
  let low = f32x4.splat(Infinity), high = none, same = i32x4.splat(-1);
  for (let k: usize = 0; k < width; k += 16) {
    const dark = f32x4.le(v128.load(energies + k), none);
    // NaN without energy, which no comparison takes.
    const range = v128.or(v128.load(hits + k), dark);
    low = f32x4.pmin(low, range);
    high = f32x4.pmax(high, range);
    same = v128.and(same, v128.or(dark, i32x4.eq(v128.load(surfaces + k), surface)));
  }
  const nearest = least(low), farthest = most(high);
  isOneSurface = i32x4.all_true(same);
  nearestLit = nearest;
  farthestLit = farthest;
  nearestHit = nearest;
  farthestHit = farthest;
  openLimits(pulse);
  const from = nearestMeasured(), to = farthestMeasured();
  if (!(nearest >= from && farthest <= to)) measureBetween(hits, from, to);
  return nearestHit <= farthestHit && isBeyondBlindZone(pulse);
}

/** Whether an instrument that loses whole pulses sees the nearest hit. */
@inline
function isBeyondBlindZone(pulse: usize): bool {
  const zone = load<f32>(instrument, Instrument.blindZone);
  return zone == 0 || nearestHit >= load<f32>(pulse, Pulse.rangeMin) + zone;
}

/** Whether two ranges enclose all hits with energy. */
@inline
export function holdAll(from: f32, to: f32): bool { return from <= nearestLit && farthestLit <= to; }

/** Measures the hits with energy between two ranges. */
function measureBetween(hits: usize, first: f32, last: f32): void {
  const from = f32x4.splat(first), to = f32x4.splat(last);
  let low = f32x4.splat(Infinity), high = f32x4.splat(0);
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const range = v128.load(hitField(hits, Hit.distance) + k), lanes = lanesBetween(hits + k, from, to);
    low = f32x4.pmin(low, v128.bitselect(range, low, lanes));
    high = f32x4.pmax(high, v128.and(range, lanes));
  }
  nearestHit = least(low);
  farthestHit = most(high);
}

/** The nearest hit beyond a range, up to the farthest one; Infinity without one. */
export function nearestBeyond(hits: usize, range: f32): f32 {
  const beyond = f32x4.splat(range), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  let low = f32x4.splat(Infinity);
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const distance = v128.load(hitField(hits, Hit.distance) + k);
    const valid = v128.and(lanesBetween(hits + k, from, to), f32x4.gt(distance, beyond));
    low = f32x4.pmin(low, v128.bitselect(distance, low, valid));
  }
  return least(low);
}

/** The least number of a vector, by halves: a comparison of two f32 is a branch. */
@inline
function least(v: v128): f32 {
  const two = f32x4.pmin(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}

/** The greatest number. */
@inline
export function most(v: v128): f32 {
  const two = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}

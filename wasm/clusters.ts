// Echoes as clusters: hits in order of range belong to one echo as long as no gap between neighbours is wider than the
// range resolution; an echo with energy above the detection limit is a return. If there are gaps, the ranges are
// sorted: there is memory for that; the GPU, whose invocations have none, looks for the next range again and again.

import { instrument } from './addresses.generated';
import { farthestHit, hitsEnd, nearestHit } from './extent';
import { admits } from './gate';
import { Hit, Instrument, Point } from './records.generated';
import { makeReturn } from './returns';
import { energy, sumBetween } from './sums';
import { hitField, rayBytes, scratch } from './work';

/** Writes the returns of a pulse to `out`, `most` at most; returns their number. */
export function findClusters(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  const resolution = load<f32>(instrument, Instrument.rangeResolution) + sliceLength(hits);
  // Most pulses meet one surface: no need to look for gaps.
  return farthestHit - nearestHit <= resolution
    ? i32(recordCluster(pulse, rays, hits, nearestHit, farthestHit, out))
    : splitClusters(pulse, rays, hits, resolution, most, out);
}

/** Length of the slices of foliage among the hits: those that touch are in one cluster. 0: there are none. */
function sliceLength(hits: usize): f32 {
  for (let k = rayBytes; k < hitsEnd; k += 4)
    if (load<f32>(hitField(hits, Hit.energy) + k) > 0) return load<f32>(hitField(hits, Hit.instance) + k);
  return 0;
}

/** Clusters of a pulse with hits farther apart than the resolution: gaps are found in the sorted ranges. */
function splitClusters(pulse: usize, rays: usize, hits: usize, resolution: f32, most: i32, out: usize): i32 {
  const n = sortRanges(hits);
  let returns = 0;
  let first = 0;
  for (let k = 1; k <= n && returns < most; k++) {
    if (k < n && sorted(k) - sorted(k - 1) <= resolution) continue;
    if (recordCluster(pulse, rays, hits, sorted(first), sorted(k - 1), out + <usize>returns * Point.SIZE)) returns++;
    first = k;
  }
  return returns;
}

/** Writes the echo of the hits between two ranges to `out` if it is strong enough; returns whether it is recorded. */
function recordCluster(pulse: usize, rays: usize, hits: usize, from: f32, to: f32, out: usize): bool {
  sumBetween(pulse, rays, hits, from, to);
  if (!(energy >= load<f32>(instrument, Instrument.minEnergy))) return false;
  makeReturn(pulse, hits, from, to, 0, out);
  return admits(out);
}

/** Ranges in ascending order, in scratch. */
@inline
function sorted(k: i32): f32 { return load<f32>(scratch + (<usize>k << 2)); }

/** Insertion sort of the hits' ranges; returns their number. */
function sortRanges(hits: usize): i32 {
  let n = 0;
  for (let k: usize = 0; k < hitsEnd; k += 4) {
    const range = load<f32>(hitField(hits, Hit.distance) + k);
    if (!(range >= nearestHit && range <= farthestHit && load<f32>(hitField(hits, Hit.energy) + k) > 0)) continue;
    let at = n;
    n++;
    while (at > 0 && sorted(at - 1) > range) {
      store<f32>(scratch + (<usize>at << 2), sorted(at - 1));
      at--;
    }
    store<f32>(scratch + (<usize>at << 2), range);
  }
  return n;
}

// The bin in which the pulse of each hit begins, and the choice of hits that count.

import { bins } from './addresses.generated';
import { farthestHit, lanesBetween, nearestHit } from './extent';
import { Bins, Hit } from './records.generated';
import { hitField, scratch, stride } from './work';

/** The farthest hit that counts. */
export let lastHit: f32 = 0;

/** Selects the hits that count: not those that make a waveform of hits so many bins apart too long. */
@inline
export function keepHits(extent: f32): void {
  lastHit = extent > load<f32>(bins, Bins.cutFrom)
    ? min<f32>(farthestHit, load<f32>(bins, Bins.cutRange))
    : farthestHit;
}

/** By hit: the bin in which its pulse begins; i32.MAX_VALUE: no hit. */
@inline
export function starts(): usize { return scratch; }

/** Computes the bin in which the pulse of each hit begins. */
export function placeStarts(hits: usize): void {
  const from = f32x4.splat(nearestHit), to = f32x4.splat(lastHit);
  const perMetre = f32x4.splat(load<f32>(bins, Bins.perMetre)), none = i32x4.splat(i32.MAX_VALUE);
  for (let k: usize = 0; k < stride; k += 16) {
    const beyond = f32x4.sub(v128.load(hitField(hits, Hit.distance) + k), from);
    const start = i32x4.trunc_sat_f32x4_s(f32x4.mul(beyond, perMetre));
    v128.store(starts() + k, v128.bitselect(start, none, lanesBetween(hits + k, from, to)));
  }
}

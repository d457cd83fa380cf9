// Windows of a pulse: the hits whose pulses touch, one after the other along range. Between two windows the waveform is
// 0, so that each is searched by itself.

import { instrument } from './addresses.generated';
import { farthestHit, hitsEnd, most, nearestBeyond } from './extent';
import { Hit, Instrument, REACH } from './records.generated';
import { middles, stretches } from './shares';
import { hitField } from './work';

/** The nearest and the farthest hit of the window. */
export let windowFirst: f32 = 0, windowLast: f32 = 0;

/** Reach of a pulse from its middle. */
@inline
export function reachOf(stretch: f32): f32 { return REACH * stretch * load<f32>(instrument, Instrument.pulseSpread); }

/** Opens the window between two ranges. */
@inline
export function openWindow(first: f32, last: f32): void {
  windowFirst = first;
  windowLast = last;
}

/** Opens the first window that begins beyond a range; returns whether there is one. */
export function findWindow(hits: usize, beyond: f32): bool {
  const first = nearestBeyond(hits, beyond);
  if (first == Infinity) return false;
  openWindow(first, first);
  let end = first;
  // Pulses join the window until none begins before its end.
  while (windowLast < farthestHit) {
    const before = end;
    end = joinPulses(hits, end);
    if (end == before) break;
  }
  return true;
}

/** Joins the pulses to the window that begin before its end; returns its new end. */
function joinPulses(hits: usize, end: f32): f32 {
  const reach = f32x4.splat(REACH * load<f32>(instrument, Instrument.pulseSpread));
  const first = f32x4.splat(windowFirst), limit = f32x4.splat(end);
  let last = f32x4.splat(windowLast), ends = limit;
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const range = v128.load(hitField(hits, Hit.distance) + k), stretch = v128.load(stretches() + k);
    const middle = v128.load(middles + k), half = f32x4.mul(reach, stretch);
    const touches = v128.and(f32x4.ge(range, first), f32x4.le(f32x4.sub(middle, half), limit));
    const lanes = v128.and(touches, f32x4.gt(stretch, f32x4.splat(0)));
    last = f32x4.pmax(last, v128.and(range, lanes));
    ends = f32x4.pmax(ends, v128.and(f32x4.add(middle, half), lanes));
  }
  windowLast = most(last);
  return most(ends);
}

// knots: what changes between knots over time: the last knot at a moment, and a number between two of them. Motions,
// the phases of clips and the shapes of meshes have knots (records.wgsl).

import { instances } from './addresses.generated';
import { Motion, MotionKnot } from './records.generated';

/** The time in a motion's knots: of one that repeats itself, in the first period, before which it stands. */
export function timeInMotion(motion: usize, time: f64): f64 {
  const first = instances + <usize>load<u32>(motion, Motion.firstKnot) * MotionKnot.SIZE;
  return time < timeOfKnot(first) ? time : timeInRounds(motion, time);
}

/** The same of what has repeated itself before its first knot, too, as a clip that begins anew has. */
export function timeInRounds(motion: usize, time: f64): f64 {
  const perPeriod = load<f32>(motion, Motion.perPeriod);
  if (perPeriod == 0) return time;
  const start = timeOfKnot(instances + <usize>load<u32>(motion, Motion.firstKnot) * MotionKnot.SIZE);
  const period = <f64>load<f32>(motion, Motion.periodHigh) + <f64>load<f32>(motion, Motion.periodLow);
  const since = time - start;
  let within = since - <f64>floor<f32>(<f32>since * perPeriod) * period;
  // The number of periods is f32: one may be too many, or missing.
  if (within < 0) within += period;
  if (within >= period) within -= period;
  return start + within;
}

@inline
export function timeOfKnot(knot: usize): f64 {
  return <f64>load<f32>(knot, MotionKnot.timeHigh) + <f64>load<f32>(knot, MotionKnot.timeLow);
}

/** The last knot at or before a time; the first one before all of them. `known` may be that of a time before. */
export function knotAt(motion: usize, time: f64, known: usize): usize {
  const first = instances + <usize>load<u32>(motion, Motion.firstKnot) * MotionKnot.SIZE;
  const end = first + <usize>load<u32>(motion, Motion.knotCount) * MotionKnot.SIZE;
  if (known >= first && known < end && timeOfKnot(known) <= time) {
    const next = known + MotionKnot.SIZE;
    if (next == end || timeOfKnot(next) > time) return known;
  }
  let low: u32 = 0, high = load<u32>(motion, Motion.knotCount);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (timeOfKnot(first + <usize>middle * MotionKnot.SIZE) <= time) low = middle;
    else high = middle;
  }
  return first + <usize>low * MotionKnot.SIZE;
}

/** A coordinate of the position at a share of the way to the next knot; 0: that of the knot, which may be the last. */
@inline
export function alongWay(knot: usize, share: f64): f64 {
  const from = coordinateOf(knot);
  return share == 0 ? from : from + share * (coordinateOf(knot + MotionKnot.SIZE) - from);
}

@inline
function coordinateOf(at: usize): f64 {
  return <f64>load<f32>(at, MotionKnot.position) + <f64>load<f32>(at, MotionKnot.positionLow);
}

// locate: the true places of returns, the mean of their hits, are kept, and the points lie where the instrument
// believes them: on the beam's axis, or at their range.

import { hitPlaces, instrument, pulses, returns } from './addresses.generated';
import { AT_HITS, Instrument, NONE, Point, Pulse } from './records.generated';
import { onAxis } from './returns';

/** Keeps the places of the `count` returns of the block; `first` is the number of the pulse at place 0. */
export function locate(first: u32, count: i32): i32 {
  const atHits = load<u32>(instrument, Instrument.located) == AT_HITS;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    const place = hitPlaces + (<usize>k << 4);
    v128.store(place, v128.load(point, Point.position));
    // What no surface sent back is at its place already.
    if (load<u32>(point, Point.surface) == NONE) continue;
    const pulse = pulses + <usize>(load<u32>(point, Point.pulse) - first) * Pulse.SIZE;
    if (atHits) moveToAxis(point, pulse);
    else placeAtHits(place, point, pulse);
  }
  return count;
}

/** Puts a point on the axis of its pulse, at its range. */
function moveToAxis(point: usize, pulse: usize): void {
  const range = <f64>load<f32>(point, Point.range);
  for (let axis: usize = 0; axis < 12; axis += 4)
    store<f32>(point + axis, <f32>onAxis(pulse, axis, range), Point.position);
}

/** Moves the place of a point at its range back to that of its hits. */
function placeAtHits(place: usize, point: usize, pulse: usize): void {
  const beyond = <f64>load<f32>(point, Point.scanAngle);
  for (let axis: usize = 0; axis < 12; axis += 4)
    store<f32>(
      place + axis,
      <f32>(<f64>load<f32>(place + axis) - beyond * <f64>load<f32>(pulse + axis, Pulse.direction)),
    );
  store<f32>(point, load<f32>(pulse, Pulse.scanAngle), Point.scanAngle);
}

// locate: the true places of returns, the mean of their hits, are kept, and the points go to the beam's axis, where the
// instrument believes them.

import { hitPlaces, instrument, pulses, returns } from './addresses.generated';
import { Instrument, NONE, Point, Pulse } from './records.generated';
import { onAxis } from './returns';

/** Keeps the places of the `count` returns of the block; `first` is the number of the pulse at place 0. */
export function locate(first: u32, count: i32): i32 {
  const isMoved = load<u32>(instrument, Instrument.located) != 0;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    v128.store(hitPlaces + (<usize>k << 4), v128.load(point, Point.position));
    // What no surface sent back is there already.
    if (isMoved && load<u32>(point, Point.surface) != NONE) moveToAxis(point, first);
  }
  return count;
}

/** Puts a point on the axis of its pulse, at its range. */
function moveToAxis(point: usize, first: u32): void {
  const pulse = pulses + <usize>(load<u32>(point, Point.pulse) - first) * Pulse.SIZE;
  const range = <f64>load<f32>(point, Point.range);
  for (let axis: usize = 0; axis < 12; axis += 4)
    store<f32>(point + axis, <f32>onAxis(pulse, axis, range), Point.position);
}

// perturb: what the instrument adds of its own. Ranging noise: normal, independent from return to return, along the beam.

import { instrument, pulses, returns } from './addresses.generated';
import { DRAW_RANGE, Instrument, Point, Pulse } from './records.generated';
import { draw, uniformNumber, word0, word1 } from './random';
import { cosine, sinCos } from './trigonometry';

const TURN: f64 = 6.283185307179586;

/** Shifts the `count` returns of the block; `first` is the number of the pulse at place 0. Returns `count`. */
export function perturb(first: u32, count: i32): i32 {
  const deviation = <f64>load<f32>(instrument, Instrument.rangeNoise);
  if (deviation <= 0) return count;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    const number = load<u32>(point, Point.pulse);
    const error = rangeError(number, load<u32>(point, Point.returnNumber), deviation);
    shift(point, pulses + <usize>(number - first) * Pulse.SIZE, error);
  }
  return count;
}

/** By how much return `returnNumber` of the pulse of this number is shifted along the beam. */
@inline
function rangeError(number: u32, returnNumber: u32, deviation: f64): f64 {
  draw(number, returnNumber, DRAW_RANGE);
  return deviation * normal();
}

/** A standard normal number of the words drawn last (Box and Muller 1958). */
@inline
function normal(): f64 {
  sinCos(uniformNumber(word1) * TURN);
  return sqrt<f64>(-2 * Math.log(uniformNumber(word0))) * cosine;
}

@inline
function shift(point: usize, pulse: usize, by: f64): void {
  for (let axis: usize = 0; axis < 12; axis += 4) {
    const moved = <f64>load<f32>(point + axis, Point.position) + by * <f64>load<f32>(pulse + axis, Pulse.direction);
    store<f32>(point + axis, <f32>moved, Point.position);
  }
  store<f32>(point, <f32>(<f64>load<f32>(point, Point.range) + by), Point.range);
}

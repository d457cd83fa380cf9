// misread: an instrument with systematic errors places points along the beams that it reads: they are turned about the
// pulse's origin, from the true beam to the reading, and moved along it.

import { pulses, readings, returns } from './addresses.generated';
import { Point, Pulse, Reading } from './records.generated';
import { crossOf } from './turns';

/** Moves the `count` returns of the block; `first` is the number of the pulse at place 0. Returns `count`. */
export function misread(first: u32, count: i32): i32 {
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    const place = <usize>(load<u32>(point, Point.pulse) - first);
    misplace(point, pulses + place * Pulse.SIZE, readings + place * Reading.SIZE);
  }
  return count;
}

/** Moves a point. Only the change of the turn is added, so that small turns lose no digits. */
function misplace(point: usize, pulse: usize, reading: usize): void {
  const x = v128.load(pulse, Pulse.right), y = v128.load(pulse, Pulse.direction);
  const readX = v128.load(reading, Reading.right), readY = v128.load(reading, Reading.direction);
  const place = v128.load(point, Point.position);
  const away = f32x4.sub(place, v128.load(pulse, Pulse.origin));
  const z = crossOf(x, y);
  const sideways = f32x4.mul(f32x4.sub(readX, x), f32x4.splat(dotOf(away, x)));
  const ahead = f32x4.mul(f32x4.sub(readY, y), f32x4.splat(dotOf(away, y)));
  const upwards = f32x4.mul(f32x4.sub(crossOf(readX, readY), z), f32x4.splat(dotOf(away, z)));
  const turned = f32x4.add(f32x4.add(ahead, sideways), upwards);
  const error = load<f32>(reading, Reading.rangeError);
  const moved = f32x4.add(place, f32x4.add(turned, f32x4.mul(readY, f32x4.splat(error))));
  v128.store(point, f32x4.replace_lane(moved, 3, f32x4.extract_lane(place, 3) + error), Point.position);
}

/** a · b of three numbers each. */
@inline
function dotOf(a: v128, b: v128): f32 {
  const products = f32x4.mul(a, b);
  return f32x4.extract_lane(products, 0) + f32x4.extract_lane(products, 1) + f32x4.extract_lane(products, 2);
}

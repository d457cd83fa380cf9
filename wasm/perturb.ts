// perturb: the instrument's own errors. Errors of ranges: normal, independent from return to return, along the beam.
// Errors of angles: normal, one for all returns of a pulse, which are turned about the pulse's origin.

import { instrument, pulses, returns } from './addresses.generated';
import { isGated } from './limits';
import { normal0, normal1, normalPair } from './normalPair';
import { draw, uniformNumber, word0, word1, word2, word3 } from './random';
import { deviationOf, hasRangeNoise, rangeError } from './rangeError';
import { DRAW_ANGLE, Instrument, Point, Pulse } from './records.generated';

const NO_PULSE: u32 = 0xffffffff;

/** Moves the `count` returns of the block; `first` is the number of the pulse at place 0. Returns `count`. */
export function perturb(first: u32, count: i32): i32 {
  if (hasRangeNoise()) shiftReturns(first, count);
  if (hasAngleNoise()) turnReturns(first, count);
  if (isGated()) renumber(count);
  return count;
}

function hasAngleNoise(): bool {
  return deviationOf(Instrument.headAngleNoise) > 0 || deviationOf(Instrument.rightAngleNoise) > 0
    || deviationOf(Instrument.upAngleNoise) > 0;
}

// ---- ranges ---------------------------------------------------------------------------------------------------------

function shiftReturns(first: u32, count: i32): void {
  for (let k = 0; k < count; k += 2) {
    const point = returns + <usize>k * Point.SIZE;
    const isLast = k + 1 == count;
    const next = isLast ? point : point + Point.SIZE;
    const by = rangeError(point, next);
    shift(point, first, v128.shuffle<i64>(by, by, 0, 0));
    if (!isLast) shift(next, first, v128.shuffle<i64>(by, by, 1, 1));
  }
}

/** Numbers the returns of each pulse among those that are recorded. */
function renumber(count: i32): void {
  let last = NO_PULSE, number: u32 = 0;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    number = load<u32>(point, Point.pulse) == last ? number + 1 : 1;
    last = load<u32>(point, Point.pulse);
    store<u32>(point, number, Point.returnNumber);
  }
}

/** Shifts a point along the beam, position and range at once; `first` is the number of the pulse at place 0. */
@inline
function shift(point: usize, first: u32, by: v128): void {
  const pulse = pulses + <usize>(load<u32>(point, Point.pulse) - first) * Pulse.SIZE;
  const place = v128.load(point, Point.position), direction = v128.load(pulse, Pulse.direction);
  const xy = f64x2.add(f64x2.promote_low_f32x4(place), f64x2.mul(by, f64x2.promote_low_f32x4(direction)));
  const away = f64x2.replace_lane(f64x2.promote_low_f32x4(upper(direction)), 1, 1);
  const zr = f64x2.add(f64x2.promote_low_f32x4(upper(place)), f64x2.mul(by, away));
  v128.store(point, v128.shuffle<i64>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(zr), 0, 2), Point.position);
}

/** The upper two of four numbers. */
@inline
function upper(four: v128): v128 {
  return v128.shuffle<i64>(four, four, 1, 1);
}

// ---- angles ---------------------------------------------------------------------------------------------------------

// Half of the rotation vector of the current pulse, in the device frame.
let halfX: f64 = 0, halfY: f64 = 0, halfZ: f64 = 0;

function turnReturns(first: u32, count: i32): void {
  let last = NO_PULSE;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    const number = load<u32>(point, Point.pulse);
    const pulse = pulses + <usize>(number - first) * Pulse.SIZE;
    if (number != last) angleError(pulse);
    last = number;
    turn(point, pulse);
  }
}

/** Computes half of the rotation vector by which the angles of the pulse are misread. */
function angleError(pulse: usize): void {
  draw(load<u32>(pulse, Pulse.number), 0, DRAW_ANGLE);
  normalPair(uniformNumber(word0), uniformNumber(word1), uniformNumber(word2), uniformNumber(word3));
  const upwards = 0.5 * deviationOf(Instrument.upAngleNoise) * f64x2.extract_lane(normal0, 0);
  const sidewards = 0.5 * deviationOf(Instrument.rightAngleNoise) * f64x2.extract_lane(normal1, 0);
  const aboutHead = 0.5 * deviationOf(Instrument.headAngleNoise) * f64x2.extract_lane(normal0, 1);
  const rx = component(pulse + Pulse.right, 0);
  const ry = component(pulse + Pulse.right, 4);
  const rz = component(pulse + Pulse.right, 8);
  const dx = component(pulse + Pulse.direction, 0), dy = component(pulse + Pulse.direction, 4),
    dz = component(pulse + Pulse.direction, 8);
  const axis = pulse + Pulse.headAxis;
  // A turn about the right-hand direction moves the ray upwards, one about right × ray sidewards.
  halfX = aboutHead * component(axis, 0) + upwards * rx + sidewards * (ry * dz - rz * dy);
  halfY = aboutHead * component(axis, 4) + upwards * ry + sidewards * (rz * dx - rx * dz);
  halfZ = aboutHead * component(axis, 8) + upwards * rz + sidewards * (rx * dy - ry * dx);
}

/**
 * Turns the point about the pulse's origin, by Rodrigues' formula for the vector g of tan(θ/2) about the axis
 * (Rodrigues 1840): v + 2 / (1 + g²) · (g × v + g × (g × v)), which keeps the length of v for any g. Using θ/2 for its
 * tangent makes angles too small by the fraction θ²/12.
 */
@inline
function turn(point: usize, pulse: usize): void {
  const x = component(point + Point.position, 0) - component(pulse + Pulse.origin, 0);
  const y = component(point + Point.position, 4) - component(pulse + Pulse.origin, 4);
  const z = component(point + Point.position, 8) - component(pulse + Pulse.origin, 8);
  const cx = halfY * z - halfZ * y, cy = halfZ * x - halfX * z, cz = halfX * y - halfY * x;
  const scale = 2 / (1 + (halfX * halfX + halfY * halfY + halfZ * halfZ));
  move(point, 0, scale * (cx + (halfY * cz - halfZ * cy)));
  move(point, 4, scale * (cy + (halfZ * cx - halfX * cz)));
  move(point, 8, scale * (cz + (halfX * cy - halfY * cx)));
}

@inline
function component(at: usize, offset: usize): f64 {
  return <f64>load<f32>(at + offset);
}

@inline
function move(point: usize, offset: usize, by: f64): void {
  store<f32>(point + offset, <f32>(component(point + Point.position, offset) + by), Point.position);
}

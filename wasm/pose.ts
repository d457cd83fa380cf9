// The pose of the scanner at any time. Between two knots of the platform's path, position and quaternion are linear;
// knots are so close that this is a rotation at constant rate to 1e-7 rad (see densifyTrajectory). Pulses come in order
// of time, so knot and matrix are kept from one to the next. On the GPU, each pulse bisects to its knot and computes
// its own matrix.

import { knots, program } from './addresses.generated';
import { Knot, PulseProgram } from './records.generated';
import { component } from './vectors';

/** Set by moveToPose: the origin of the head's frame, and the platform's level right-hand direction. */
export let originX: f64 = 0;
export let originY: f64 = 0;
export let originZ: f64 = 0;
export let levelX: f64 = 0;
export let levelY: f64 = 0;

/** Set by takePose. */
export let toDeviceX: f64 = 0;
export let toDeviceY: f64 = 0;
export let toDeviceZ: f64 = 0;

// Head frame (angle 0) to device frame: rows.
let xx: f64 = 0, xy: f64 = 0, xz: f64 = 0;
let yx: f64 = 0, yy: f64 = 0, yz: f64 = 0;
let zx: f64 = 0, zy: f64 = 0, zz: f64 = 0;
// The lever arm in the device frame.
let armX: f64 = 0, armY: f64 = 0, armZ: f64 = 0;

/** The knot before the last requested time; times rise, so the next one is near. */
let current: u32 = 0;
/** The knot with the attitude of the matrix, if the next knot has the same attitude; −1: none. */
let heldKnot: i32 = -1;

/** Forgets the pose, since the program may have changed. */
export function forgetPose(): void {
  heldKnot = -1;
}

/** Moves the head's frame to its pose at `time`. */
export function moveToPose(time: f64): void {
  const knot = findKnot(time);
  const next = knot + Knot.SIZE;
  const share = (time - load<f64>(knot, Knot.time)) * load<f64>(knot, Knot.inverseStep);
  if (heldKnot != <i32>current) turnTo(knot, next, share);
  originX = betweenKnots(knot + Knot.position, 0, share) + armX;
  originY = betweenKnots(knot + Knot.position, 1, share) + armY;
  originZ = betweenKnots(knot + Knot.position, 2, share) + armZ;
  levelX = levelBetweenKnots(knot, 0, share);
  levelY = levelBetweenKnots(knot, 4, share);
}

/** The last knot at or before `time`, excluding the very last. */
function findKnot(time: f64): usize {
  const last = load<u32>(program, PulseProgram.knotCount) - 2;
  if (current > last || time < load<f64>(knots + <usize>current * Knot.SIZE, Knot.time)) current = 0;
  // Bisects if the knot is far behind, as at the start of a block; otherwise takes the next one.
  if (current + 2 < last && time >= load<f64>(knots + <usize>(current + 2) * Knot.SIZE, Knot.time)) bisect(time, last);
  else while (current < last && time >= load<f64>(knots + <usize>(current + 1) * Knot.SIZE, Knot.time)) current++;
  return knots + <usize>current * Knot.SIZE;
}

function bisect(time: f64, last: u32): void {
  let end = last + 1;
  while (current + 1 < end) {
    const middle = (current + end) >> 1;
    if (load<f64>(knots + <usize>middle * Knot.SIZE, Knot.time) <= time) current = middle;
    else end = middle;
  }
}

/** The number at a fraction of the interval between two. */
@inline
function between(start: f64, end: f64, share: f64): f64 {
  return start + share * (end - start);
}

/** A coordinate between those of the current knot and the next. */
@inline
function betweenKnots(at: usize, axis: usize, share: f64): f64 {
  return between(component(at, axis), component(at + Knot.SIZE, axis), share);
}

@inline
function levelBetweenKnots(knot: usize, offset: usize, share: f64): f64 {
  const from = <f64>load<f32>(knot + offset, Knot.levelRight);
  return between(from, <f64>load<f32>(knot + offset + Knot.SIZE, Knot.levelRight), share);
}

/** Sets matrix and lever arm; notes the knot if the attitude is the same at both knots. */
function turnTo(knot: usize, next: usize, share: f64): void {
  const at = knot + Knot.orientation;
  const x = betweenKnots(at, 0, share), y = betweenKnots(at, 1, share), z = betweenKnots(at, 2, share), w = betweenKnots(at, 3, share);
  rotate(x, y, z, w);
  heldKnot = sameAttitude(at, next + Knot.orientation) ? <i32>current : -1;
}

function sameAttitude(a: usize, b: usize): bool {
  return component(a, 0) == component(b, 0) && component(a, 1) == component(b, 1) && component(a, 2) == component(b, 2)
    && component(a, 3) == component(b, 3);
}

/** Matrix of the quaternion's rotation, after the head's frame in the body. */
function rotate(x: f64, y: f64, z: f64, w: f64): void {
  // 2/|q|² to second order in the deviation of |q|² from 1: between knots 1° apart that is at most 2e-5, its cube
  // 1e-14.
  const lack = 1 - (x * x + y * y + z * z + w * w);
  const s = 2 + 2 * lack * (1 + lack);
  const sx = s * x, sy = s * y, sz = s * z;
  const rxx = 1 - (sy * y + sz * z), rxy = sx * y - sz * w, rxz = sx * z + sy * w;
  const ryx = sx * y + sz * w, ryy = 1 - (sx * x + sz * z), ryz = sy * z - sx * w;
  const rzx = sx * z - sy * w, rzy = sy * z + sx * w, rzz = 1 - (sx * x + sy * y);
  const ax = program + PulseProgram.axisX, ay = program + PulseProgram.axisY, az = program + PulseProgram.axisZ;
  xx = row(rxx, rxy, rxz, ax); xy = row(rxx, rxy, rxz, ay); xz = row(rxx, rxy, rxz, az);
  yx = row(ryx, ryy, ryz, ax); yy = row(ryx, ryy, ryz, ay); yz = row(ryx, ryy, ryz, az);
  zx = row(rzx, rzy, rzz, ax); zy = row(rzx, rzy, rzz, ay); zz = row(rzx, rzy, rzz, az);
  const arm = program + PulseProgram.leverArm;
  armX = row(rxx, rxy, rxz, arm);
  armY = row(ryx, ryy, ryz, arm);
  armZ = row(rzx, rzy, rzz, arm);
}

@inline
function row(a: f64, b: f64, c: f64, vector: usize): f64 {
  return a * component(vector, 0) + b * component(vector, 1) + c * component(vector, 2);
}

/** Transforms a vector of the head's frame (angle 0) to the device frame, at the last pose. */
export function takePose(x: f64, y: f64, z: f64): void {
  toDeviceX = xx * x + xy * y + xz * z;
  toDeviceY = yx * x + yy * y + yz * z;
  toDeviceZ = zx * x + zy * y + zz * z;
}

/** Stores the axis of the head, in the device frame. */
export function storeHeadAxis(at: usize): void {
  store<f32>(at, <f32>xz);
  store<f32>(at, <f32>yz, 4);
  store<f32>(at, <f32>zz, 8);
}

/** Set by takePoseOfTwo: two vectors, a lane each. */
export let twoX: v128 = f64x2.splat(0);
export let twoY: v128 = f64x2.splat(0);
export let twoZ: v128 = f64x2.splat(0);

/** takePose for two vectors at once. */
export function takePoseOfTwo(x: v128, y: v128, z: v128): void {
  twoX = takeRow(xx, xy, xz, x, y, z);
  twoY = takeRow(yx, yy, yz, x, y, z);
  twoZ = takeRow(zx, zy, zz, x, y, z);
}

@inline
function takeRow(a: f64, b: f64, c: f64, x: v128, y: v128, z: v128): v128 {
  const sum = f64x2.add(f64x2.mul(f64x2.splat(a), x), f64x2.mul(f64x2.splat(b), y));
  return f64x2.add(sum, f64x2.mul(f64x2.splat(c), z));
}

// The pose of the scanner at the times of two pulses, a lane each. Between two knots of the platform's path, position
// and quaternion are linear; knots are so close that this is a rotation at constant rate to 1e-7 rad (see
// densifyTrajectory). Pulses come in order of time, so the knot is kept from one to the next, and so is everything that
// the platform's motion does not change. On the GPU, each pulse bisects to its knot.

import { knots, program } from './addresses.generated';
import { loadPair, loadPairOfF32 } from './pairs';
import { Knot, PLATFORM_STANDS, PLATFORM_TURNS, PulseProgram } from './records.generated';
import { dotF64 } from './vectors';

/** The origin of the head's frame, and the platform's level right-hand direction: set by moveToPose. */
export let originX: v128 = f64x2.splat(0);
export let originY: v128 = f64x2.splat(0);
export let originZ: v128 = f64x2.splat(0);
export let levelX: v128 = f64x2.splat(0);
export let levelY: v128 = f64x2.splat(0);
/** The axis of the head in the device frame: set by moveToPose. */
export let headAxisX: v128 = f64x2.splat(0);
export let headAxisY: v128 = f64x2.splat(0);
export let headAxisZ: v128 = f64x2.splat(0);

// Head frame (angle 0) to device frame: rows. Their third numbers are the head's axis.
let xx: v128 = f64x2.splat(0), xy: v128 = f64x2.splat(0);
let yx: v128 = f64x2.splat(0), yy: v128 = f64x2.splat(0);
let zx: v128 = f64x2.splat(0), zy: v128 = f64x2.splat(0);
// The lever arm in the device frame.
let armX: v128 = f64x2.splat(0), armY: v128 = f64x2.splat(0), armZ: v128 = f64x2.splat(0);

/** The knot before the last requested time; times rise, so the next one is near. */
let current: u32 = 0;
/** Motion of the platform between the following pulses: PLATFORM_TURNS until their pose is known. */
let motion: u32 = PLATFORM_TURNS;

/** Forgets the pose, since the program may have changed. */
export function forgetPose(): void {
  motion = PLATFORM_TURNS;
}

/** Moves the head's frame to its poses at two times. */
@inline
export function moveToPose(time: v128): void {
  if (motion != PLATFORM_STANDS) moveOn(time);
}

function moveOn(time: v128): void {
  const first = findKnot(f64x2.extract_lane(time, 0)), second = findKnot(f64x2.extract_lane(time, 1));
  const share = f64x2.mul(
    f64x2.sub(time, loadPair(first, second, Knot.time)), loadPair(first, second, Knot.inverseStep),
  );
  if (motion == PLATFORM_TURNS) turnTo(first, second, share);
  originX = f64x2.add(betweenKnots(first, second, Knot.position, share), armX);
  originY = f64x2.add(betweenKnots(first, second, Knot.position + 8, share), armY);
  originZ = f64x2.add(betweenKnots(first, second, Knot.position + 16, share), armZ);
  motion = load<u32>(program, PulseProgram.motion);
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

/** The numbers at a fraction of the interval between two. */
@inline
function between(start: v128, end: v128, share: v128): v128 {
  return f64x2.add(start, f64x2.mul(share, f64x2.sub(end, start)));
}

/** The numbers at `offset` between those of two knots and the next ones. */
@inline
function betweenKnots(first: usize, second: usize, offset: usize, share: v128): v128 {
  return between(loadPair(first, second, offset), loadPair(first, second, offset + Knot.SIZE), share);
}

@inline
function levelBetweenKnots(first: usize, second: usize, offset: usize, share: v128): v128 {
  return between(loadPairOfF32(first, second, offset), loadPairOfF32(first, second, offset + Knot.SIZE), share);
}

/** Sets matrix, lever arm and level direction. */
function turnTo(first: usize, second: usize, share: v128): void {
  const at = Knot.orientation;
  rotate(
    betweenKnots(first, second, at, share), betweenKnots(first, second, at + 8, share),
    betweenKnots(first, second, at + 16, share),
    betweenKnots(first, second, at + 24, share),
  );
  levelX = levelBetweenKnots(first, second, Knot.levelRight, share);
  levelY = levelBetweenKnots(first, second, Knot.levelRight + 4, share);
}

/** Matrix of the quaternion's rotation, after the head's frame in the body. */
@inline
function rotate(x: v128, y: v128, z: v128, w: v128): void {
  const one = f64x2.splat(1);
  const ww = f64x2.mul(w, w);
  // 2/|q|² to second order in the deviation of |q|² from 1: between knots 1° apart that is at most 2e-5, its cube
  // 1e-14.
  const lack = f64x2.sub(one, f64x2.add(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)), ww));
  const s = f64x2.add(f64x2.splat(2), f64x2.mul(f64x2.add(lack, lack), f64x2.add(one, lack)));
  const sx = f64x2.mul(s, x), sy = f64x2.mul(s, y), sz = f64x2.mul(s, z);
  const sxx = f64x2.mul(sx, x), syy = f64x2.mul(sy, y), szz = f64x2.mul(sz, z);
  const sxy = f64x2.mul(sx, y), sxz = f64x2.mul(sx, z), syz = f64x2.mul(sy, z);
  const sxw = f64x2.mul(sx, w), syw = f64x2.mul(sy, w), szw = f64x2.mul(sz, w);
  const rxx = f64x2.sub(one, f64x2.add(syy, szz)), rxy = f64x2.sub(sxy, szw), rxz = f64x2.add(sxz, syw);
  const ryx = f64x2.add(sxy, szw), ryy = f64x2.sub(one, f64x2.add(sxx, szz)), ryz = f64x2.sub(syz, sxw);
  const rzx = f64x2.sub(sxz, syw), rzy = f64x2.add(syz, sxw), rzz = f64x2.sub(one, f64x2.add(sxx, syy));
  const ax = program + PulseProgram.axisX, ay = program + PulseProgram.axisY, az = program + PulseProgram.axisZ;
  xx = row(rxx, rxy, rxz, ax); xy = row(rxx, rxy, rxz, ay); headAxisX = row(rxx, rxy, rxz, az);
  yx = row(ryx, ryy, ryz, ax); yy = row(ryx, ryy, ryz, ay); headAxisY = row(ryx, ryy, ryz, az);
  zx = row(rzx, rzy, rzz, ax); zy = row(rzx, rzy, rzz, ay); headAxisZ = row(rzx, rzy, rzz, az);
  const arm = program + PulseProgram.leverArm;
  armX = row(rxx, rxy, rxz, arm);
  armY = row(ryx, ryy, ryz, arm);
  armZ = row(rzx, rzy, rzz, arm);
}

/** a, b and c times the vector at `vector`, the same for both pulses. */
@inline
function row(a: v128, b: v128, c: v128, vector: usize): v128 {
  return dotF64(a, b, c, v128.load64_splat(vector), v128.load64_splat(vector, 8), v128.load64_splat(vector, 16));
}

/** Coordinates in the device frame of vectors of the head's frame (angle 0), at the last poses. */
@inline
export function alongX(x: v128, y: v128, z: v128): v128 { return dotF64(xx, xy, headAxisX, x, y, z); }
@inline
export function alongY(x: v128, y: v128, z: v128): v128 { return dotF64(yx, yy, headAxisY, x, y, z); }
@inline
export function alongZ(x: v128, y: v128, z: v128): v128 { return dotF64(zx, zy, headAxisZ, x, y, z); }

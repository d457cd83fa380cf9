// pulse: from a pulse's number to its time, channel, origin and axis. Its shot determines its time and the state of the
// deflector; the head turns the deflected beam, and the platform's pose of that very time carries it into the world.
// Two consecutive pulses go through side by side, an f64 lane each.

import { channels, program, pulses } from './addresses.generated';
import { azimuth } from './angles';
import { deflect } from './deflect.generated';
import { beamX, beamY, beamZ } from './deflectors/beam';
import { loadPair, pairOf, quotient, remainderOf, wordsOf } from './pairs';
import { Channel, FRAME_ALIKE, Pulse, PulseProgram } from './records.generated';
import {
  alongX, alongY, alongZ, forgetPose, headAxisX, headAxisY, headAxisZ, levelX, levelY, moveToPose, originX, originY,
  originZ,
} from './pose';
import { idle, schedule, shotTime } from './schedule';
import { cosine, sinCos, sine } from './trigonometry';
import { dotF64, zeroOf } from './vectors';

const TURN: f64 = 6.283185307179586;

let headAngle: v128 = f64x2.splat(0), headSine: v128 = f64x2.splat(0), headCosine: v128 = f64x2.splat(1);

/**
 * Makes the `count` pulses from number `first` on, from place 0; returns their number. After an odd number follows one
 * more, for which a block has room.
 */
export function pulse(first: u32, count: i32): i32 {
  forgetPose();
  for (let p = 0; p < count; p += 2) makePulse(pulses + <usize>p * Pulse.SIZE, first + p);
  return count;
}

/** Makes the pulse of this number and the next one. */
function makePulse(at: usize, number: u32): void {
  const numbers = pairOf(<f64>number, <f64>number + 1);
  const channelCount = load<u32>(program, PulseProgram.channelCount);
  const shot = quotient(numbers, channelCount);
  const channel = wordsOf(remainderOf(numbers, shot, channelCount));
  const first = channels + <usize>i32x4.extract_lane(channel, 0) * Channel.SIZE;
  const second = channels + <usize>i32x4.extract_lane(channel, 1) * Channel.SIZE;

  schedule(shot, loadPair(first, second, Channel.fireTime));
  const time = shotTime;
  const swept = f64x2.mul(v128.load64_splat(program, PulseProgram.headRate), time);
  const timeHigh = f32x4.demote_f64x2_zero(time);
  const timeLow = f32x4.demote_f64x2_zero(f64x2.sub(time, f64x2.promote_low_f32x4(timeHigh)));

  deflect(first, second);
  turnHead(f64x2.add(v128.load64_splat(program, PulseProgram.headStart), swept));
  moveToPose(time);
  placeOrigin(at, first, second, channel);
  aim(at, first, second, wordsOf(numbers));
  storeWords(at + Pulse.headAxis, single(headAxisX), single(headAxisY), single(headAxisZ), isSilent(swept));
  const rangeMin = loadWords(first, second, Channel.rangeMin), rangeMax = loadWords(first, second, Channel.rangeMax);
  storeWords(at + Pulse.timeHigh, timeHigh, timeLow, rangeMin, rangeMax);
}

/** Sine and cosine of the head's angle; a head that stands still keeps those of the pulses before. */
function turnHead(angle: v128): void {
  if (i64x2.all_true(f64x2.eq(angle, headAngle))) return;
  headAngle = angle;
  sinCos(angle);
  headSine = sine;
  headCosine = cosine;
}

/** 1 if the mirror has left its window, or the head the sector in which pulses leave, else 0. */
@inline
function isSilent(swept: v128): v128 {
  return v128.or(isOutside(swept), v128.and(i32x4.splat(1), v128.shuffle<i32>(idle, idle, 0, 2, 0, 2)));
}

/** 1 if the head has left the sector in which pulses leave, else 0. */
@inline
function isOutside(swept: v128): v128 {
  if (load<f64>(program, PulseProgram.sector) == Infinity) return i32x4.splat(0);
  const turned = f64x2.abs(swept), turn = f64x2.splat(TURN);
  const within = f64x2.sub(turned, f64x2.mul(f64x2.floor(f64x2.div(turned, turn)), turn));
  const inside = f64x2.lt(within, v128.load64_splat(program, PulseProgram.sector));
  return v128.andnot(i32x4.splat(1), v128.shuffle<i32>(inside, inside, 0, 2, 0, 2));
}

/** Origin of the beam: the channel's place turned with the head, and with it the platform. */
@inline
function placeOrigin(at: usize, first: usize, second: usize, channel: v128): void {
  let x = originX, y = originY, z = originZ;
  if (load<u32>(first, Channel.isAside) | load<u32>(second, Channel.isAside)) {
    const place = Channel.origin;
    const inX = loadPair(first, second, place);
    const inY = loadPair(first, second, place + 8);
    const up = loadPair(first, second, place + 16);
    const right = turnedX(inX, inY), ahead = turnedY(inX, inY);
    x = f64x2.add(x, alongX(right, ahead, up));
    y = f64x2.add(y, alongY(right, ahead, up));
    z = f64x2.add(z, alongZ(right, ahead, up));
  }
  storeWords(at + Pulse.origin, single(x), single(y), single(z), channel);
}

/** Axis and right-hand direction: those of the deflector's frame after the least rotation that takes +y to the beam. */
@inline
function aim(at: usize, first: usize, second: usize, number: v128): void {
  const one = f64x2.splat(1);
  let x = beamX, y = beamY, z = beamZ;
  // x − k (y + d) with k = d_x / (1 + d_y).
  const k = v128.any_true(f64x2.ne(x, f64x2.splat(0))) ? shear(x, y, z) : x;
  let rx = f64x2.sub(one, f64x2.mul(k, x));
  let ry = f64x2.neg(f64x2.mul(k, f64x2.add(one, y)));
  let rz = f64x2.neg(f64x2.mul(k, z));
  if (load<u32>(program, PulseProgram.rolls)) {
    const across = levelLength(x, z);
    rx = f64x2.div(z, across); ry = f64x2.splat(0); rz = f64x2.neg(f64x2.div(x, across));
  }
  if ((load<u32>(first, Channel.frame) | load<u32>(second, Channel.frame)) != FRAME_ALIKE) {
    const inX = alongAxes(first, second, 0, x, y, z), inY = alongAxes(first, second, 8, x, y, z);
    const rightInX = alongAxes(first, second, 0, rx, ry, rz), rightInY = alongAxes(first, second, 8, rx, ry, rz);
    z = alongAxes(first, second, 16, x, y, z);
    rz = alongAxes(first, second, 16, rx, ry, rz);
    x = inX; y = inY; rx = rightInX; ry = rightInY;
  } else {
    const zero = zeroOf(x, y, z), rightZero = zeroOf(rx, ry, rz);
    x = f64x2.add(x, zero); y = f64x2.add(y, zero); z = f64x2.add(z, zero);
    rx = f64x2.add(rx, rightZero); ry = f64x2.add(ry, rightZero); rz = f64x2.add(rz, rightZero);
  }
  storeAxis(at, turnedX(x, y), turnedY(x, y), z);
  storeRight(at, turnedX(rx, ry), turnedY(rx, ry), rz, number);
}

/**
 * The length of (d_z, 0, −d_x), which at length 1 is the right-hand direction of a beam that turns
 * about itself as it goes round.
 */
@inline
function levelLength(x: v128, z: v128): v128 {
  const square = f64x2.add(f64x2.mul(x, x), f64x2.mul(z, z));
  return f64x2.sqrt(f64x2.pmax(square, f64x2.splat(f64.MIN_NORMAL_VALUE)));
}

/** Stores the axis, of the head's frame at angle 0, and its scan angle. */
@inline
function storeAxis(at: usize, x: v128, y: v128, z: v128): void {
  const toX = alongX(x, y, z), toY = alongY(x, y, z), toZ = single(alongZ(x, y, z));
  const right = single(f64x2.add(f64x2.mul(toX, levelX), f64x2.mul(toY, levelY)));
  storeWords(at + Pulse.direction, single(toX), single(toY), toZ, azimuth(right, f32x4.neg(toZ)));
}

/** Stores the right-hand direction, of the head's frame at angle 0, and the pulse's number. */
@inline
function storeRight(at: usize, x: v128, y: v128, z: v128, number: v128): void {
  storeWords(at + Pulse.right, single(alongX(x, y, z)), single(alongY(x, y, z)), single(alongZ(x, y, z)), number);
}

/** A coordinate (by byte offset) of x, y and z times the axes of the channels. */
@inline
function alongAxes(first: usize, second: usize, offset: usize, x: v128, y: v128, z: v128): v128 {
  const axisX = loadPair(first, second, Channel.axisX + offset);
  const axisY = loadPair(first, second, Channel.axisY + offset);
  return dotF64(x, y, z, axisX, axisY, loadPair(first, second, Channel.axisZ + offset));
}

/** Coordinates of a vector that turns with the head, clockwise. */
@inline
function turnedX(x: v128, y: v128): v128 { return f64x2.add(f64x2.mul(x, headCosine), f64x2.mul(y, headSine)); }
@inline
function turnedY(x: v128, y: v128): v128 { return f64x2.sub(f64x2.mul(y, headCosine), f64x2.mul(x, headSine)); }

/** d_x / (1 + d_y); for a beam that goes back, 1 + d_y from the other two. */
@inline
function shear(x: v128, y: v128, z: v128): v128 {
  const one = f64x2.splat(1);
  const ahead = f64x2.ge(y, f64x2.splat(0));
  const square = f64x2.add(f64x2.mul(x, x), f64x2.mul(z, z));
  const above = v128.bitselect(x, f64x2.mul(x, f64x2.sub(one, y)), ahead);
  const below = v128.bitselect(f64x2.add(one, y), f64x2.pmax(square, f64x2.splat(f64.MIN_NORMAL_VALUE)), ahead);
  return f64x2.div(above, below);
}

// ---- records --------------------------------------------------------------------------------------------------------

/** Two numbers as f32: lanes 0 and 1. */
@inline
function single(numbers: v128): v128 {
  return f32x4.demote_f64x2_zero(numbers);
}

/** A word of two channels: lanes 0 and 1. */
@inline
function loadWords(first: usize, second: usize, offset: usize): v128 {
  return v128.load32_lane(second + offset, v128.load32_zero(first + offset), 1);
}

/** Stores four words that follow one another in a Pulse record, of two pulses: lanes 0 and 1. */
@inline
function storeWords(at: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5), cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  v128.store(at, v128.shuffle<i64>(ab, cd, 0, 2));
  v128.store(at, v128.shuffle<i64>(ab, cd, 1, 3), Pulse.SIZE);
}

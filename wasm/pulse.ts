// pulse: from a pulse's number to its time, channel, origin and axis. Its shot says when it leaves and how the deflector stands;
// the head turns what comes out of the deflector, the platform's pose of that very time carries it into the world. Axis and
// right-hand direction go through side by side, two f64 a vector.

import { channels, program, pulses } from './addresses.generated';
import { deflect } from './deflect.generated';
import { beamX, beamY, beamZ } from './deflectors/beam';
import { PulseProgram, Pulse, Channel } from './records.generated';
import {
  forgetPose, levelX, levelY, moveToPose, originX, originY, originZ, storeHeadAxis, takePose, takePoseOfTwo, toDeviceX, toDeviceY, toDeviceZ, twoX,
  twoY, twoZ,
} from './pose';
import { schedule, shotTime } from './schedule';
import { cosine, sinCos, sine } from './trigonometry';
import { component } from './vectors';

const TURN: f64 = 6.283185307179586;

let headAngle: f64 = 0, headSine: f64 = 0, headCosine: f64 = 1;

/** Makes the `count` pulses from number `first` on, from place 0; returns their number. */
export function pulse(first: u32, count: i32): i32 {
  forgetPose();
  for (let p = 0; p < count; p++) makePulse(pulses + <usize>p * Pulse.SIZE, first + p);
  return count;
}

function makePulse(at: usize, number: u32): void {
  const channelCount = load<u32>(program, PulseProgram.channelCount);
  const shot = channelCount == 1 ? number : number / channelCount;
  const channel = number - shot * channelCount;
  const laser = channels + <usize>channel * Channel.SIZE;

  schedule(shot);
  const time = shotTime + load<f64>(laser, Channel.fireTime);
  const swept = load<f64>(program, PulseProgram.headRate) * time;
  store<u32>(at, number, Pulse.number);
  store<u32>(at, channel, Pulse.channel);
  store<u32>(at, u32(isOutside(swept)), Pulse.silent);
  store<f32>(at, <f32>time, Pulse.timeHigh);
  store<f32>(at, <f32>(time - <f64><f32>time), Pulse.timeLow);
  store<f32>(at, load<f32>(laser, Channel.rangeMin), Pulse.rangeMin);
  store<f32>(at, load<f32>(laser, Channel.rangeMax), Pulse.rangeMax);

  deflect(laser);
  turnHead(load<f64>(program, PulseProgram.headStart) + swept);
  moveToPose(time);
  placeOrigin(at, laser);
  aim(at, laser);
  storeHeadAxis(at + Pulse.headAxis);
}

/** Sine and cosine of the head's angle; a head that stands still has those of the pulse before. */
function turnHead(angle: f64): void {
  if (angle == headAngle) return;
  headAngle = angle;
  sinCos(angle);
  headSine = sine;
  headCosine = cosine;
}

/** Whether the head has left the sector in which pulses leave. */
function isOutside(swept: f64): bool {
  const sector = load<f64>(program, PulseProgram.sector);
  if (sector == Infinity) return false;
  const turned = abs(swept);
  return !(turned - floor(turned / TURN) * TURN < sector);
}

/** Where the beam leaves: the channel's place turned with the head, and with it the platform. */
function placeOrigin(at: usize, laser: usize): void {
  const x = component(laser + Channel.origin, 0), y = component(laser + Channel.origin, 1), z = component(laser + Channel.origin, 2);
  takePose(x * headCosine + y * headSine, y * headCosine - x * headSine, z);
  store<f32>(at, <f32>(originX + toDeviceX), Pulse.origin);
  store<f32>(at, <f32>(originY + toDeviceY), Pulse.origin + 4);
  store<f32>(at, <f32>(originZ + toDeviceZ), Pulse.origin + 8);
}

/** Axis and right-hand direction: those of the deflector's frame when the least rotation takes +y to the beam. Side by side. */
function aim(at: usize, laser: usize): void {
  // x − k (y + d) with k = d_x / (1 + d_y).
  const k = beamX == 0 ? beamX : shear();
  const x = f64x2Of(beamX, 1 - k * beamX), y = f64x2Of(beamY, -(k * (1 + beamY))), z = f64x2Of(beamZ, -(k * beamZ));
  // Channel, head (clockwise), platform.
  const hx = dotAxes(laser + Channel.axisX, laser + Channel.axisY, laser + Channel.axisZ, 0, x, y, z);
  const hy = dotAxes(laser + Channel.axisX, laser + Channel.axisY, laser + Channel.axisZ, 8, x, y, z);
  const hz = dotAxes(laser + Channel.axisX, laser + Channel.axisY, laser + Channel.axisZ, 16, x, y, z);
  const c = f64x2.splat(headCosine), s = f64x2.splat(headSine);
  takePoseOfTwo(f64x2.add(f64x2.mul(hx, c), f64x2.mul(hy, s)), f64x2.sub(f64x2.mul(hy, c), f64x2.mul(hx, s)), hz);
  storeDirection(at + Pulse.direction, 0);
  storeDirection(at + Pulse.right, 1);
  store<f32>(at, <f32>scanSineOf(f64x2.extract_lane(twoX, 0), f64x2.extract_lane(twoY, 0)), Pulse.scanSine);
}

/** Along the platform's level right-hand side; no sine is larger than 1. */
@inline
function scanSineOf(x: f64, y: f64): f64 {
  return max<f64>(-1, min<f64>(1, x * levelX + y * levelY));
}

@inline
function f64x2Of(a: f64, b: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(a), 1, b);
}

/** A coordinate (by byte offset) of x, y and z times three axes. */
@inline
function dotAxes(axisX: usize, axisY: usize, axisZ: usize, offset: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f64x2.add(f64x2.mul(x, v128.load64_splat(axisX + offset)), f64x2.mul(y, v128.load64_splat(axisY + offset)));
  return f64x2.add(sum, f64x2.mul(z, v128.load64_splat(axisZ + offset)));
}

@inline
function storeDirection(at: usize, lane: u8): void {
  store<f32>(at, <f32>(lane == 0 ? f64x2.extract_lane(twoX, 0) : f64x2.extract_lane(twoX, 1)));
  store<f32>(at, <f32>(lane == 0 ? f64x2.extract_lane(twoY, 0) : f64x2.extract_lane(twoY, 1)), 4);
  store<f32>(at, <f32>(lane == 0 ? f64x2.extract_lane(twoZ, 0) : f64x2.extract_lane(twoZ, 1)), 8);
}

/** d_x / (1 + d_y); for a beam that goes back, 1 + d_y from the other two. */
function shear(): f64 {
  if (beamY >= 0) return beamX / (1 + beamY);
  return (beamX * (1 - beamY)) / max<f64>(beamX * beamX + beamZ * beamZ, f64.MIN_NORMAL_VALUE);
}

// pulse: from a pulse's number to its time, origin, axis and channel. The scanner stands or moves straight ahead at constant
// speed; its pose is that of the pulse's own time.

import { Channel, Pulse, PulseProgram } from './records.generated';
import { channels, program } from './run';
import { cosine, sinCos, sine } from './trigonometry';
import { pulses } from './work';

const TURN: f64 = 6.283185307179586;

/** A number that a record holds as two f32. */
@inline
function pair(at: usize, offset: usize): f64 {
  return <f64>load<f32>(at + offset) + <f64>load<f32>(at + offset + 4);
}

/** One coordinate of a vector that a record holds as two vec3<f32>. */
@inline
function coordinate(high: usize, low: usize, axis: usize): f64 {
  return <f64>load<f32>(program + high + axis * 4) + <f64>load<f32>(program + low + axis * 4);
}

/** Makes the `count` pulses from number `firstNumber` in work, from place 0. */
export function pulse(firstNumber: u32, count: i32): void {
  for (let p = 0; p < count; p++) makePulse(pulses + <usize>p * Pulse.SIZE, firstNumber + p);
}

function makePulse(at: usize, number: u32): void {
  const cycle = load<u32>(program, PulseProgram.cycle);
  const turn = number / cycle;
  const step = number - turn * cycle;
  const spinning = load<u32>(program, PulseProgram.kind) == 0;
  const channel = spinning ? step : 0;
  const laser = channels + <usize>channel * Channel.SIZE;

  // When, and where the head stands then.
  const time = <f64>turn * pair(program, PulseProgram.cyclePeriodHigh) + <f64>step * pair(program, PulseProgram.pulsePeriodHigh)
    + pair(laser, Channel.fireTimeHigh);
  const swept = time * pair(program, PulseProgram.azimuthRateHigh);
  const head = pair(program, PulseProgram.azimuthStartHigh) + swept;
  const elevation = spinning ? <f64>load<f32>(laser, Channel.elevation)
    : pair(program, PulseProgram.elevationStartHigh) + <f64>step * pair(program, PulseProgram.elevationStepHigh);

  store<u32>(at, number, Pulse.number);
  store<u32>(at, channel, Pulse.channel);
  store<u32>(at, u32(swept - floor(swept / TURN) * TURN >= <f64>load<f32>(program, PulseProgram.sector)), Pulse.silent);
  store<f32>(at, <f32>time, Pulse.timeHigh);
  store<f32>(at, <f32>(time - <f64><f32>time), Pulse.timeLow);
  placeOrigin(at, laser, head, time);
  aim(at, head + <f64>load<f32>(laser, Channel.azimuthOffset), elevation);
}

/** Origin: the scanner's position at that time, and the channel's own place turned with the head (clockwise from above). */
function placeOrigin(at: usize, laser: usize, head: f64, time: f64): void {
  const x = <f64>load<f32>(laser, Channel.origin), y = <f64>load<f32>(laser, Channel.origin + 4);
  let ox: f64 = 0, oy: f64 = 0;
  const oz = <f64>load<f32>(laser, Channel.origin + 8);
  if (x != 0 || y != 0) {
    sinCos(head);
    ox = x * cosine + y * sine;
    oy = y * cosine - x * sine;
  }
  for (let axis: usize = 0; axis < 3; axis++) {
    const position = coordinate(PulseProgram.positionHigh, PulseProgram.positionLow, axis)
      + time * coordinate(PulseProgram.velocityHigh, PulseProgram.velocityLow, axis) + toFrame(ox, oy, oz, axis);
    store<f32>(at + axis * 4, <f32>position, Pulse.origin);
  }
}

/** Axis and right-hand direction of a beam at `azimuth` (clockwise from y) and `elevation` in the scanner's frame. */
function aim(at: usize, azimuth: f64, elevation: f64): void {
  sinCos(elevation);
  const level = cosine, dz = sine;
  sinCos(azimuth);
  const rx = cosine, ry = -sine, dx = level * sine, dy = level * cosine;
  let scanSine: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const d = toFrame(dx, dy, dz, axis);
    store<f32>(at + axis * 4, <f32>d, Pulse.direction);
    store<f32>(at + axis * 4, <f32>toFrame(rx, ry, 0, axis), Pulse.right);
    scanSine += d * <f64>load<f32>(program + axis * 4, PulseProgram.right);
  }
  store<f32>(at, <f32>max<f64>(-1, min<f64>(1, scanSine)), Pulse.scanSine);
}

/** One coordinate of a vector of the scanner's frame in the device frame. */
@inline
function toFrame(x: f64, y: f64, z: f64, axis: usize): f64 {
  const at = program + axis * 4;
  return x * <f64>load<f32>(at, PulseProgram.axisX) + y * <f64>load<f32>(at, PulseProgram.axisY) + z * <f64>load<f32>(at, PulseProgram.axisZ);
}

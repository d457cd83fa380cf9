// jitter: the platform's position and attitude are off their path at every pulse. The beam leaves from there, and points lie where it
// meets a surface. f32, rounded step by step, as on the GPU.

import { jitters, pulses } from './addresses.generated';
import { normalsOf, sineOfHalfTurns } from './normals';
import { draw, word0, word1 } from './random';
import { DRAW_JITTER, Jitter, JITTER_UNIFORM, Pulse } from './records.generated';

/** 1/π and 2⁻²⁴. */
const PER_HALF_TURN: f32 = 0.3183098861837907, PER_STEP: f32 = 5.9604644775390625e-8;
/** The bits of a word that f32 holds: GPUs may round the others up or down. */
const EXACT_BITS: u32 = 0xffffff00;

let sine: f32 = 0, cosine: f32 = 1;

/** Moves the `count` pulses from number `first` on; returns their number. */
export function jitter(first: u32, count: i32): i32 {
  for (let k = 0; k < count; k++) {
    const pulse = pulses + <usize>k * Pulse.SIZE, number = first + k;
    shiftOrigin(pulse, number);
    turnBeam(pulse, jitterOf(3, number), jitterOf(4, number), jitterOf(5, number));
  }
  return count;
}

/** The value of a jitter at a pulse. */
function jitterOf(source: u32, number: u32): f32 {
  const at = jitters + <usize>source * Jitter.SIZE;
  const middle = load<f32>(at, Jitter.middle), spread = load<f32>(at, Jitter.spread);
  if (spread == 0) return middle;
  draw(number / load<u32>(at, Jitter.hold), source, DRAW_JITTER);
  const value = middle + spread * (load<u32>(at, Jitter.form) == JITTER_UNIFORM ? evenNumber() : normalNumber());
  return max(min(value, load<f32>(at, Jitter.most)), load<f32>(at, Jitter.least));
}

/** Of the words that were drawn: uniform from −½ to ½, in as many steps as f32 holds exactly. */
@inline
function evenNumber(): f32 { return (<f32>(word0 >> 8) + 0.5) * PER_STEP - 0.5; }

/** Of the words that were drawn: standard normal. */
@inline
function normalNumber(): f32 {
  return f32x4.extract_lane(normalsOf(i32x4.splat(word0 & EXACT_BITS), i32x4.splat(word1 & EXACT_BITS)), 0);
}

/** Moves the origin along the axes of the world. */
@inline
function shiftOrigin(pulse: usize, number: u32): void {
  for (let axis: u32 = 0; axis < 3; axis++) {
    const at = pulse + Pulse.origin + 4 * <usize>axis;
    store<f32>(at, load<f32>(at) + jitterOf(axis, number));
  }
}

/** Turns the beam about its right-hand direction x, then its axis y as it lies then, then its upward direction z. */
@inline
function turnBeam(pulse: usize, a: f32, b: f32, c: f32): void {
  if (a == 0 && b == 0 && c == 0) return;
  let x = v128.load(pulse, Pulse.right), y = v128.load(pulse, Pulse.direction);
  let z = crossOf(x, y);
  setAngle(a);
  const raised = combined(y, cosine, z, sine);
  z = combined(z, cosine, y, -sine);
  y = raised;
  setAngle(b);
  x = combined(x, cosine, z, -sine);
  setAngle(c);
  const aside = combined(y, cosine, x, -sine);
  storeVector(pulse + Pulse.right, ofUnitLength(combined(x, cosine, y, sine)));
  storeVector(pulse + Pulse.direction, ofUnitLength(aside));
}

/** Sine and cosine of an angle, to 2e-7. */
function setAngle(angle: f32): void {
  const halfTurns = angle * PER_HALF_TURN;
  const whole = nearest(halfTurns), rest = halfTurns - whole;
  const sines = sineOfHalfTurns(f32x4.replace_lane(f32x4.splat(rest), 1, 0.5 * rest));
  const half = f32x4.extract_lane(sines, 1);
  const sign: f32 = (<i32>whole & 1) != 0 ? -1 : 1;
  sine = sign * f32x4.extract_lane(sines, 0);
  cosine = sign * (1 - 2 * (half * half));
}

/** a · x + b · y of vectors x and y. */
@inline
function combined(x: v128, a: f32, y: v128, b: f32): v128 {
  return f32x4.add(f32x4.mul(x, f32x4.splat(a)), f32x4.mul(y, f32x4.splat(b)));
}

/** x × y. */
@inline
function crossOf(x: v128, y: v128): v128 {
  const ahead = f32x4.mul(v128.shuffle<i32>(x, x, 1, 2, 0, 3), v128.shuffle<i32>(y, y, 2, 0, 1, 3));
  return f32x4.sub(ahead, f32x4.mul(v128.shuffle<i32>(x, x, 2, 0, 1, 3), v128.shuffle<i32>(y, y, 1, 2, 0, 3)));
}

/** A vector whose length is 1 but for rounding, made so once more: 1/√s is (3 − s) / 2 to second order. */
@inline
function ofUnitLength(v: v128): v128 {
  const squares = f32x4.mul(v, v);
  const square = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2);
  return f32x4.mul(v, f32x4.splat(1.5 - 0.5 * square));
}

/** Stores three numbers, and leaves the fourth as it is. */
@inline
function storeVector(at: usize, v: v128): void {
  v128.store64_lane(at, v, 0);
  v128.store32_lane(at + 8, v, 2);
}

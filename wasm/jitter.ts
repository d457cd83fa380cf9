// jitter: the platform's position and attitude are off their path at every pulse. The beam leaves from there, and points lie where it
// meets a surface. f32, rounded step by step, as on the GPU.

import { jitters, pulses } from './addresses.generated';
import { normalsOf } from './normals';
import { draw, word0, word1 } from './random';
import { DRAW_JITTER, Jitter, JITTER_UNIFORM, Pulse } from './records.generated';
import { combined, cosine, crossOf, ofUnitLength, setAngle, sine, storeVector } from './turns';

/** 2⁻²⁴. */
const PER_STEP: f32 = 5.9604644775390625e-8;
/** The bits of a word that f32 holds: GPUs may round the others up or down. */
const EXACT_BITS: u32 = 0xffffff00;

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

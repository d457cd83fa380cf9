// jitter: the platform's position and attitude deviate from its path at every pulse. The beam leaves from there, and
// points lie on the surface that it hits. f32, rounded step by step, as on the GPU.

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
    storeVector(pulse + Pulse.origin, f32x4.add(v128.load(pulse, Pulse.origin), jittersOf(0, number)));
    const angles = jittersOf(3, number);
    turnBeam(pulse, f32x4.extract_lane(angles, 0), f32x4.extract_lane(angles, 1), f32x4.extract_lane(angles, 2));
  }
  return count;
}

/** The values of three jitters from number `source` on at a pulse: lanes 0 to 2. */
function jittersOf(source: u32, number: u32): v128 {
  const a = jitters + <usize>source * Jitter.SIZE, b = a + Jitter.SIZE, c = b + Jitter.SIZE;
  const middle = fieldsOf(a, b, c, Jitter.middle), spread = fieldsOf(a, b, c, Jitter.spread);
  if (!v128.any_true(f32x4.ne(spread, f32x4.splat(0)))) return middle;
  // A source without spread draws as well, but is not moved by it.
  draw(number / load<u32>(a, Jitter.hold), source, DRAW_JITTER);
  let first = i32x4.splat(word0), second = i32x4.splat(word1);
  draw(number / load<u32>(b, Jitter.hold), source + 1, DRAW_JITTER);
  first = i32x4.replace_lane(first, 1, word0); second = i32x4.replace_lane(second, 1, word1);
  draw(number / load<u32>(c, Jitter.hold), source + 2, DRAW_JITTER);
  first = i32x4.replace_lane(first, 2, word0); second = i32x4.replace_lane(second, 2, word1);
  const isEven = i32x4.eq(fieldsOf(a, b, c, Jitter.form), i32x4.splat(JITTER_UNIFORM));
  const drawn = v128.bitselect(evenNumbers(first), normalNumbers(first, second), isEven);
  const value = f32x4.add(middle, f32x4.mul(spread, drawn));
  return f32x4.pmax(f32x4.pmin(value, fieldsOf(a, b, c, Jitter.most)), fieldsOf(a, b, c, Jitter.least));
}

/** A field of three records. */
@inline
function fieldsOf(a: usize, b: usize, c: usize, field: usize): v128 {
  return v128.load32_lane(c + field, v128.load32_lane(b + field, v128.load32_zero(a + field), 1), 2);
}

/** Words as uniform numbers from −½ to ½, in as many steps as f32 holds exactly. */
@inline
function evenNumbers(words: v128): v128 {
  const steps = f32x4.add(f32x4.convert_i32x4_u(i32x4.shr_u(words, 8)), f32x4.splat(0.5));
  return f32x4.sub(f32x4.mul(steps, f32x4.splat(PER_STEP)), f32x4.splat(0.5));
}

/** Pairs of words as standard normal numbers. */
@inline
function normalNumbers(radius: v128, angle: v128): v128 {
  const exact = i32x4.splat(EXACT_BITS);
  return normalsOf(v128.and(radius, exact), v128.and(angle, exact));
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

// Standard normal numbers, four at a time (Box and Muller 1958), in f32: as many digits as noise needs.

import { logarithm } from './logarithm';
import { DRAW_SAMPLE } from './records.generated';
import { draw, word0, word1, word2, word3 } from './random';
import { sineOfHalfTurns } from './turns';

/** 2⁻³² and 2⁻³¹. */
const PER_WORD: f32 = 2.3283064365386963e-10, PER_HALF: f32 = 4.656612873077393e-10;

/** Normal numbers of four samples of a pulse: those with the numbers 4 quad … 4 quad + 3. */
@inline
export function normals(pulse: u32, quad: i32): v128 {
  draw(pulse, quad, DRAW_SAMPLE);
  const radius = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(word0), 2, word2), 3, word2);
  // The cosine of an angle a quarter turn back is its sine.
  const angle = i32x4.replace_lane(
    i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(word1), 1, word1 - 0x40000000), 2, word3), 3, word3 - 0x40000000);
  return normalsOf(radius, angle);
}

/** Normal numbers from four pairs of words. */
@inline
export function normalsOf(radius: v128, angle: v128): v128 {
  const uniform = f32x4.mul(f32x4.add(f32x4.convert_i32x4_u(radius), f32x4.splat(0.5)), f32x4.splat(PER_WORD));
  const root = f32x4.sqrt(f32x4.mul(f32x4.splat(-2), logarithm(uniform)));
  return f32x4.mul(root, cosineOfWord(angle));
}

/** cos (2π w/2³²) of four words: with |w| as whole numbers from −2³¹ on, sin π(½ − |w|/2³¹). */
@inline
function cosineOfWord(words: v128): v128 {
  const halves = f32x4.mul(f32x4.abs(f32x4.convert_i32x4_s(words)), f32x4.splat(PER_HALF));
  return sineOfHalfTurns(f32x4.sub(f32x4.splat(0.5), halves));
}

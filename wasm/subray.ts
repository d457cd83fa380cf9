// subray: one pulse becomes n directions that sample its footprint. Each subray has a place in the beam's cross
// section, in half widths of the beam each way. The host lays places out, either once for all pulses, or several
// layouts, of which each pulse takes one, turned by an angle of its own. Or they are drawn, each by itself: uniform
// over the disc, or as the Gaussian beam itself (all of it: half the energy lies within 0.59). The first subray of a
// drawn disc is drawn like the others. All subrays of a pulse are made together, since traverse takes them as one
// bundle; on the GPU each is made by itself.

import { instrument, pulses, run, subrays } from './addresses.generated';
import { pairOf } from './pairs';
import { draw, uniformNumber, word0, word1 } from './random';
import {
  DRAW_SUBRAY, FIXED, Instrument, Pulse, Run, SubrayBlock, TURNED, TURNS, UNIFORM_DISC,
} from './records.generated';
import { cosine as cosineOfTurn, sinCos, sine as sineOfTurn } from './trigonometry';
import { drawnBlocks, narrow, raysOf, stride, subrayCount, weights } from './work';

const TURN: f64 = 6.283185307179586;

/** Directions of the subrays of `count` pulses from place 0; returns `count`. Padding repeats the last subray. */
export function subray(first: u32, count: i32): i32 {
  const pattern = load<u32>(run, Run.pattern);
  narrow();
  setWeights();
  turnCosine = 1;
  turnSine = 0;
  if (pattern == TURNED) drawLayout(0);
  for (let p = 0; p < count; p++) {
    const at = pulses + <usize>p * Pulse.SIZE;
    const blocks = pattern == TURNED ? layout
      : pattern == FIXED ? subrays + layoutSize()
      : drawPlaces(load<u32>(at, Pulse.number), pattern);
    const cosine = turnCosine, sine = turnSine;
    // Before the directions of this pulse are made: the processor then works on both at once.
    if (pattern == TURNED && p + 1 < count) drawLayout(p + 1);
    if (!load<u32>(at, Pulse.silent)) aim(at, blocks, cosine, sine, raysOf(p));
  }
  return count;
}

/** Shares of the energy, the same in all layouts; padding has none. */
function setWeights(): void {
  for (let k: usize = 0; k < stride; k += 16)
    v128.store(weights + k, v128.load(subrays + (k >> 4) * SubrayBlock.SIZE, SubrayBlock.x));
}

/** Bytes of a layout. */
@inline
function layoutSize(): usize { return (stride >> 4) * SubrayBlock.SIZE; }

/** The layout that is drawn for a pulse, and cosine and sine of the angle by which it is turned. */
let layout: usize = 0;
let turnCosine: f32 = 1, turnSine: f32 = 0;

/** Draws the layout and its turn of the pulse at place `p`. */
@inline
function drawLayout(p: i32): void {
  draw(load<u32>(pulses + <usize>p * Pulse.SIZE, Pulse.number), 0, DRAW_SUBRAY);
  const layouts = load<u32>(run, Run.layouts), angle = word1 & (TURNS - 1), bytes = layoutSize();
  const turns = subrays + <usize>(1 + layouts) * bytes;
  const turn = turns + <usize>(angle >> 2) * SubrayBlock.SIZE + <usize>(angle & 3) * 4;
  turnCosine = load<f32>(turn, SubrayBlock.x);
  turnSine = load<f32>(turn, SubrayBlock.y);
  layout = subrays + <usize>(1 + (word0 & (layouts - 1))) * bytes;
}

/** Places drawn for all subrays of the pulse of this number, and the last again for padding. */
function drawPlaces(number: u32, pattern: u32): usize {
  const last = subrayCount - 1;
  for (let k = 0; k <= last; k += 2) drawPlace(number, k, pattern);
  const lastPlace = drawnPlace(last);
  for (let k = last + 1; <usize>k * 4 < stride; k++)
    setPlace(k, load<f32>(lastPlace, SubrayBlock.x), load<f32>(lastPlace, SubrayBlock.y));
  return drawnBlocks;
}

/** Draws the places of subray k, which is even, and of the next one of the pulse of this number. */
@inline
function drawPlace(number: u32, k: i32, pattern: u32): void {
  draw(number, k, DRAW_SUBRAY);
  const radius = radiusOf(word0, pattern), turn = uniformNumber(word1);
  draw(number, k + 1, DRAW_SUBRAY);
  const r = pairOf(radius, radiusOf(word0, pattern));
  sinCos(f64x2.mul(pairOf(turn, uniformNumber(word1)), f64x2.splat(TURN)));
  const place = drawnPlace(k);
  v128.store64_lane(place, f32x4.demote_f64x2_zero(f64x2.mul(r, cosineOfTurn)), 0, SubrayBlock.x);
  v128.store64_lane(place, f32x4.demote_f64x2_zero(f64x2.mul(r, sineOfTurn)), 0, SubrayBlock.y);
}

/** Radius of a drawn place. */
@inline
function radiusOf(word: u32, pattern: u32): f64 {
  const u = uniformNumber(word);
  // Inverse of the energy within radius r: r² for the disc, 1 − exp(−2 r²) for the Gaussian beam.
  return pattern == UNIFORM_DISC ? sqrt<f64>(u) : sqrt<f64>(-0.5 * Math.log(u));
}

@inline
function setPlace(k: i32, x: f32, y: f32): void {
  const place = drawnPlace(k);
  store<f32>(place, x, SubrayBlock.x);
  store<f32>(place, y, SubrayBlock.y);
}

/** Address of the drawn place of subray k. */
@inline
function drawnPlace(k: i32): usize { return drawnBlocks + <usize>(k >> 2) * SubrayBlock.SIZE + <usize>(k & 3) * 4; }

/**
 * Coefficients of the series of 1 − √(1 − s), from the last on, 1, and the s below which f32 keeps the first term only:
 * a vector of one number takes one instruction from memory, but three as a constant.
 */
const SERIES = memory.data<f32>([0.0390625, 0.0625, 0.125, 0.5, 1, 2.3e-7]);

/** √(1 − s), by its series: s is below 0.1 in the widest beams. */
@inline
function cosineOf(s: v128): v128 {
  const one = v128.load32_splat(SERIES, 16);
  if (!v128.any_true(f32x4.gt(s, v128.load32_splat(SERIES, 20))))
    return f32x4.sub(one, f32x4.mul(s, v128.load32_splat(SERIES, 12)));
  let sum = f32x4.add(v128.load32_splat(SERIES, 4), f32x4.mul(s, v128.load32_splat(SERIES)));
  sum = f32x4.add(v128.load32_splat(SERIES, 8), f32x4.mul(s, sum));
  sum = f32x4.add(v128.load32_splat(SERIES, 12), f32x4.mul(s, sum));
  return f32x4.sub(one, f32x4.mul(s, sum));
}

/** Makes directions about the pulse's axis from the places of `blocks`, turned by the angle of this cosine and sine. */
function aim(at: usize, blocks: usize, cosine: f32, sine: f32, rays: usize): void {
  const dx = load<f32>(at, Pulse.direction);
  const dy = load<f32>(at, Pulse.direction + 4);
  const dz = load<f32>(at, Pulse.direction + 8);
  const rx = load<f32>(at, Pulse.right), ry = load<f32>(at, Pulse.right + 4), rz = load<f32>(at, Pulse.right + 8);
  const upX = f32x4.splat(ry * dz - rz * dy), upY = f32x4.splat(rz * dx - rx * dz);
  const upZ = f32x4.splat(rx * dy - ry * dx), c = f32x4.splat(cosine), s = f32x4.splat(sine), bytes = stride;
  for (let k: usize = 0; k < bytes; k += 16) {
    const x = v128.load(blocks, SubrayBlock.x), y = v128.load(blocks, SubrayBlock.y);
    blocks += SubrayBlock.SIZE;
    // Sines of the angles to the right and upwards; the direction has length 1.
    const right = f32x4.mul(
      v128.load32_splat(instrument, Instrument.divergenceRight), f32x4.sub(f32x4.mul(x, c), f32x4.mul(y, s)),
    );
    const up = f32x4.mul(
      v128.load32_splat(instrument, Instrument.divergenceUp), f32x4.add(f32x4.mul(x, s), f32x4.mul(y, c)),
    );
    const ahead = cosineOf(f32x4.add(f32x4.mul(right, right), f32x4.mul(up, up)));
    v128.store(rays + k, combine(right, up, ahead, at, upX));
    v128.store(rays + k + bytes, combine(right, up, ahead, at + 4, upY));
    v128.store(rays + k + 2 * bytes, combine(right, up, ahead, at + 8, upZ));
  }
}

/** One coordinate of four directions, from that of the pulse's at `at`: right, upward and along its axis. */
@inline
function combine(right: v128, up: v128, ahead: v128, at: usize, upward: v128): v128 {
  const sideways = f32x4.add(f32x4.mul(v128.load32_splat(at, Pulse.right), right), f32x4.mul(upward, up));
  return f32x4.add(sideways, f32x4.mul(v128.load32_splat(at, Pulse.direction), ahead));
}

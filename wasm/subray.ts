// subray: one pulse becomes n directions that sample its footprint. Each subray has a place in the beam's cross section, in half
// widths of the beam each way. The host lays places out, either once for all pulses, or several layouts, of which each pulse takes
// one, turned by an angle of its own. Or they are drawn, each by itself: uniform over the disc, or as the Gaussian beam itself (all
// of it: half the energy lies within 0.59). The first subray of a drawn disc is drawn like the others.
// All subrays of a pulse are made together, since traverse takes them as one bundle; on the GPU each is made by itself.

import { instrument, pulses, run, subrays } from './addresses.generated';
import { setExits } from './exits';
import { draw, uniformNumber, word0, word1 } from './random';
import { DRAW_SUBRAY, FIXED, Instrument, Pulse, Run, Subray, TURNED, TURNS, UNIFORM_DISC } from './records.generated';
import { cosine, sinCos, sine } from './trigonometry';
import { offsets, raysOf, stride, subrayCount, weights } from './work';

const TURN: f64 = 6.283185307179586;

/** Directions of the subrays of `count` pulses from place 0; returns `count`. Padding repeats the last subray. */
export function subray(first: u32, count: i32): i32 {
  const pattern = load<u32>(run, Run.pattern);
  setWeights();
  if (pattern == FIXED) layOut(0, 1, 0);
  for (let p = 0; p < count; p++) {
    const at = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(at, Pulse.silent)) continue;
    if (pattern == TURNED) drawLayout(load<u32>(at, Pulse.number));
    else if (pattern != FIXED) drawPlaces(load<u32>(at, Pulse.number), pattern);
    aim(at, raysOf(p));
    setExits(at, raysOf(p));
  }
  return count;
}

/** Shares of the energy, the same in all layouts; padding gets none. */
function setWeights(): void {
  for (let k: usize = 0; k * 4 < stride; k++) {
    const weight: f32 = k < <usize>subrayCount ? load<f32>(subrays + k * Subray.SIZE, Subray.weight) : 0;
    store<f32>(weights + k * 4, weight);
  }
}

/** The layout and its turn that are drawn for the pulse of this number. */
function drawLayout(number: u32): void {
  draw(number, 0, DRAW_SUBRAY);
  const layouts = load<u32>(run, Run.layouts);
  const turn = subrays + <usize>(layouts * <u32>subrayCount + (word1 & (TURNS - 1))) * Subray.SIZE;
  layOut(word0 & (layouts - 1), load<f32>(turn, Subray.x), load<f32>(turn, Subray.y));
}

/** The offsets of a layout, turned by the angle of this cosine and sine. */
function layOut(layout: u32, cosine: f32, sine: f32): void {
  const c = f32x4.splat(cosine), s = f32x4.splat(sine);
  const first = subrays + <usize>(layout * <u32>subrayCount) * Subray.SIZE;
  for (let k: usize = 0; k < stride; k += 16) {
    // Four records to vectors of x and y; beyond the last subray it is repeated.
    const ab = xyOf(first, k), cd = xyOf(first, k + 8);
    const x = v128.shuffle<f32>(ab, cd, 0, 2, 4, 6), y = v128.shuffle<f32>(ab, cd, 1, 3, 5, 7);
    setOffsets(k, f32x4.sub(f32x4.mul(x, c), f32x4.mul(y, s)), f32x4.add(f32x4.mul(x, s), f32x4.mul(y, c)));
  }
}

/** (x, y) of the two subrays at byte `k` of the arrays, of the layout that begins at `first`. */
@inline
function xyOf(first: usize, k: usize): v128 {
  const last = <usize>(subrayCount - 1) * 4;
  const a = first + min<usize>(k, last) * (Subray.SIZE / 4), b = first + min<usize>(k + 4, last) * (Subray.SIZE / 4);
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Offsets of all subrays, drawn for the pulse of this number. */
function drawPlaces(number: u32, pattern: u32): void {
  for (let k: usize = 0; k < <usize>subrayCount; k++) drawPlace(number, k, pattern);
  padPlaces();
  for (let k: usize = 0; k < stride; k += 16) setOffsets(k, v128.load(offsets + k), v128.load(offsets + stride + k));
}

/** The place drawn for subray k of the pulse of this number. */
@inline
function drawPlace(number: u32, k: usize, pattern: u32): void {
  draw(number, <u32>k, DRAW_SUBRAY);
  const u = uniformNumber(word0);
  // Inverse of the energy within radius r: r² for the disc, 1 − exp(−2 r²) for the Gaussian beam.
  const r = pattern == UNIFORM_DISC ? sqrt<f64>(u) : sqrt<f64>(-0.5 * Math.log(u));
  sinCos(uniformNumber(word1) * TURN);
  setPlace(k, <f32>(r * cosine), <f32>(r * sine));
}

/** Puts a place where its offset will be. */
@inline
function setPlace(k: usize, x: f32, y: f32): void {
  store<f32>(offsets + k * 4, x);
  store<f32>(offsets + k * 4 + stride, y);
}

function padPlaces(): void {
  const last = offsets + <usize>(subrayCount - 1) * 4;
  const x = load<f32>(last), y = load<f32>(last + stride);
  for (let k = <usize>subrayCount; k * 4 < stride; k++) setPlace(k, x, y);
}

/** Coefficients of the series of 1 − √(1 − s), from the last on, and 1: from memory a vector of one number is one instruction. */
const SERIES = memory.data<f32>([0.0390625, 0.0625, 0.125, 0.5, 1]);

/** √(1 − s), by its series: s is below 0.1 in the widest beams. */
@inline
function cosineOf(s: v128): v128 {
  let sum = f32x4.add(v128.load32_splat(SERIES, 4), f32x4.mul(s, v128.load32_splat(SERIES)));
  sum = f32x4.add(v128.load32_splat(SERIES, 8), f32x4.mul(s, sum));
  sum = f32x4.add(v128.load32_splat(SERIES, 12), f32x4.mul(s, sum));
  return f32x4.sub(v128.load32_splat(SERIES, 16), f32x4.mul(s, sum));
}

/** Offsets of the four subrays at byte `k` from their places: sines of the angles to the right and upwards; of length 1 together. */
@inline
function setOffsets(k: usize, x: v128, y: v128): void {
  const right = f32x4.mul(v128.load32_splat(instrument, Instrument.divergenceRight), x);
  const up = f32x4.mul(v128.load32_splat(instrument, Instrument.divergenceUp), y);
  v128.store(offsets + k, right);
  v128.store(offsets + k + stride, up);
  v128.store(offsets + k + 2 * stride, cosineOf(f32x4.add(f32x4.mul(right, right), f32x4.mul(up, up))));
}

/** Turns the offsets into directions about the pulse's axis. */
function aim(at: usize, rays: usize): void {
  const dx = load<f32>(at, Pulse.direction), dy = load<f32>(at, Pulse.direction + 4), dz = load<f32>(at, Pulse.direction + 8);
  const rx = load<f32>(at, Pulse.right), ry = load<f32>(at, Pulse.right + 4), rz = load<f32>(at, Pulse.right + 8);
  combine(rays, rx, ry * dz - rz * dy, dx);
  combine(rays + stride, ry, rz * dx - rx * dz, dy);
  combine(rays + 2 * stride, rz, rx * dy - ry * dx, dz);
}

/** One coordinate of all directions, from that of the right-hand, upward and axis direction. */
@inline
function combine(to: usize, right: f32, up: f32, axis: f32): void {
  const r = f32x4.splat(right), u = f32x4.splat(up), d = f32x4.splat(axis);
  for (let k: usize = 0; k < stride; k += 16) {
    const sideways = f32x4.add(f32x4.mul(r, v128.load(offsets + k)), f32x4.mul(u, v128.load(offsets + k + stride)));
    v128.store(to + k, f32x4.add(sideways, f32x4.mul(d, v128.load(offsets + k + 2 * stride))));
  }
}

// subray: one pulse becomes n directions that sample its footprint. Rings are laid out once, by the host (Subray records);
// a disc is drawn anew for each pulse: uniform over the circle of the 1/e² half angle, or as the Gaussian beam itself
// (all of it: half the energy lies within 0.59 of that angle). The first subray of a drawn disc is drawn like the others.
// All subrays of a pulse are made together, since traverse takes them as one bundle; on the GPU each is made by itself.

import { instrument, pulses, run, subrays } from './addresses.generated';
import { draw, uniformNumber, word0, word1 } from './random';
import { DRAW_SUBRAY, Instrument, Pulse, RINGS, Run, Subray, UNIFORM_DISC } from './records.generated';
import { cosine, sinCos, sine } from './trigonometry';
import { offsets, raysOf, stride, subrayCount } from './work';

const TURN: f64 = 6.283185307179586;

/** Directions of the subrays of `count` pulses from place 0; returns `count`. Padding repeats the last subray. */
export function subray(first: u32, count: i32): i32 {
  const pattern = load<u32>(run, Run.pattern);
  setWeights();
  if (pattern == RINGS) layRings();
  for (let p = 0; p < count; p++) {
    const at = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(at, Pulse.silent)) continue;
    if (pattern != RINGS) drawOffsets(load<u32>(at, Pulse.number), pattern);
    aim(at, raysOf(p));
  }
  return count;
}

/** Shares of the energy; padding gets none. */
function setWeights(): void {
  for (let k: usize = 0; k * 4 < stride; k++) {
    const weight: f32 = k < <usize>subrayCount ? load<f32>(subrays + k * Subray.SIZE, Subray.weight) : 0;
    store<f32>(offsets + 3 * stride + k * 4, weight);
  }
}

/** The rings' offsets from the axis. */
function layRings(): void {
  for (let k: usize = 0; k < <usize>subrayCount; k++) {
    const record = subrays + k * Subray.SIZE;
    setOffset(k, load<f32>(record, Subray.right), load<f32>(record, Subray.up), load<f32>(record, Subray.forward));
  }
  padOffsets();
}

/** Offsets of all subrays, drawn for the pulse of this number. */
function drawOffsets(number: u32, pattern: u32): void {
  const divergence = <f64>load<f32>(instrument, Instrument.divergence);
  for (let k: usize = 0; k < <usize>subrayCount; k++) drawOffset(number, k, pattern, divergence);
  padOffsets();
}

/** The offset drawn for subray k of the pulse of this number. */
@inline
function drawOffset(number: u32, k: usize, pattern: u32, divergence: f64): void {
  draw(number, <u32>k, DRAW_SUBRAY);
  const u = uniformNumber(word0);
  // Inverse of the energy within angle r: (r/θ)² for the disc, 1 − exp(−2 (r/θ)²) for the Gaussian beam.
  const r = divergence * (pattern == UNIFORM_DISC ? sqrt<f64>(u) : sqrt<f64>(-0.5 * Math.log(u)));
  sinCos(uniformNumber(word1) * TURN);
  // sin r and cos r of a small angle: the next term is r⁵/120.
  const aside = r * (1 - r * r / 6);
  setOffset(k, <f32>(aside * cosine), <f32>(aside * sine), <f32>sqrt<f64>(1 - aside * aside));
}

@inline
function setOffset(k: usize, right: f32, up: f32, forward: f32): void {
  store<f32>(offsets + k * 4, right);
  store<f32>(offsets + k * 4 + stride, up);
  store<f32>(offsets + k * 4 + 2 * stride, forward);
}

function padOffsets(): void {
  const last = offsets + <usize>(subrayCount - 1) * 4;
  for (let k = <usize>subrayCount; k * 4 < stride; k++)
    setOffset(k, load<f32>(last), load<f32>(last + stride), load<f32>(last + 2 * stride));
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

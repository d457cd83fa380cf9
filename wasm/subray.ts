// subray: one pulse becomes n directions that sample its footprint. Rings are laid out once, by the host (Subray records);
// a disc is drawn anew for each pulse: uniform over the circle of the 1/e² half angle, or as the Gaussian beam itself
// (all of it: half the energy lies within 0.59 of that angle). The first subray of a drawn disc is drawn like the others.

import { DRAW_SUBRAY, draw, uniform, word0, word1 } from './random';
import { Pulse, PulseProgram, Run, Subray } from './records.generated';
import { program, run, subrays } from './run';
import { cosine, sinCos, sine } from './trigonometry';
import { directions, pulses, stride, subrayCount } from './work';

const TURN: f64 = 6.283185307179586;
const RINGS: u32 = 0;
const UNIFORM_DISC: u32 = 1;

/** Directions of the subrays of `count` pulses from place 0. Padding repeats the last subray. */
export function subray(count: i32): void {
  const pattern = load<u32>(run, Run.pattern);
  for (let p = 0; p < count; p++) {
    const at = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(at, Pulse.silent)) continue;
    const rays = directions + <usize>p * 3 * stride;
    if (pattern == RINGS) layRings(at, rays);
    else drawDisc(at, rays, pattern);
    for (let k = <usize>subrayCount * 4; k < stride; k += 4)
      for (let axis: usize = 0; axis < 3; axis++)
        store<f32>(rays + axis * stride + k, load<f32>(rays + axis * stride + k - 4));
  }
}

function layRings(at: usize, rays: usize): void {
  for (let k: usize = 0; k < <usize>subrayCount; k++) {
    const record = subrays + k * Subray.SIZE;
    spread(at, rays + k * 4, load<f32>(record, Subray.right), load<f32>(record, Subray.up));
  }
}

function drawDisc(at: usize, rays: usize, pattern: u32): void {
  const seed = load<u32>(run, Run.seed) + load<u32>(program, PulseProgram.leg);
  const divergence = <f64>load<f32>(run, Run.divergence);
  for (let k: usize = 0; k < <usize>subrayCount; k++) {
    draw(seed, load<u32>(at, Pulse.number), <u32>k, DRAW_SUBRAY);
    const u = uniform(word0);
    // Inverse of the energy within radius r: (r/θ)² for the disc, 1 − exp(−2 (r/θ)²) for the Gaussian beam.
    const radius = divergence * (pattern == UNIFORM_DISC ? sqrt<f64>(u) : sqrt<f64>(-0.5 * Math.log(u)));
    sinCos(uniform(word1) * TURN);
    spread(at, rays + k * 4, <f32>(radius * cosine), <f32>(radius * sine));
  }
}

/** Writes the direction `right` and `up` off the pulse's axis (as tangents), of length 1. */
@inline
function spread(at: usize, ray: usize, right: f32, up: f32): void {
  const dx = load<f32>(at, Pulse.direction), dy = load<f32>(at, Pulse.direction + 4), dz = load<f32>(at, Pulse.direction + 8);
  const rx = load<f32>(at, Pulse.right), ry = load<f32>(at, Pulse.right + 4), rz = load<f32>(at, Pulse.right + 8);
  const ux = ry * dz - rz * dy, uy = rz * dx - rx * dz, uz = rx * dy - ry * dx;
  const shrink: f32 = 1 / sqrt<f32>(1 + right * right + up * up);
  store<f32>(ray, (dx + rx * right + ux * up) * shrink);
  store<f32>(ray + stride, (dy + ry * right + uy * up) * shrink);
  store<f32>(ray + 2 * stride, (dz + rz * right + uz * up) * shrink);
}

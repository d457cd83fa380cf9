// exits: the places at which subrays leave the instrument. A beam of half width w₀ at its exit and half angle θ is
// w(R)² = w₀² + (θR)² wide at the distance R (Kogelnik and Li 1966, Appl. Opt. 5(10), eq. 20), a hyperboloid, and
// subrays are its straight lines: the subray at (a, b) to the right and upwards far away, in half widths of the beam,
// leaves the exit at (−b, a). On the way the places turn as they grow, and have the same distribution at every
// distance. With the direction d and the beam's right-hand and upward directions r, u:
//   exit = z_r (d·r) u − z_u (d·u) r,
//   z = w₀/θ each way, the distance at which the beam is √2 times as wide as at the exit.
// With u = r × c and the axis c this is z_u d × c + (z_r − z_u) (d·r) u: of a round beam the first term.


import { instrument, run } from './addresses.generated';
import { Instrument, Pulse, Run } from './records.generated';
import { rayBytes, stride } from './work';

/**
 * Computes the exits of a pulse's subrays, relative to its origin, and stores them at `exits`: x, y and z, `stride`
 * bytes apart.
 */
export function exitsOf(pulse: usize, rays: usize, exits: usize): void {
  const cX = f32x4.splat(lengthened(pulse, 0));
  const cY = f32x4.splat(lengthened(pulse, 1));
  const cZ = f32x4.splat(lengthened(pulse, 2));
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const x = v128.load(rays + k), y = v128.load(rays + k + stride), z = v128.load(rays + k + 2 * stride);
    v128.store(exits + k, f32x4.sub(f32x4.mul(y, cZ), f32x4.mul(z, cY)));
    v128.store(exits + k + stride, f32x4.sub(f32x4.mul(z, cX), f32x4.mul(x, cZ)));
    v128.store(exits + k + 2 * stride, f32x4.sub(f32x4.mul(x, cY), f32x4.mul(y, cX)));
  }
  if (excess() != 0) addExcess(pulse, rays, exits);
}

/** A coordinate of z_u c. */
@inline
function lengthened(pulse: usize, axis: usize): f32 {
  return load<f32>(instrument, Instrument.rayleighUp) * load<f32>(pulse + axis * 4, Pulse.direction);
}

/** z_r − z_u. */
@inline
function excess(): f32 {
  return load<f32>(instrument, Instrument.rayleighRight) - load<f32>(instrument, Instrument.rayleighUp);
}

/** Adds the second term to the exits of a pulse. */
function addExcess(pulse: usize, rays: usize, exits: usize): void {
  setUpward(pulse);
  const rX = v128.load32_splat(pulse, Pulse.right);
  const rY = v128.load32_splat(pulse, Pulse.right + 4), rZ = v128.load32_splat(pulse, Pulse.right + 8);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const x = v128.load(rays + k), y = v128.load(rays + k + stride), z = v128.load(rays + k + 2 * stride);
    const along = f32x4.add(f32x4.add(f32x4.mul(x, rX), f32x4.mul(y, rY)), f32x4.mul(z, rZ));
    const up = f32x4.mul(f32x4.splat(excess()), along);
    addTo(exits + k, f32x4.mul(up, f32x4.splat(upwardX)));
    addTo(exits + k + stride, f32x4.mul(up, f32x4.splat(upwardY)));
    addTo(exits + k + 2 * stride, f32x4.mul(up, f32x4.splat(upwardZ)));
  }
}

@inline
function addTo(at: usize, v: v128): void { v128.store(at, f32x4.add(v128.load(at), v)); }

/** The beam's upward direction u. */
let upwardX: f32 = 0, upwardY: f32 = 0, upwardZ: f32 = 0;

function setUpward(pulse: usize): void {
  const x = load<f32>(pulse, Pulse.direction);
  const y = load<f32>(pulse, Pulse.direction + 4);
  const z = load<f32>(pulse, Pulse.direction + 8);
  const rx = load<f32>(pulse, Pulse.right);
  const ry = load<f32>(pulse, Pulse.right + 4);
  const rz = load<f32>(pulse, Pulse.right + 8);
  upwardX = ry * z - rz * y; upwardY = rz * x - rx * z; upwardZ = rx * y - ry * x;
}

/** An exit: set by setExit. */
export let exitX: f32 = 0, exitY: f32 = 0, exitZ: f32 = 0;

/** Sets the exit that belongs to (x, y, z), the direction of a pulse's subray, relative to the pulse's origin. */
export function setExit(pulse: usize, x: f32, y: f32, z: f32): void {
  exitX = 0; exitY = 0; exitZ = 0;
  if (!load<u32>(run, Run.exits)) return;
  const cx = lengthened(pulse, 0), cy = lengthened(pulse, 1), cz = lengthened(pulse, 2);
  exitX = y * cz - z * cy; exitY = z * cx - x * cz; exitZ = x * cy - y * cx;
  if (excess() == 0) return;
  setUpward(pulse);
  const right = x * load<f32>(pulse, Pulse.right) + y * load<f32>(pulse, Pulse.right + 4)
    + z * load<f32>(pulse, Pulse.right + 8);
  const up = excess() * right;
  exitX += up * upwardX; exitY += up * upwardY; exitZ += up * upwardZ;
}

/** Start of a subray: set by setStart. */
export let startX: f32 = 0, startY: f32 = 0, startZ: f32 = 0;

/** Sets the start of the subray whose direction lies at `ray`. */
@inline
export function setStart(pulse: usize, ray: usize): void {
  setStartOf(pulse, load<f32>(ray), load<f32>(ray + stride), load<f32>(ray + 2 * stride));
}

/** Sets the start of a subray of the direction (x, y, z). */
export function setStartOf(pulse: usize, x: f32, y: f32, z: f32): void {
  setExit(pulse, x, y, z);
  startX = load<f32>(pulse, Pulse.origin) + exitX;
  startY = load<f32>(pulse, Pulse.origin + 4) + exitY;
  startZ = load<f32>(pulse, Pulse.origin + 8) + exitZ;
}

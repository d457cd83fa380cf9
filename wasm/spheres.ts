// Spheres around media: a whole pulse is tested against them before its subrays go through cells.

import { instrument } from './addresses.generated';
import { Instrument, Medium, Pulse } from './records.generated';
import { rayBytes, stride } from './work';

/** Largest difference of a pulse's directions from its axis. */
export function spreadOf(pulse: usize, rays: usize): f32 {
  const cx = v128.load32_splat(pulse, Pulse.direction);
  const cy = v128.load32_splat(pulse, Pulse.direction + 4), cz = v128.load32_splat(pulse, Pulse.direction + 8);
  let most = f32x4.splat(0);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const x = f32x4.sub(v128.load(rays + k), cx);
    const y = f32x4.sub(v128.load(rays + k + stride), cy);
    const z = f32x4.sub(v128.load(rays + k + 2 * stride), cz);
    most = f32x4.pmax(most, f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
  }
  most = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
  return sqrt<f32>(f32x4.extract_lane(f32x4.pmax(most, v128.shuffle<f32>(most, most, 1, 0, 3, 2)), 0));
}

/** For the rounding of f32. */
const SLACK: f32 = 1e-6;

/**
 * Whether a subray may meet the sphere around a medium: at the distance s it is at most s · spread and its exit beside
 * the axis, and s is no larger than the distance of the sphere's far side.
 */
@inline
export function touchesSphere(pulse: usize, spread: f32, record: usize): bool {
  const x = load<f32>(record, Medium.sphere) - load<f32>(pulse, Pulse.origin);
  const y = load<f32>(record, Medium.sphere + 4) - load<f32>(pulse, Pulse.origin + 4);
  const z = load<f32>(record, Medium.sphere + 8) - load<f32>(pulse, Pulse.origin + 8);
  const cx = load<f32>(pulse, Pulse.direction);
  const cy = load<f32>(pulse, Pulse.direction + 4);
  const cz = load<f32>(pulse, Pulse.direction + 8);
  const radius = load<f32>(record, Medium.sphere + 12) + load<f32>(instrument, Instrument.exitReach);
  const away = sqrt<f32>(x * x + y * y + z * z);
  const reach = radius + (spread + SLACK) * (away + radius);
  const along = x * cx + y * cy + z * cz;
  const sideX = x - along * cx, sideY = y - along * cy, sideZ = z - along * cz;
  return along >= -reach && sideX * sideX + sideY * sideY + sideZ * sideZ <= reach * reach;
}

/** Metres to the far side of the sphere around a medium. */
@inline
export function farSideOf(pulse: usize, record: usize): f32 {
  const x = load<f32>(record, Medium.sphere) - load<f32>(pulse, Pulse.origin);
  const y = load<f32>(record, Medium.sphere + 4) - load<f32>(pulse, Pulse.origin + 4);
  const z = load<f32>(record, Medium.sphere + 8) - load<f32>(pulse, Pulse.origin + 8);
  return sqrt<f32>(x * x + y * y + z * z) + load<f32>(record, Medium.sphere + 12);
}

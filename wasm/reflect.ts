// reflect: what of a subray's energy comes back from its hit to the receiver. The LiDAR equation for an extended target
// (Wagner et al. 2006, eq. 8, integrated over the subray's share w of the beam):
//   E = E_pulse · w · D² · η_sys · T² · ρ cos θ / (4 R²),   T = exp(−α R)
// with Lambertian reflectance ρ; measured BRDFs take the place of ρ.

import { Hit, Instance, Material, Pulse, Run, Subray, Surface, TriangleBlock } from './records.generated';
import { run, subrays } from './run';
import { blocks, instances, materials, surfaces } from './scene';
import { directions, hits, pulses, stride, subrayCount } from './work';

/** Reflectance of the surface that was looked up last: neighbouring subrays mostly meet the same. */
let lastSurface: u32 = 0xffffffff;
let lastReflectance: f32 = 0;

/** Surface and energy of the hits of `count` pulses from place 0. */
export function reflect(count: i32): void {
  lastSurface = 0xffffffff;
  for (let p = 0; p < count; p++) {
    if (load<u32>(pulses + <usize>p * Pulse.SIZE, Pulse.silent)) continue;
    const rays = directions + <usize>p * 3 * stride;
    const first = hits + <usize>p * <usize>subrayCount * Hit.SIZE;
    for (let k: usize = 0; k < <usize>subrayCount; k++) {
      const hit = first + k * Hit.SIZE;
      if (load<f32>(hit, Hit.distance) > 0) reflectHit(hit, rays + k * 4, subrays + k * Subray.SIZE);
    }
  }
}

@inline
function reflectHit(hit: usize, ray: usize, subray: usize): void {
  const surface = surfaceOf(hit);
  store<u32>(hit, surface, Hit.surface);
  const cosine = -(load<f32>(ray) * load<f32>(hit, Hit.normal) + load<f32>(ray + stride) * load<f32>(hit, Hit.normal + 4)
    + load<f32>(ray + 2 * stride) * load<f32>(hit, Hit.normal + 8));
  const range = load<f32>(hit, Hit.distance);
  const reflected = reflectanceOf(surface) * max<f32>(cosine, 0);
  const energy = load<f32>(run, Run.energyFactor) * load<f32>(subray, Subray.weight) * transmission(range) * reflected / (range * range);
  store<f32>(hit, energy, Hit.energy);
}

@inline
function surfaceOf(hit: usize): u32 {
  const place = load<u32>(hit, Hit.triangle);
  const block = blocks + <usize>(place >> 2) * TriangleBlock.SIZE + (<usize>(place & 3) << 2);
  const instance = instances + <usize>load<u32>(hit, Hit.instance) * Instance.SIZE;
  return load<u32>(instance, Instance.surfaceBase) + load<u32>(block, TriangleBlock.group);
}

@inline
function reflectanceOf(surface: u32): f32 {
  if (surface == lastSurface) return lastReflectance;
  const material = load<u32>(surfaces + <usize>surface * Surface.SIZE, Surface.material);
  lastSurface = surface;
  lastReflectance = load<f32>(materials + <usize>material * Material.SIZE, Material.reflectance);
  return lastReflectance;
}

/** T²: there and back. */
@inline
function transmission(range: f32): f32 {
  const extinction = load<f32>(run, Run.extinction);
  return extinction == 0 ? 1 : exponential(-2 * extinction * range);
}

const LOG2E: f32 = 1.4426950408889634;

/** exp x for x ≤ 0, relative error below 1e-6: 2ⁿ times a Taylor polynomial of 2^f, |f| ≤ 1/2. */
@inline
function exponential(x: f32): f32 {
  const y = max<f32>(x * LOG2E, -126);
  const n = nearest<f32>(y);
  const f = (y - n) * 0.6931471805599453;
  const p: f32 = 1 + f * (1 + f * (0.5 + f * (0.16666667 + f * (0.041666668 + f * (0.008333334 + f * 0.0013888889)))));
  return p * reinterpret<f32>((<i32>n + 127) << 23);
}

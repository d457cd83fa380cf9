// shade: the colour of a return in a photograph: the texel at the hit, and whether the sun shines there. The host turns
// colours and light into the final colour (src/cloud/shading).

import { pulses, returns, run } from './addresses.generated';
import { setStart, startX, startY, startZ } from './exits';
import {
  Hit, IN_THE_SUN, LIFT, LIFT_SHARE, NO_COLORS, NONE, Point, Pulse, Run, TEXEL_AND_SHADOW_COLORS, WHITE,
} from './records.generated';
import { colorAt } from './texture';
import { isBlocked } from './traverse';
import { enterShadow, hitField, hitsOf, leaveShadow, raysOf, shadowHits, shadowPulse, stride } from './work';

/**
 * Gives the `count` returns of the block their colours; `first` is the number of the pulse at place 0. Returns `count`.
 */
export function shade(first: u32, count: i32): i32 {
  const colors = load<u32>(run, Run.colors);
  if (colors == NO_COLORS) return count;
  for (let k = 0; k < count; k++) {
    const point = returns + <usize>k * Point.SIZE;
    // No surface sent it back.
    if (load<u32>(point, Point.surface) == NONE) {
      store<u32>(point, WHITE | IN_THE_SUN, Point.color);
      continue;
    }
    const place = <i32>(load<u32>(point, Point.pulse) - first);
    const pulse = pulses + <usize>place * Pulse.SIZE;
    const subray = <usize>load<u32>(point, Point.color) << 2;
    const ray = raysOf(place) + subray, hit = hitsOf(place) + subray;
    const texel = colorAt(pulse, ray, hit, load<u32>(point, Point.surface));
    const light = colors != TEXEL_AND_SHADOW_COLORS || seesSun(pulse, ray, hit) ? IN_THE_SUN : 0;
    store<u32>(point, texel | light, Point.color);
  }
  return count;
}

/** Whether the sun shines on the side of a hit's surface that the sensor sees. */
function seesSun(pulse: usize, ray: usize, hit: usize): bool {
  const normal = hitField(hit, Hit.normalX);
  const nx = load<f32>(normal), ny = load<f32>(normal + stride), nz = load<f32>(normal + 2 * stride);
  const sx = load<f32>(run, Run.toSun), sy = load<f32>(run, Run.toSun + 4), sz = load<f32>(run, Run.toSun + 8);
  if (nx * sx + ny * sy + nz * sz <= 0) return false;
  const distance = load<f32>(hitField(hit, Hit.distance));
  setStart(pulse, ray);
  const x = startX + distance * load<f32>(ray);
  const y = startY + distance * load<f32>(ray + stride);
  const z = startZ + distance * load<f32>(ray + 2 * stride);
  const lift = LIFT + LIFT_SHARE * max<f32>(max<f32>(abs<f32>(x), abs<f32>(y)), abs<f32>(z));
  const rays = enterShadow();
  v128.store(rays, f32x4.splat(sx));
  v128.store(rays + stride, f32x4.splat(sy));
  v128.store(rays + 2 * stride, f32x4.splat(sz));
  const begin = shadowPulse();
  store<f32>(begin, x + lift * nx, Pulse.origin);
  store<f32>(begin, y + lift * ny, Pulse.origin + 4);
  store<f32>(begin, z + lift * nz, Pulse.origin + 8);
  store<u64>(begin, load<u64>(pulse, Pulse.timeHigh), Pulse.timeHigh);
  const blocked = isBlocked(begin, rays, shadowHits());
  leaveShadow();
  return !blocked;
}

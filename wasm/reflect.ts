// reflect: what of a subray's energy comes back from its hit to the receiver. The LiDAR equation as used by
// Wagner et al. 2006 (ISPRS J. 60(2)), for a target larger than the beam, over the subray's share w of it:
//   E = E_pulse · w · D² · η_sys · T² · π f_r cos θ / (4 R²),   T = exp(−α R)
// with the BRDF f_r back to where the light came from; of a Lambertian target π f_r is its reflectance. Four subrays a vector.

import { instrument, pulses } from './addresses.generated';
import { backscatter, beginPulse } from './backscatter';
import { exponential } from './exponential';
import { Hit, Instrument, LEAST_ENERGY, Pulse, Run } from './records.generated';
import { hasImages } from './scene';
import { textured } from './texture';
import { hitField, hitsOf, raysOf, stride, weights } from './work';

/** Energies of the hits of `count` pulses from place 0, 0 without a hit; returns `count`. */
export function reflect(first: u32, count: i32): i32 {
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p);
    const pulseHits = hitsOf(p);
    beginPulse();
    // All at once: each takes many steps one after another, and the processor then works on several.
    for (let k: usize = 0; k < stride; k += 16) sendEnergy(pulseHits + k, weights + k);
    for (let k: usize = 0; k < stride; k += 16) receivedEnergy(pulse, rays + k, pulseHits + k, k);
  }
  return count;
}

/** Leaves, in place of the energies of four hits, what of the pulse's goes to them and would come back through the air. */
@inline
function sendEnergy(hits: usize, weights: usize): void {
  const range = v128.load(hitField(hits, Hit.distance)), hit = f32x4.ge(range, f32x4.splat(0));
  if (!v128.any_true(hit)) {
    v128.store(hitField(hits, Hit.energy), f32x4.splat(0));
    return;
  }
  const emitted = f32x4.mul(f32x4.mul(v128.load32_splat(instrument, Instrument.energyFactor), v128.load(weights)), overlap(range));
  v128.store(hitField(hits, Hit.energy), f32x4.mul(emitted, transmission(range)));
}

/** Leaves the energies that come back from the four hits at byte `k` of an array of the pulse's. */
@inline
function receivedEnergy(pulse: usize, rays: usize, hits: usize, k: usize): void {
  const energy = hitField(hits, Hit.energy), range = v128.load(hitField(hits, Hit.distance));
  const hit = f32x4.ge(range, f32x4.splat(0));
  const mask = i32x4.bitmask(hit);
  if (mask == 0) return;
  const normal = hitField(hits, Hit.normalX);
  const against = f32x4.add(
    f32x4.add(f32x4.mul(v128.load(rays), v128.load(normal)), f32x4.mul(v128.load(rays + stride), v128.load(normal + stride))),
    f32x4.mul(v128.load(rays + 2 * stride), v128.load(normal + 2 * stride)),
  );
  const cosine = f32x4.pmax(f32x4.neg(against), f32x4.splat(0));
  const factors = hasImages ? textured(pulse, rays, hits, mask) : f32x4.splat(1);
  const reflected = f32x4.mul(factors, backscatter(hits, rays, k, mask, cosine));
  const received = f32x4.div(f32x4.mul(v128.load(energy), reflected), f32x4.mul(range, range));
  v128.store(energy, v128.and(received, v128.and(hit, f32x4.ge(received, f32x4.splat(LEAST_ENERGY)))));
}

/** The share of the beam that the receiver sees at a range. */
@inline
function overlap(range: v128): v128 {
  const from = load<f32>(instrument, Instrument.overlapFrom), to = load<f32>(instrument, Instrument.overlapTo);
  if (to == 0) return f32x4.splat(1);
  const share = f32x4.mul(f32x4.sub(range, f32x4.splat(from)), f32x4.splat(1 / (to - from)));
  return f32x4.pmin(f32x4.pmax(share, f32x4.splat(0)), f32x4.splat(1));
}

/** T²: there and back. */
@inline
function transmission(range: v128): v128 {
  const extinction = load<f32>(instrument, Instrument.extinction);
  if (extinction == 0) return f32x4.splat(1);
  return exponential(f32x4.mul(f32x4.splat(-2 * extinction), range));
}

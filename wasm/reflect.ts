// reflect: the part of a subray's energy that comes back from its hit to the receiver. The LiDAR equation as used by
// Wagner et al. 2006 (ISPRS J. 60(2)), for a target larger than the beam, over the subray's share w of it:
//   E = E_pulse · w · D² · η_sys · T² · π f_r cos θ / (4 R²),   T = exp(−α R)
// with the BRDF f_r back towards the source; of a Lambertian target π f_r is its reflectance. Four subrays a vector.

import { instrument, pulses, run } from './addresses.generated';
import {
  backscatter, beginPulse, cellsPerRadian, firstCubicOf, forgetMaterial, incidence, lastCell, materialOf, ofCubics,
  onlyMaterial,
} from './backscatter';
import { exponential } from './exponential';
import { falloff } from './falloff';
import { Cubic, Hit, Instrument, LEAST_ENERGY, Material, Pulse, Run } from './records.generated';
import { hasImages } from './scene';
import { beginTangents } from './tangent';
import { textured } from './texture';
import { hitField, hitsOf, rayBytes, raysOf, stride, weights } from './work';

/** Energies of the hits of `count` pulses from place 0, 0 without a hit; returns `count`. */
export function reflect(first: u32, count: i32): i32 {
  forgetMaterial();
  const falls = load<u32>(run, Run.falloff) != 0, isTurbid = stride > rayBytes;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p), pulseHits = hitsOf(p);
    const shares = falls ? falloff(pulseHits) : isTurbid ? hitField(pulseHits, Hit.energy) : weights;
    const material: usize = hasImages ? 0 : onlyMaterial(pulseHits);
    if (material) reflectAlike(rays, pulseHits, shares, material);
    else reflectAny(pulse, rays, pulseHits, shares);
    for (let k = rayBytes; k < stride; k += 16) reflectLeaves(pulseHits + k);
  }
  return count;
}

/** The energies of a pulse whose hits all lie on one material, in one loop: most pulses. */
function reflectAlike(rays: usize, pulseHits: usize, shares: usize, material: usize): void {
  const cells = load<u32>(material, Material.thetaCells), weighted = load<u32>(material, Material.weighted) != 0;
  const first = firstCubicOf(material), perRadian = cellsPerRadian(cells), last = lastCell(cells), bytes = stride;
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const hits = pulseHits + k, ray = rays + k, normal = hitField(hits, Hit.normalX);
    const dx = v128.load(ray), dy = v128.load(ray + bytes), dz = v128.load(ray + 2 * bytes);
    const nx = v128.load(normal), ny = v128.load(normal + bytes), nz = v128.load(normal + 2 * bytes);
    const cosine = cosineAgainst(dx, dy, dz, nx, ny, nz);
    const reflected = cells == 0 ? f32x4.mul(v128.load32_splat(first, Cubic.d), cosine)
      : ofCubics(first, perRadian, last, weighted, incidence(dx, dy, dz, nx, ny, nz), cosine);
    const range = v128.load(hitField(hits, Hit.distance));
    v128.store(hitField(hits, Hit.energy), receivedEnergy(range, sentEnergy(range, shares + k), reflected));
  }
}

/** The energies of any pulse. */
function reflectAny(pulse: usize, rays: usize, pulseHits: usize, shares: usize): void {
  beginPulse();
  beginTangents(pulse);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const hits = pulseHits + k, energy = hitField(hits, Hit.energy);
    const range = v128.load(hitField(hits, Hit.distance)), mask = i32x4.bitmask(f32x4.ge(range, f32x4.splat(0)));
    if (mask == 0) {
      v128.store(energy, f32x4.splat(0));
      continue;
    }
    const factors = hasImages ? textured(pulse, rays + k, hits, mask) : f32x4.splat(1);
    const reflected = f32x4.mul(factors, backscatter(hits, rays + k, k, mask, cosineOf(hits, rays + k)));
    v128.store(energy, receivedEnergy(range, sentEnergy(range, shares + k), reflected));
  }
}

/** The energies of four slices of foliage, which hold their shares so far. */
function reflectLeaves(hits: usize): void {
  const range = v128.load(hitField(hits, Hit.distance)), energy = hitField(hits, Hit.energy);
  if (!v128.any_true(f32x4.ge(range, f32x4.splat(0)))) return;
  const at = hitField(hits, Hit.surface);
  const reflected = f32x4(leavesOf(at), leavesOf(at + 4), leavesOf(at + 8), leavesOf(at + 12));
  v128.store(energy, receivedEnergy(range, sentEnergy(range, energy), reflected));
}

/** The mean π f_r cos θ of the leaves of the surface whose number lies at `at`. */
@inline
function leavesOf(at: usize): f32 { return load<f32>(materialOf(load<u32>(at)), Material.ofLeaves); }

/**
 * The pulse's energy that goes to four hits, with their shares in memory, times the loss of the way back through the
 * air.
 */
@inline
function sentEnergy(range: v128, shares: usize): v128 {
  const emitted = f32x4.mul(
    f32x4.mul(v128.load32_splat(instrument, Instrument.energyFactor), v128.load(shares)), overlap(range),
  );
  return f32x4.mul(emitted, transmission(range));
}

/** The part of it that comes back to the receiver, with the π f_r cos θ of the hits; 0 without a hit. */
@inline
function receivedEnergy(range: v128, sent: v128, reflected: v128): v128 {
  const received = f32x4.div(f32x4.mul(sent, reflected), f32x4.mul(range, range));
  const hit = f32x4.ge(range, f32x4.splat(0));
  return v128.and(received, v128.and(hit, f32x4.ge(received, f32x4.splat(LEAST_ENERGY))));
}

/** Cosines of the angles between the directions to the sensor and the normals, 0 behind them. */
@inline
function cosineOf(hits: usize, rays: usize): v128 {
  const normal = hitField(hits, Hit.normalX);
  return cosineAgainst(
    v128.load(rays), v128.load(rays + stride), v128.load(rays + 2 * stride),
    v128.load(normal), v128.load(normal + stride), v128.load(normal + 2 * stride),
  );
}

/** The same of directions d away from the sensor and normals n. */
@inline
function cosineAgainst(dx: v128, dy: v128, dz: v128, nx: v128, ny: v128, nz: v128): v128 {
  const against = f32x4.add(f32x4.add(f32x4.mul(dx, nx), f32x4.mul(dy, ny)), f32x4.mul(dz, nz));
  return f32x4.pmax(f32x4.neg(against), f32x4.splat(0));
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

// Sums over the hits of an echo, weighted by energy, four hits a vector. Everything is summed relative to the start of
// the echo on the beam's axis: the differences are small, so that f32 holds them to micrometres at any range.

import { instrument, run } from './addresses.generated';
import { exitX, exitY, exitZ, setExit } from './exits';
import { hitsEnd, holdAll, lanesBetween } from './extent';
import { Hit, Instrument, Pulse, Run } from './records.generated';
import { hitField, scratch, stride } from './work';

/** Energy; energy-weighted means of the ranges beyond the first and of their squares. */
export let energy: f32 = 0, meanRange: f64 = 0, meanSquare: f64 = 0;
/** Energy-weighted sums: offsets from the axis, unless points are on it; normals. */
export let offsets: v128 = f32x4.splat(0), normals: v128 = f32x4.splat(0);
/** Subrays summed. */
export let subraysIn: i32 = 0;

/** Whether hit `k` (bytes in the arrays) has energy and lies between two ranges. */
@inline
export function isBetween(hits: usize, k: usize, from: f32, to: f32): bool {
  const range = load<f32>(hitField(hits, Hit.distance) + k);
  return range >= from && range <= to && load<f32>(hitField(hits, Hit.energy) + k) > 0;
}

/** Sums up the hits of a pulse between two ranges; the first is the start of the echo. */
export function sumBetween(pulse: usize, rays: usize, hits: usize, first: f32, last: f32): void {
  const energies = holdAll(first, last) ? hitField(hits, Hit.energy) : energiesBetween(hits, first, last);
  const from = f32x4.splat(first);
  // The means before the next loop, which goes on while the processor divides.
  sumHits(hits, energies, from);
  if (load<u32>(instrument, Instrument.onAxis)) offsets = f32x4.splat(0);
  else sumOffsets(pulse, rays, hits, energies, from);
}

/**
 * Copies a pulse's energies, with 0 for hits that do not lie between two ranges, to scratch, behind the numbers of
 * shares.ts; returns their address.
 */
function energiesBetween(hits: usize, first: f32, last: f32): usize {
  const energies = scratch + 2 * stride, from = f32x4.splat(first), to = f32x4.splat(last);
  for (let k: usize = 0; k < hitsEnd; k += 16)
    v128.store(energies + k, v128.and(v128.load(hitField(hits, Hit.energy) + k), lanesBetween(hits + k, from, to)));
  return energies;
}

/** Sums up energies, ranges and normals. */
@inline
function sumHits(hits: usize, energies: usize, from: v128): void {
  const normal = hitField(hits, Hit.normalX), zero = f32x4.splat(0), width = stride, end = hitsEnd;
  // Locals in the loop: a global is a store each time.
  let e0 = zero, e1 = zero, e2 = zero, u = zero, v = zero, w = zero, n = zero;
  for (let k: usize = 0; k < end; k += 16) {
    const e = v128.load(energies + k), lanes = f32x4.gt(e, zero);
    const beyond = f32x4.sub(v128.load(hits + k), from), eBeyond = f32x4.mul(e, beyond);
    e0 = f32x4.add(e0, e);
    e1 = f32x4.add(e1, eBeyond);
    e2 = f32x4.add(e2, f32x4.mul(eBeyond, beyond));
    const at = normal + k;
    u = f32x4.add(u, weighted(v128.load(at), e, lanes));
    v = f32x4.add(v, weighted(v128.load(at + width), e, lanes));
    w = f32x4.add(w, weighted(v128.load(at + 2 * width), e, lanes));
    n = i32x4.sub(n, lanes);
  }
  const sums = totals(e0, e1, e2, zero), total = f64x2.splat(<f64>f32x4.extract_lane(sums, 0));
  energy = f32x4.extract_lane(sums, 0);
  const means = f64x2.div(f64x2.promote_low_f32x4(v128.shuffle<f32>(sums, sums, 1, 2, 1, 2)), total);
  meanRange = f64x2.extract_lane(means, 0);
  meanSquare = f64x2.extract_lane(means, 1);
  normals = totals(u, v, w, zero);
  subraysIn = (i32x4.extract_lane(n, 0) + i32x4.extract_lane(n, 1))
    + (i32x4.extract_lane(n, 2) + i32x4.extract_lane(n, 3));
}

/**
 * Sums up e · (r d − r₀ c) with the subrays' directions d and the axis c: e (r − r₀) d + e r₀ (d − c). The exits s add
 * the sum of e s: that of the sum of e (d − c), since they are linear in the direction and 0 for the axis.
 */
@inline
function sumOffsets(pulse: usize, rays: usize, hits: usize, energies: usize, from: v128): void {
  const zero = f32x4.splat(0), width = stride, end = hitsEnd;
  let x = zero, y = zero, z = zero, asideX = zero, asideY = zero, asideZ = zero;
  for (let k: usize = 0; k < end; k += 16) {
    const e = v128.load(energies + k), eFrom = f32x4.mul(e, from);
    const eBeyond = f32x4.mul(e, f32x4.sub(v128.load(hits + k), from));
    const dx = v128.load(rays + k), ax = f32x4.sub(dx, v128.load32_splat(pulse, Pulse.direction));
    x = f32x4.add(x, f32x4.add(f32x4.mul(eBeyond, dx), f32x4.mul(eFrom, ax)));
    asideX = f32x4.add(asideX, f32x4.mul(e, ax));
    const dy = v128.load(rays + k + width), ay = f32x4.sub(dy, v128.load32_splat(pulse, Pulse.direction + 4));
    y = f32x4.add(y, f32x4.add(f32x4.mul(eBeyond, dy), f32x4.mul(eFrom, ay)));
    asideY = f32x4.add(asideY, f32x4.mul(e, ay));
    const dz = v128.load(rays + k + 2 * width), az = f32x4.sub(dz, v128.load32_splat(pulse, Pulse.direction + 8));
    z = f32x4.add(z, f32x4.add(f32x4.mul(eBeyond, dz), f32x4.mul(eFrom, az)));
    asideZ = f32x4.add(asideZ, f32x4.mul(e, az));
  }
  offsets = totals(x, y, z, zero);
  if (!load<u32>(run, Run.exits)) return;
  const aside = totals(asideX, asideY, asideZ, zero);
  setExit(pulse, f32x4.extract_lane(aside, 0), f32x4.extract_lane(aside, 1), f32x4.extract_lane(aside, 2));
  offsets = f32x4.add(offsets, f32x4(exitX, exitY, exitZ, 0));
}

/** Lanes without a hit are undefined, perhaps NaN. */
@inline
function weighted(value: v128, e: v128, lanes: v128): v128 {
  return f32x4.mul(e, v128.and(value, lanes));
}

/** The sums of the lanes of four vectors, (l₀ + l₁) + (l₂ + l₃) each. */
@inline
export function totals(a: v128, b: v128, c: v128, d: v128): v128 {
  const ac = v128.shuffle<f32>(a, c, 0, 4, 1, 5), bd = v128.shuffle<f32>(b, d, 0, 4, 1, 5);
  const acUpper = v128.shuffle<f32>(a, c, 2, 6, 3, 7), bdUpper = v128.shuffle<f32>(b, d, 2, 6, 3, 7);
  const lower = f32x4.add(v128.shuffle<f32>(ac, bd, 0, 4, 1, 5), v128.shuffle<f32>(ac, bd, 2, 6, 3, 7));
  const upper = f32x4.add(
    v128.shuffle<f32>(acUpper, bdUpper, 0, 4, 1, 5), v128.shuffle<f32>(acUpper, bdUpper, 2, 6, 3, 7),
  );
  return f32x4.add(lower, upper);
}

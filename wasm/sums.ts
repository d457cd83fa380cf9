// Sums over the hits of an echo, weighted by energy, four hits a vector. Everything is summed relative to where the echo
// begins on the beam's axis: the differences are small, so that f32 holds them to micrometres at any range.

import { run } from './addresses.generated';
import { exitX, exitY, exitZ, setExit } from './exits';
import { lanesBetween } from './extent';
import { Hit, Pulse, Run } from './records.generated';
import { hitField, stride } from './work';

/** Energy, and energy-weighted sums: ranges beyond the first and their squares, offsets from the axis, normals. */
export let energy: f32 = 0, ranges: f32 = 0, squares: f32 = 0;
export let offsetX: f32 = 0, offsetY: f32 = 0, offsetZ: f32 = 0;
export let normalX: f32 = 0, normalY: f32 = 0, normalZ: f32 = 0;
/** Subrays summed. */
export let subraysIn: i32 = 0;

/** Whether hit `k` (bytes in the arrays) has energy and lies between two ranges. */
@inline
export function isBetween(hits: usize, k: usize, from: f32, to: f32): bool {
  const range = load<f32>(hitField(hits, Hit.distance) + k);
  return range >= from && range <= to && load<f32>(hitField(hits, Hit.energy) + k) > 0;
}

/** Sums up the hits of a pulse between two ranges; the first is where the echo begins. */
export function sumBetween(pulse: usize, rays: usize, hits: usize, first: f32, last: f32): void {
  const from = f32x4.splat(first), to = f32x4.splat(last);
  const cx = f32x4.splat(load<f32>(pulse, Pulse.direction));
  const cy = f32x4.splat(load<f32>(pulse, Pulse.direction + 4));
  const cz = f32x4.splat(load<f32>(pulse, Pulse.direction + 8));
  const exits = load<u32>(run, Run.exits) != 0;
  const zero = f32x4.splat(0);
  // Locals in the loop: a global is a store each time.
  let e0 = zero, e1 = zero, e2 = zero, x = zero, y = zero, z = zero, u = zero, v = zero, w = zero;
  let asideX = zero, asideY = zero, asideZ = zero;
  let n = 0;
  for (let k: usize = 0; k < stride; k += 16) {
    const lanes = lanesBetween(hits + k, from, to);
    if (!v128.any_true(lanes)) continue;
    const e = v128.and(v128.load(hitField(hits, Hit.energy) + k), lanes);
    const beyond = v128.and(f32x4.sub(v128.load(hitField(hits, Hit.distance) + k), from), lanes);
    const eBeyond = f32x4.mul(e, beyond), eFrom = f32x4.mul(e, from);
    e0 = f32x4.add(e0, e);
    e1 = f32x4.add(e1, eBeyond);
    e2 = f32x4.add(e2, f32x4.mul(eBeyond, beyond));
    const dx = v128.load(rays + k), dy = v128.load(rays + k + stride), dz = v128.load(rays + k + 2 * stride);
    x = f32x4.add(x, offset(dx, cx, eBeyond, eFrom));
    y = f32x4.add(y, offset(dy, cy, eBeyond, eFrom));
    z = f32x4.add(z, offset(dz, cz, eBeyond, eFrom));
    if (exits) {
      asideX = f32x4.add(asideX, f32x4.mul(e, f32x4.sub(dx, cx)));
      asideY = f32x4.add(asideY, f32x4.mul(e, f32x4.sub(dy, cy)));
      asideZ = f32x4.add(asideZ, f32x4.mul(e, f32x4.sub(dz, cz)));
    }
    const normal = hitField(hits, Hit.normalX) + k;
    u = f32x4.add(u, weighted(v128.load(normal), e, lanes));
    v = f32x4.add(v, weighted(v128.load(normal + stride), e, lanes));
    w = f32x4.add(w, weighted(v128.load(normal + 2 * stride), e, lanes));
    n += popcnt(i32x4.bitmask(lanes));
  }
  energy = total(e0); ranges = total(e1); squares = total(e2);
  offsetX = total(x); offsetY = total(y); offsetZ = total(z);
  if (exits) addExits(pulse, total(asideX), total(asideY), total(asideZ));
  normalX = total(u); normalY = total(v); normalZ = total(w);
  subraysIn = n;
}

/** A coordinate of e · (r d − r₀ c) with the subrays' directions d and the axis c: e (r − r₀) d + e r₀ (d − c). */
@inline
function offset(d: v128, c: v128, eBeyond: v128, eFrom: v128): v128 {
  return f32x4.add(f32x4.mul(eBeyond, d), f32x4.mul(eFrom, f32x4.sub(d, c)));
}

/**
 * Adds the sum of e s, with the exits s, to the offsets, from the sum (x, y, z) of e (d − c): exits are linear in the direction, 0 for
 * the axis.
 */
@inline
function addExits(pulse: usize, x: f32, y: f32, z: f32): void {
  setExit(pulse, x, y, z);
  offsetX += exitX; offsetY += exitY; offsetZ += exitZ;
}

/** Lanes without a hit hold what was there before, perhaps not a number. */
@inline
function weighted(value: v128, e: v128, lanes: v128): v128 {
  return f32x4.mul(e, v128.and(value, lanes));
}

@inline
export function total(v: v128): f32 {
  return (f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1)) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

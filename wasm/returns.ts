// Returns from the hits that belong to one echo: an echo lies on the beam's axis at the range that the receiver found,
// or at the energy-weighted mean of its hits, moved along the axis to that range; its surface is the one that sent back
// the most energy, or that of one hit.

import { instrument, run } from './addresses.generated';
import { hitsEnd, isOneSurface, lanesBetween } from './extent';
import { isGated } from './limits';
import {
  AT_HITS, AT_RANGE, FWHM_PER_SIGMA, Hit, Instrument, LIGHT_SPEED, NO_COLORS, Point, Pulse, Run,
} from './records.generated';
import { energy, isBetween, meanRange, meanSquare, normals, offsets, subraysIn } from './sums';
import { hitField } from './work';

/**
 * Writes the echo of the hits between two ranges, which are summed up, to `out`; `shift` moves it beyond its mean
 * range.
 */
export function makeReturn(pulse: usize, hits: usize, from: f32, to: f32, shift: f64, out: usize): void {
  storeEcho(pulse, from, shift, out);
  const surface = surfaceOf(hits, from, to);
  store<u32>(out, surface, Point.surface);
  store<u32>(out, load<u32>(run, Run.colors) != NO_COLORS ? innermost(hits, from, to, surface) : 0, Point.color);
  storeNormal(pulse, normals, out);
}

/** Like makeReturn, but with surface, colour and normal of hit `k` (bytes in the arrays). */
export function makeReturnOf(pulse: usize, hits: usize, k: usize, from: f32, shift: f64, out: usize): void {
  storeEcho(pulse, from, shift, out);
  store<u32>(out, surfaceAt(hits, k), Point.surface);
  store<u32>(out, load<u32>(run, Run.colors) != NO_COLORS ? <u32>(k >> 2) : 0, Point.color);
  const x = load<f32>(hitField(hits, Hit.normalX) + k), y = load<f32>(hitField(hits, Hit.normalY) + k);
  storeNormal(pulse, f32x4(x, y, load<f32>(hitField(hits, Hit.normalZ) + k), 0), out);
}

/** The fields of a return that come from the summed hits, from the range `from` on. */
@inline
function storeEcho(pulse: usize, from: f32, shift: f64, out: usize): void {
  const axisRange = <f64>from + shift;
  store<f32>(out, <f32>(axisRange + meanRange), Point.range);
  const located = load<u32>(instrument, Instrument.located);
  storePosition(pulse, out, located == AT_HITS ? <f64>from : axisRange);
  store<f32>(out, energy, Point.energy);
  store<f32>(out, echoWidth(max<f64>(meanSquare - meanRange * meanRange, 0)), Point.echoWidth);
  store<u32>(out, subraysIn, Point.hitSubrays);
  copyPulse(pulse, out);
  if (located == AT_RANGE) store<f32>(out, <f32>shift, Point.scanAngle);
}

/**
 * Position of the echo: on the axis at its range; or at the range `first` where it begins, and from there by the mean
 * offset.
 */
@inline
function storePosition(pulse: usize, out: usize, first: f64): void {
  const origin = v128.load(pulse, Pulse.origin), direction = v128.load(pulse, Pulse.direction);
  const range = load<u32>(instrument, Instrument.onAxis) ? <f64>load<f32>(out, Point.range) : first;
  const along = f64x2.splat(range), total = f64x2.splat(<f64>energy);
  const on = f64x2.add(f64x2.promote_low_f32x4(origin), f64x2.mul(along, f64x2.promote_low_f32x4(direction)));
  const xy = f64x2.add(on, f64x2.div(f64x2.promote_low_f32x4(offsets), total));
  v128.store64_lane(out, f32x4.demote_f64x2_zero(xy), 0, Point.position);
  const z = onAxis(pulse, 8, range) + <f64>f32x4.extract_lane(offsets, 2) / <f64>energy;
  store<f32>(out, <f32>z, Point.position + 8);
}

/** A coordinate of the place on the beam's axis at a range. */
@inline
export function onAxis(pulse: usize, axis: usize, range: f64): f64 {
  return <f64>load<f32>(pulse + axis, Pulse.origin) + range * <f64>load<f32>(pulse + axis, Pulse.direction);
}

/** Full width at half maximum of the echo: that of the pulse and that of the ranges in quadrature. */
@inline
function echoWidth(rangeVariance: f64): f32 {
  const pulse = <f64>load<f32>(instrument, Instrument.pulseDuration);
  const target = FWHM_PER_SIGMA * <f64>load<f32>(instrument, Instrument.ways) / LIGHT_SPEED;
  return <f32>sqrt<f64>(pulse * pulse + target * target * rangeVariance);
}

@inline
function surfaceAt(hits: usize, k: usize): u32 { return load<u32>(hitField(hits, Hit.surface) + k); }

/** The surface that contributed most of the energy between two ranges; the lower number if two are equal. */
function surfaceOf(hits: usize, from: f32, to: f32): u32 {
  if (isOneSurface) return surfaceAt(hits, 0);
  const low = f32x4.splat(from), high = f32x4.splat(to);
  let surface: u32 = 0;
  let found = false;
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const lanes = lanesBetween(hits + k, low, high);
    const mask = i32x4.bitmask(lanes);
    if (mask == 0) continue;
    if (!found) surface = surfaceAt(hits, k + (<usize>ctz(mask) << 2));
    found = true;
    const others = i32x4.ne(v128.load(hitField(hits, Hit.surface) + k), i32x4.splat(surface));
    if (v128.any_true(v128.and(lanes, others))) return strongest(hits, from, to);
  }
  return surface;
}

/** The first subray, on the ring nearest to the beam's axis, that hit a surface between two ranges. */
function innermost(hits: usize, from: f32, to: f32, surface: u32): u32 {
  let k: usize = 0;
  while (!(isBetween(hits, k, from, to) && surfaceAt(hits, k) == surface)) k += 4;
  return <u32>(k >> 2);
}

/** Like surfaceOf, for several surfaces. */
function strongest(hits: usize, from: f32, to: f32): u32 {
  const low = f32x4.splat(from), high = f32x4.splat(to);
  let best: u32 = 0;
  let most: f32 = -1;
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    for (let mask = i32x4.bitmask(lanesBetween(hits + k, low, high)); mask != 0; mask &= mask - 1) {
      const surface = surfaceAt(hits, k + (<usize>ctz(mask) << 2));
      if (most >= 0 && surface == best) continue;
      const sum = energyOf(hits, surface, k, low, high);
      if (sum > most || (sum == most && surface < best)) {
        most = sum;
        best = surface;
      }
    }
  }
  return best;
}

/** Energy that a surface sent back between two ranges, of the hits from the vector at `start` on. */
@inline
function energyOf(hits: usize, surface: u32, start: usize, from: v128, to: v128): f32 {
  const own = i32x4.splat(surface);
  let sum: f32 = 0;
  for (let k = start; k < hitsEnd; k += 16) {
    const lanes = v128.and(
      lanesBetween(hits + k, from, to), i32x4.eq(v128.load(hitField(hits, Hit.surface) + k), own),
    );
    for (let mask = i32x4.bitmask(lanes); mask != 0; mask &= mask - 1)
      sum += load<f32>(hitField(hits, Hit.energy) + k + (<usize>ctz(mask) << 2));
  }
  return sum;
}

/** A normal at length 1, and its angle with the beam's axis as a cosine. */
@inline
function storeNormal(pulse: usize, normal: v128, out: usize): void {
  const nx = <f64>f32x4.extract_lane(normal, 0);
  const ny = <f64>f32x4.extract_lane(normal, 1);
  const nz = <f64>f32x4.extract_lane(normal, 2);
  const length = sqrt<f64>(nx * nx + ny * ny + nz * nz);
  const s = length > 0 ? 1 / length : 0;
  const x = nx * s, y = ny * s, z = nz * s;
  store<f32>(out, <f32>x, Point.normal);
  store<f32>(out, <f32>y, Point.normal + 4);
  store<f32>(out, <f32>z, Point.normal + 8);
  const cosine = -(x * <f64>load<f32>(pulse, Pulse.direction) + y * <f64>load<f32>(pulse, Pulse.direction + 4)
    + z * <f64>load<f32>(pulse, Pulse.direction + 8));
  store<f32>(out, <f32>max<f64>(0, min<f64>(1, cosine)), Point.incidenceCosine);
}

/** The fields of a return that come from its pulse. */
@inline
export function copyPulse(pulse: usize, out: usize): void {
  store<u32>(out, load<u32>(pulse, Pulse.number), Point.pulse);
  store<u32>(out, load<u32>(pulse, Pulse.channel), Point.channel);
  store<f32>(out, load<f32>(pulse, Pulse.scanAngle), Point.scanAngle);
  store<f32>(out, load<f32>(pulse, Pulse.timeHigh), Point.timeHigh);
  store<f32>(out, load<f32>(pulse, Pulse.timeLow), Point.timeLow);
}

/** Numbers the returns of a pulse, but those of a gate, which `perturb` numbers; `cut` is RETURNS_CUT or 0. */
export function numberReturns(out: usize, count: i32, cut: u32): void {
  const gated = isGated();
  for (let r = 0; r < count; r++) {
    if (!gated) store<u32>(out + <usize>r * Point.SIZE, r + 1, Point.returnNumber);
    store<u32>(out + <usize>r * Point.SIZE, <u32>count | cut, Point.returnCount);
  }
}

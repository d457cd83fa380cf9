// echo: the hits of one pulse become the echoes that the instrument records. Hits in order of range belong to one echo as
// long as no gap between neighbours is wider than the range resolution; an echo with energy above the detection limit is
// a return, up to the number that the instrument stores. An echo lies at the energy-weighted mean of its hits, not on the
// beam's axis; its surface is the one that sent back most. Where there are gaps, the ranges are sorted: there is memory for that;
// the GPU, whose invocations have none, looks for the next range again and again.

import { channels, instrument, pulses, returns, run } from './addresses.generated';
import { Channel, FWHM_PER_SIGMA, Hit, Instrument, LIGHT_SPEED, NO_COLORS, Point, Pulse, Run } from './records.generated';
import {
  energy, isBetween, lanesBetween, normalX, normalY, normalZ, offsetX, offsetY, offsetZ, ranges, squares, subraysIn, sumBetween,
} from './sums';
import { hitField, hitsOf, raysOf, scratch, stride } from './work';

/** Makes the returns of the `count` pulses from place 0, Point records; returns their number. */
export function echo(first: u32, count: i32): i32 {
  let made: i32 = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    made += echoPulse(pulse, raysOf(p), hitsOf(p), returns + <usize>made * Point.SIZE);
  }
  return made;
}

/** Nearest and farthest hit with energy within the channel's range; Infinity and 0 without one. */
let nearestHit: f32 = Infinity;
let farthestHit: f32 = 0;

function echoPulse(pulse: usize, rays: usize, hits: usize, out: usize): i32 {
  findExtent(hits, channels + <usize>load<u32>(pulse, Pulse.channel) * Channel.SIZE);
  if (!(nearestHit <= farthestHit)) return 0;
  const resolution = load<f32>(instrument, Instrument.rangeResolution);
  // Most pulses meet one surface: no need to look for gaps.
  const returns = farthestHit - nearestHit <= resolution
    ? i32(makeReturn(pulse, rays, hits, nearestHit, farthestHit, out))
    : splitEchoes(pulse, rays, hits, resolution, out);
  for (let r = 0; r < returns; r++) {
    store<u32>(out + <usize>r * Point.SIZE, r + 1, Point.returnNumber);
    store<u32>(out + <usize>r * Point.SIZE, returns, Point.returnCount);
  }
  return returns;
}

function findExtent(hits: usize, laser: usize): void {
  const from = f32x4.splat(load<f32>(laser, Channel.rangeMin)), to = f32x4.splat(load<f32>(laser, Channel.rangeMax));
  let low = f32x4.splat(Infinity), high = f32x4.splat(0);
  for (let k: usize = 0; k < stride; k += 16) {
    const range = v128.load(hitField(hits, Hit.distance) + k);
    const valid = lanesBetween(hits + k, from, to);
    low = f32x4.pmin(low, v128.bitselect(range, low, valid));
    high = f32x4.pmax(high, v128.and(range, valid));
  }
  nearestHit = min<f32>(
    min<f32>(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
    min<f32>(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
  );
  farthestHit = max<f32>(
    max<f32>(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
    max<f32>(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
  );
}

/** Echoes of a pulse with hits farther apart than the resolution: gaps are found in the sorted ranges. */
function splitEchoes(pulse: usize, rays: usize, hits: usize, resolution: f32, out: usize): i32 {
  const n = sortRanges(hits);
  const most = <i32>min<u32>(load<u32>(instrument, Instrument.maxReturns), load<u32>(run, Run.maxReturns));
  let returns = 0;
  let first = 0;
  for (let k = 1; k <= n && returns < most; k++) {
    if (k < n && sorted(k) - sorted(k - 1) <= resolution) continue;
    if (makeReturn(pulse, rays, hits, sorted(first), sorted(k - 1), out + <usize>returns * Point.SIZE)) returns++;
    first = k;
  }
  return returns;
}

/** Ranges in ascending order, in scratch. */
@inline
function sorted(k: i32): f32 { return load<f32>(scratch + (<usize>k << 2)); }

/** Insertion sort of the hits' ranges; returns their number. */
function sortRanges(hits: usize): i32 {
  let n = 0;
  for (let k: usize = 0; k < stride; k += 4) {
    const range = load<f32>(hitField(hits, Hit.distance) + k);
    if (!(range >= nearestHit && range <= farthestHit && load<f32>(hitField(hits, Hit.energy) + k) > 0)) continue;
    let at = n;
    n++;
    while (at > 0 && sorted(at - 1) > range) {
      store<f32>(scratch + (<usize>at << 2), sorted(at - 1));
      at--;
    }
    store<f32>(scratch + (<usize>at << 2), range);
  }
  return n;
}

/** Writes the echo of the hits between two ranges to `out` if it is strong enough; returns whether it was. */
function makeReturn(pulse: usize, rays: usize, hits: usize, from: f32, to: f32, out: usize): bool {
  sumBetween(pulse, rays, hits, from, to);
  const total = <f64>energy;
  if (!(energy >= load<f32>(instrument, Instrument.minEnergy))) return false;
  const beyond = <f64>ranges / total;
  store<f32>(out, <f32>(<f64>from + beyond), Point.range);
  store<f32>(out, energy, Point.energy);
  store<f32>(out, echoWidth(max<f64>(<f64>squares / total - beyond * beyond, 0)), Point.echoWidth);
  store<u32>(out, subraysIn, Point.hitSubrays);
  const surface = surfaceOf(hits, from, to);
  store<u32>(out, surface, Point.surface);
  store<u32>(out, load<u32>(run, Run.colors) != NO_COLORS ? innermost(hits, from, to, surface) : 0, Point.color);
  storePosition(pulse, out, 0, from, <f64>offsetX / total);
  storePosition(pulse, out, 4, from, <f64>offsetY / total);
  storePosition(pulse, out, 8, from, <f64>offsetZ / total);
  storeNormal(pulse, out);
  copyPulse(pulse, out);
  return true;
}

/** A coordinate of the echo: on the axis at range `from`, and from there by the mean offset. */
@inline
function storePosition(pulse: usize, out: usize, axis: usize, from: f32, offset: f64): void {
  const onAxis = <f64>load<f32>(pulse + axis, Pulse.origin) + <f64>from * <f64>load<f32>(pulse + axis, Pulse.direction);
  store<f32>(out + axis, <f32>(onAxis + offset), Point.position);
}

/** Full width at half maximum of the echo: that of the pulse and that of the ranges (there and back) in quadrature. */
@inline
function echoWidth(rangeVariance: f64): f32 {
  const pulse = <f64>load<f32>(instrument, Instrument.pulseDuration);
  const target = FWHM_PER_SIGMA * 2 / LIGHT_SPEED;
  return <f32>sqrt<f64>(pulse * pulse + target * target * rangeVariance);
}

@inline
function surfaceAt(hits: usize, k: usize): u32 { return load<u32>(hitField(hits, Hit.surface) + k); }

/** The surface that contributed most of the energy between two ranges; the lower number if two are equal. */
function surfaceOf(hits: usize, from: f32, to: f32): u32 {
  const low = f32x4.splat(from), high = f32x4.splat(to);
  let surface: u32 = 0;
  let found = false;
  for (let k: usize = 0; k < stride; k += 16) {
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

/** As surfaceOf, where there are several. */
function strongest(hits: usize, from: f32, to: f32): u32 {
  let best: u32 = 0;
  let most: f32 = -1;
  for (let k: usize = 0; k < stride; k += 4) {
    if (!isBetween(hits, k, from, to)) continue;
    const surface = surfaceAt(hits, k);
    if (most >= 0 && surface == best) continue;
    const sum = energyOf(hits, surface, k, from, to);
    if (sum > most || (sum == most && surface < best)) {
      most = sum;
      best = surface;
    }
  }
  return best;
}

/** Energy that a surface sent back between two ranges, of the hits from `start` on. */
@inline
function energyOf(hits: usize, surface: u32, start: usize, from: f32, to: f32): f32 {
  let sum: f32 = 0;
  for (let k = start; k < stride; k += 4)
    if (surfaceAt(hits, k) == surface && isBetween(hits, k, from, to)) sum += load<f32>(hitField(hits, Hit.energy) + k);
  return sum;
}

/** The mean normal at length 1, and its angle with the beam's axis as a cosine. */
@inline
function storeNormal(pulse: usize, out: usize): void {
  const nx = <f64>normalX, ny = <f64>normalY, nz = <f64>normalZ;
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

/** What a return has from its pulse. */
@inline
function copyPulse(pulse: usize, out: usize): void {
  store<u32>(out, load<u32>(pulse, Pulse.number), Point.pulse);
  store<u32>(out, load<u32>(pulse, Pulse.channel), Point.channel);
  store<f32>(out, load<f32>(pulse, Pulse.scanSine), Point.scanSine);
  store<f32>(out, load<f32>(pulse, Pulse.timeHigh), Point.timeHigh);
  store<f32>(out, load<f32>(pulse, Pulse.timeLow), Point.timeLow);
}

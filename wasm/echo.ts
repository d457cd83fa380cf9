// echo: the hits of one pulse become the echoes that the instrument records. Hits in order of range belong to one echo as
// long as no gap between neighbours is wider than the range resolution; an echo with energy above the detection limit is
// a return, up to the number that the instrument stores. An echo lies at the energy-weighted mean of its hits, not on the
// beam's axis; its surface is the one that sent back most.

import { Hit, Point, Pulse, Run } from './records.generated';
import { run } from './run';
import { directions, hits, points, pulses, scratch, stride, subrayCount } from './work';

/** Speed of light, m/s (SI definition), and the ratio of a Gaussian's full width at half maximum to its deviation. */
const LIGHT_SPEED: f64 = 299792458;
const FWHM_PER_SIGMA: f64 = 2.3548200450309493;

/** Returns of the `count` pulses from place 0 as Point records in `points`; gives their number. */
export function echo(count: i32): i32 {
  let made: i32 = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const first = hits + <usize>p * <usize>subrayCount * Hit.SIZE;
    made += echoPulse(pulse, directions + <usize>p * 3 * stride, first, points + <usize>made * Point.SIZE);
  }
  return made;
}

/** Keys of hits in scratch: distance bits above, subray number below; positive floats sort as integers. */
@inline
function key(k: i32): u64 { return load<u64>(scratch + (<usize>k << 3)); }
@inline
function keyHit(first: usize, k: i32): usize { return first + <usize>(<u32>key(k)) * Hit.SIZE; }
@inline
function keyRange(k: i32): f32 { return reinterpret<f32>(<u32>(key(k) >> 32)); }

function echoPulse(pulse: usize, rays: usize, first: usize, out: usize): i32 {
  const resolution = load<f32>(run, Run.rangeResolution);
  const n = listHits(first, resolution);
  const maxReturns = <i32>load<u32>(run, Run.maxReturns);
  let returns = 0;
  let from = 0;
  for (let k = 1; k <= n && returns < maxReturns; k++) {
    if (k < n && keyRange(k) - keyRange(k - 1) <= resolution) continue;
    if (makeReturn(pulse, rays, first, from, k, out + <usize>returns * Point.SIZE)) returns++;
    from = k;
  }
  for (let r = 0; r < returns; r++) {
    store<u32>(out + <usize>r * Point.SIZE, r + 1, Point.returnNumber);
    store<u32>(out + <usize>r * Point.SIZE, returns, Point.returnCount);
  }
  return returns;
}

/**
 * Lists the hits within the instrument's range, by distance where they may make more than one echo (most pulses meet one
 * surface, and sorting would cost more than the rest of this stage); gives their number.
 */
function listHits(first: usize, resolution: f32): i32 {
  const rangeMin = load<f32>(run, Run.rangeMin), rangeMax = load<f32>(run, Run.rangeMax);
  let n = 0;
  let nearest: f32 = Infinity, farthest: f32 = 0;
  for (let k = 0; k < subrayCount; k++) {
    const range = load<f32>(first + <usize>k * Hit.SIZE, Hit.distance);
    if (!(range > 0 && range >= rangeMin && range <= rangeMax)) continue;
    nearest = min<f32>(nearest, range);
    farthest = max<f32>(farthest, range);
    store<u64>(scratch + (<usize>n << 3), (<u64>reinterpret<u32>(range) << 32) | <u64>k);
    n++;
  }
  if (farthest - nearest > resolution) sortKeys(n);
  return n;
}

/** Insertion sort. */
function sortKeys(n: i32): void {
  for (let k = 1; k < n; k++) {
    const value = key(k);
    let at = k;
    while (at > 0 && key(at - 1) > value) {
      store<u64>(scratch + (<usize>at << 3), key(at - 1));
      at--;
    }
    store<u64>(scratch + (<usize>at << 3), value);
  }
}

/** Sums over the hits of an echo, weighted by energy: ranges beyond the first and their squares, positions, normals. */
let energy: f64 = 0, range: f64 = 0, square: f64 = 0;
let px: f64 = 0, py: f64 = 0, pz: f64 = 0;
let nx: f64 = 0, ny: f64 = 0, nz: f64 = 0;

/** Sums up listed hits [from, to); ranges relative to `start`. Sums are locals in the loop: a global is a store each time. */
function sumHits(rays: usize, first: usize, from: i32, to: i32, start: f64): void {
  let e0: f64 = 0, r1: f64 = 0, r2: f64 = 0, x: f64 = 0, y: f64 = 0, z: f64 = 0, u: f64 = 0, v: f64 = 0, w: f64 = 0;
  for (let k = from; k < to; k++) {
    const hit = keyHit(first, k);
    const ray = rays + <usize>(<u32>key(k)) * 4;
    const e = <f64>load<f32>(hit, Hit.energy);
    const r = <f64>keyRange(k);
    const beyond = e * (r - start);
    e0 += e;
    r1 += beyond;
    r2 += beyond * (r - start);
    x += e * r * <f64>load<f32>(ray); y += e * r * <f64>load<f32>(ray + stride); z += e * r * <f64>load<f32>(ray + 2 * stride);
    u += e * <f64>load<f32>(hit, Hit.normal); v += e * <f64>load<f32>(hit, Hit.normal + 4); w += e * <f64>load<f32>(hit, Hit.normal + 8);
  }
  energy = e0; range = r1; square = r2;
  px = x; py = y; pz = z;
  nx = u; ny = v; nz = w;
}

/** Writes the echo of listed hits [from, to) to `out` if it is strong enough; gives whether. */
function makeReturn(pulse: usize, rays: usize, first: usize, from: i32, to: i32, out: usize): bool {
  const start = <f64>keyRange(from);
  sumHits(rays, first, from, to, start);
  if (!(energy > 0 && <f32>energy >= load<f32>(run, Run.minEnergy))) return false;
  const mean = range / energy;
  store<f32>(out, <f32>(start + mean), Point.range);
  store<f32>(out, <f32>energy, Point.energy);
  store<f32>(out, echoWidth(max<f64>(square / energy - mean * mean, 0)), Point.echoWidth);
  store<u32>(out, to - from, Point.hitSubrays);
  store<u32>(out, strongest(first, from, to), Point.surface);
  store<f32>(out, <f32>(<f64>load<f32>(pulse, Pulse.origin) + px / energy), Point.position);
  store<f32>(out, <f32>(<f64>load<f32>(pulse, Pulse.origin + 4) + py / energy), Point.position + 4);
  store<f32>(out, <f32>(<f64>load<f32>(pulse, Pulse.origin + 8) + pz / energy), Point.position + 8);
  storeNormal(pulse, out);
  copyPulse(pulse, out);
  return true;
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

/** Full width at half maximum of the echo: that of the pulse and that of the ranges (there and back) in quadrature. */
@inline
function echoWidth(rangeVariance: f64): f32 {
  const pulse = <f64>load<f32>(run, Run.pulseDuration);
  const target = FWHM_PER_SIGMA * 2 / LIGHT_SPEED;
  return <f32>sqrt<f64>(pulse * pulse + target * target * rangeVariance);
}

/** The surface that sent back most among listed hits [from, to); the lower number where two sent the same. */
function strongest(first: usize, from: i32, to: i32): u32 {
  let best: u32 = load<u32>(keyHit(first, from), Hit.surface);
  let most: f32 = -1;
  for (let k = from; k < to; k++) {
    const surface = load<u32>(keyHit(first, k), Hit.surface);
    if (most >= 0 && surface == best) continue;
    let sum: f32 = 0;
    for (let j = from; j < to; j++) {
      const hit = keyHit(first, j);
      if (load<u32>(hit, Hit.surface) == surface) sum += load<f32>(hit, Hit.energy);
    }
    if (sum > most || (sum == most && surface < best)) {
      most = sum;
      best = surface;
    }
  }
  return best;
}

/** The mean normal at length 1, and its angle with the beam's axis as a cosine. */
@inline
function storeNormal(pulse: usize, out: usize): void {
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

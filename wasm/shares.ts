// A subray stands for a share of the footprint, which a surface that is inclined to the beam spreads over range. If
// subrays are farther apart along range than the pulse is long, the waveform of a smooth slope would have a peak for
// each of them; so the pulse of such a hit is stretched. The share is a Gaussian, wider where the beam is faint and
// subrays are few, narrower with the number of subrays: kernel density estimation with an adaptive kernel (Silverman
// 1986, "Density Estimation", §5.3). It counts as far as the surface goes on: by the fraction of the pulse's other hits
// that lie in the plane of this one, so that a leaf is not taken for a slope.

import { instrument, run } from './addresses.generated';
import { exitsOf } from './exits';
import { exponential } from './exponential';
import { farthestHit, lanesBetween, nearestHit } from './extent';
import {
  COSINE_MIN, Hit, Instrument, PLACE_SQUARE_MAX, Pulse, Run, SHARES_COMPARED, SPREAD_MIN, STRETCH_MAX, TINY,
} from './records.generated';
import { hitField, rayBytes, scratch, stride, subrayCount } from './work';

/** Address of the stretch of each hit's pulse over the sent one; 0: no hit. */
@inline
export function stretches(): usize { return scratch; }

/** Computes the stretch of each hit's pulse; slices of foliage come with theirs. */
export function stretchPulses(pulse: usize, rays: usize, hits: usize): void {
  const shareWidth = load<f32>(run, Run.shareWidth);
  const from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit), one = f32x4.splat(1);
  const least = f32x4.splat(SPREAD_MIN * SPREAD_MIN);
  setBeam(pulse);
  exits = load<u32>(run, Run.exits) ? scratch + 4 * stride : 0;
  if (exits) exitsOf(pulse, rays, exits);
  for (let k = rayBytes; k < stride; k += 16) {
    const stretch = v128.load(hitField(hits, Hit.triangle) + k);
    v128.store(stretches() + k, v128.and(stretch, lanesBetween(hits + k, from, to)));
  }
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const lanes = lanesBetween(hits + k, from, to);
    v128.store(stretches() + k, v128.and(one, lanes));
    if (shareWidth == 0) continue;
    const spread = spreadSquares(rays + k, hits + k, shareWidth);
    const wide = i32x4.bitmask(v128.and(lanes, f32x4.gt(spread, least)));
    if (wide == 0) continue;
    v128.store(scratch + stride, spread);
    for (let lane = 0; lane < 4; lane++)
      if (wide & (1 << lane))
        stretchOne(rays, hits, k + (<usize>lane << 2), load<f32>(scratch + stride + (<usize>lane << 2)));
  }
}

/** Stretches the pulse of one hit, whose share has this variance along range, in variances of the pulse. */
function stretchOne(rays: usize, hits: usize, k: usize, variance: f32): void {
  const inPlane = shareInPlane(rays, hits, k);
  const more = variance * inPlane * inPlane - SPREAD_MIN * SPREAD_MIN;
  if (more > 0) store<f32>(stretches() + k, sqrt<f32>(1 + min<f32>(more, STRETCH_MAX * STRETCH_MAX)));
}

// ---- the spread of a share over range -------------------------------------------------------------------------------

/** The beam's axis, its right-hand and its upward direction, and its half angles each way. */
let axisX: v128 = f32x4.splat(0), axisY: v128 = axisX, axisZ: v128 = axisX;
let rightX: v128 = axisX, rightY: v128 = axisX, rightZ: v128 = axisX;
let upX: v128 = axisX, upY: v128 = axisX, upZ: v128 = axisX;
let angleRight: f32 = 0, angleUp: f32 = 0;
/** Address of the exits of the pulse's subrays; 0: all leave its origin. */
let exits: usize = 0;

function setBeam(pulse: usize): void {
  axisX = v128.load32_splat(pulse, Pulse.direction);
  axisY = v128.load32_splat(pulse, Pulse.direction + 4);
  axisZ = v128.load32_splat(pulse, Pulse.direction + 8);
  rightX = v128.load32_splat(pulse, Pulse.right);
  rightY = v128.load32_splat(pulse, Pulse.right + 4);
  rightZ = v128.load32_splat(pulse, Pulse.right + 8);
  upX = f32x4.sub(f32x4.mul(rightY, axisZ), f32x4.mul(rightZ, axisY));
  upY = f32x4.sub(f32x4.mul(rightZ, axisX), f32x4.mul(rightX, axisZ));
  upZ = f32x4.sub(f32x4.mul(rightX, axisY), f32x4.mul(rightY, axisX));
  angleRight = load<f32>(instrument, Instrument.divergenceRight);
  angleUp = load<f32>(instrument, Instrument.divergenceUp);
}

/**
 * Variances along range of the shares of four subrays on the surfaces that they hit, in variances of the pulse: (g w
 * s)² with the slope g of the range across the beam, each way, the half width w of the beam there, and the half width s
 * of the share, exp(r²) times as wide at the place r as on the axis, since the beam is exp(−2r²) times as dense.
 */
function spreadSquares(rays: usize, hits: usize, shareWidth: f32): v128 {
  const nx = v128.load(hitField(hits, Hit.normalX)), ny = v128.load(hitField(hits, Hit.normalY));
  const nz = v128.load(hitField(hits, Hit.normalZ)), range = v128.load(hitField(hits, Hit.distance));
  const facing = f32x4.max(f32x4.neg(dot(nx, ny, nz, axisX, axisY, axisZ)), f32x4.splat(COSINE_MIN));
  const right = f32x4.div(dot(nx, ny, nz, rightX, rightY, rightZ), facing);
  const up = f32x4.div(dot(nx, ny, nz, upX, upY, upZ), facing);
  const reach = f32x4.mul(range, range);
  const acrossRight = f32x4.mul(squareOf(right), widthSquare(reach, angleRight, Instrument.rayleighRight));
  const acrossUp = f32x4.mul(squareOf(up), widthSquare(reach, angleUp, Instrument.rayleighUp));
  const x = f32x4.sub(v128.load(rays), axisX), y = f32x4.sub(v128.load(rays + stride), axisY);
  const z = f32x4.sub(v128.load(rays + 2 * stride), axisZ);
  const a = f32x4.mul(dot(x, y, z, rightX, rightY, rightZ), f32x4.splat(1 / max<f32>(angleRight, TINY)));
  const b = f32x4.mul(dot(x, y, z, upX, upY, upZ), f32x4.splat(1 / max<f32>(angleUp, TINY)));
  const place = f32x4.min(f32x4.add(squareOf(a), squareOf(b)), f32x4.splat(PLACE_SQUARE_MAX));
  const share = f32x4.mul(
    f32x4.splat(shareWidth * shareWidth),
    exponential(f32x4.mul(place, f32x4.splat(2 * load<f32>(run, Run.shareGrowth)))),
  );
  const pulse = load<f32>(instrument, Instrument.pulseSpread);
  return f32x4.mul(f32x4.mul(share, f32x4.add(acrossRight, acrossUp)), f32x4.splat(1 / (pulse * pulse)));
}

@inline
function squareOf(v: v128): v128 { return f32x4.mul(v, v); }

@inline
function dot(x: v128, y: v128, z: v128, a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, a), f32x4.mul(y, b)), f32x4.mul(z, c));
}

/**
 * The square of the beam's half width at a range: θ² (R² + z²), with the distance z at which it is √2 times as wide as
 * at the exit.
 */
@inline
function widthSquare(rangeSquare: v128, angle: f32, rayleigh: usize): v128 {
  const z = load<f32>(instrument + rayleigh);
  return f32x4.mul(f32x4.splat(angle * angle), f32x4.add(rangeSquare, f32x4.splat(z * z)));
}

// ---- the extent of a surface ----------------------------------------------------------------------------------------

/**
 * Curved surfaces count as continuing, too: they may leave the plane by this part of the range that the plane itself
 * covers.
 */
const BEND: f32 = 0.05;

/**
 * The fraction of the pulse's other subrays that hit the plane of hit `k`, to half a standard
 * deviation of the pulse in range.
 */
function shareInPlane(rays: usize, hits: usize, k: usize): f32 {
  const nx = v128.load32_splat(hitField(hits, Hit.normalX) + k);
  const ny = v128.load32_splat(hitField(hits, Hit.normalY) + k);
  const nz = v128.load32_splat(hitField(hits, Hit.normalZ) + k);
  const own = dot(
    nx, ny, nz, v128.load32_splat(rays + k), v128.load32_splat(rays + k + stride),
    v128.load32_splat(rays + k + 2 * stride),
  );
  // The plane's distance from the pulse's origin; from a subray's exit it is less by n · exit.
  const range = v128.load32_splat(hitField(hits, Hit.distance) + k);
  let depth = f32x4.mul(own, range);
  if (exits) {
    const x = v128.load32_splat(exits + k);
    const y = v128.load32_splat(exits + k + stride);
    const z = v128.load32_splat(exits + k + 2 * stride);
    depth = f32x4.add(depth, dot(nx, ny, nz, x, y, z));
  }
  const near = f32x4.splat(0.5 * load<f32>(instrument, Instrument.pulseSpread));
  const from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const vectors = <u32>rayBytes >> 4;
  const step = <usize>(((vectors - 1) / (SHARES_COMPARED / 4) + 1) << 4);
  let inPlane = 0, compared = 0;
  for (let j: usize = 0; j < rayBytes; j += step) {
    const along = dot(nx, ny, nz, v128.load(rays + j), v128.load(rays + j + stride), v128.load(rays + j + 2 * stride));
    let left = depth;
    if (exits) {
      const x = v128.load(exits + j), y = v128.load(exits + j + stride), z = v128.load(exits + j + 2 * stride);
      left = f32x4.sub(depth, dot(nx, ny, nz, x, y, z));
    }
    const expected = f32x4.div(left, along);
    const off = f32x4.abs(f32x4.sub(v128.load(hitField(hits, Hit.distance) + j), expected));
    const limit = f32x4.add(near, f32x4.mul(f32x4.abs(f32x4.sub(expected, range)), f32x4.splat(BEND)));
    inPlane += popcnt(i32x4.bitmask(v128.and(lanesBetween(hits + j, from, to), f32x4.le(off, limit))));
    compared += min<i32>(4, subrayCount - <i32>(j >> 2));
    if (k >> 4 == j >> 4) {
      inPlane--;
      compared--;
    }
  }
  return compared > 0 ? <f32>inPlane / <f32>compared : 0;
}

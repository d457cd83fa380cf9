// A subray stands for a share of the footprint, which a surface that is inclined to the beam spreads over range. If
// subrays are farther apart along range than the pulse is long, the waveform of a smooth slope would have a peak for
// each of them; so the pulse of such a hit is stretched. The share is a Gaussian, wider where the beam is faint and
// subrays are few, narrower with the number of subrays: kernel density estimation with an adaptive kernel (Silverman
// 1986, "Density Estimation", §5.3). It counts as far as the surface goes on: by the fraction of the pulse's other hits
// that lie in the plane of this one, so that a leaf is not taken for a slope.
// Where a whole Gaussian beam meets one plane, what comes back from it is a Gaussian, too, whose mean and variance are
// those of its hits. Their pulses then draw together and widen in return, so that mean and variance stay (a smoothed
// bootstrap: the same, §6.4): on a whole plane to one middle, less where a part of it is hidden, and not at all where
// more than 3 % are, since what is left of a Gaussian is none.

import { instrument, run } from './addresses.generated';
import { exitsOf } from './exits';
import { exponential } from './exponential';
import { farthestHit, hitsEnd, lanesBetween, nearestHit } from './extent';
import {
  COSINE_MIN, Hit, Instrument, PLACE_SQUARE_MAX, PLANE_SPREAD_MIN, Pulse, Run, SHARES_COMPARED, SPREAD_MIN, STRETCH_MAX,
  TINY,
} from './records.generated';
import { totals } from './sums';
import { hitField, rayBytes, scratch, stride, subrayCount } from './work';

/** Address of the stretch of each hit's pulse over the sent one; 0: no hit. */
@inline
export function stretches(): usize { return scratch; }
/** Address of the range of the middle of each hit's pulse: the hits' own, unless they are drawn together. */
export let middles: usize = 0;

/** Computes stretch and middle of each hit's pulse; slices of foliage come with their stretch. */
export function stretchPulses(pulse: usize, rays: usize, hits: usize): void {
  const shareWidth = load<f32>(run, Run.shareWidth);
  leavePulses(hits);
  const from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit), one = f32x4.splat(1);
  for (let k = rayBytes; k < hitsEnd; k += 16) {
    const stretch = v128.load(hitField(hits, Hit.triangle) + k);
    v128.store(stretches() + k, v128.and(stretch, lanesBetween(hits + k, from, to)));
  }
  if (shareWidth == 0) return;
  const least = f32x4.splat(SPREAD_MIN * SPREAD_MIN);
  setBeam(pulse);
  exits = load<u32>(run, Run.exits) ? scratch + 5 * stride : 0;
  if (exits) exitsOf(pulse, rays, exits);
  if (load<f32>(run, Run.shareGrowth) > 0 && findPlane(rays, hits)) gatherPulses(rays, hits, shareWidth);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const lanes = f32x4.eq(v128.load(stretches() + k), one);
    const spread = spreadSquares(rays + k, hits + k, shareWidth);
    const wide = i32x4.bitmask(v128.and(lanes, f32x4.gt(spread, least)));
    if (wide == 0) continue;
    v128.store(scratch + stride, spread);
    for (let lane = 0; lane < 4; lane++)
      if (wide & (1 << lane))
        stretchOne(rays, hits, k + (<usize>lane << 2), load<f32>(scratch + stride + (<usize>lane << 2)));
  }
}

/** Leaves each hit's pulse as it was sent. */
export function leavePulses(hits: usize): void {
  const from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit), one = f32x4.splat(1);
  middles = hitField(hits, Hit.distance);
  for (let k: usize = 0; k < hitsEnd; k += 16)
    v128.store(stretches() + k, v128.and(one, lanesBetween(hits + k, from, to)));
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
/** Their inverses, and that of the pulse's variance. */
let placesRight: v128 = axisX, placesUp: v128 = axisX, perVariance: v128 = axisX;
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
  placesRight = f32x4.splat(1 / max<f32>(angleRight, TINY));
  placesUp = f32x4.splat(1 / max<f32>(angleUp, TINY));
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  perVariance = f32x4.splat(1 / (spread * spread));
}

/**
 * Squares of the spread along range of half a beam on the surfaces that four subrays hit, in variances of the pulse: (g
 * w)² with the slope g of the range across the beam, each way, and the half width w of the beam there.
 */
@inline
function beamSquares(hits: usize): v128 {
  const nx = v128.load(hitField(hits, Hit.normalX)), ny = v128.load(hitField(hits, Hit.normalY));
  const nz = v128.load(hitField(hits, Hit.normalZ)), range = v128.load(hitField(hits, Hit.distance));
  const facing = f32x4.max(f32x4.neg(dot(nx, ny, nz, axisX, axisY, axisZ)), f32x4.splat(COSINE_MIN));
  const right = f32x4.div(dot(nx, ny, nz, rightX, rightY, rightZ), facing);
  const up = f32x4.div(dot(nx, ny, nz, upX, upY, upZ), facing);
  const reach = f32x4.mul(range, range);
  const acrossRight = f32x4.mul(squareOf(right), widthSquare(reach, angleRight, Instrument.rayleighRight));
  const acrossUp = f32x4.mul(squareOf(up), widthSquare(reach, angleUp, Instrument.rayleighUp));
  return f32x4.mul(f32x4.add(acrossRight, acrossUp), perVariance);
}

/**
 * Variances along range of the shares of four subrays, in variances of the pulse: (g w s)² with the half width s of the
 * share, exp(r²) times as wide at the place r as on the axis, since the beam is exp(−2r²) times as dense.
 */
function spreadSquares(rays: usize, hits: usize, shareWidth: f32): v128 {
  const x = f32x4.sub(v128.load(rays), axisX), y = f32x4.sub(v128.load(rays + stride), axisY);
  const z = f32x4.sub(v128.load(rays + 2 * stride), axisZ);
  const a = f32x4.mul(dot(x, y, z, rightX, rightY, rightZ), placesRight);
  const b = f32x4.mul(dot(x, y, z, upX, upY, upZ), placesUp);
  const place = f32x4.min(f32x4.add(squareOf(a), squareOf(b)), f32x4.splat(PLACE_SQUARE_MAX));
  const share = f32x4.mul(
    f32x4.splat(shareWidth * shareWidth),
    exponential(f32x4.mul(place, f32x4.splat(2 * load<f32>(run, Run.shareGrowth)))),
  );
  return f32x4.mul(share, beamSquares(hits));
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

/** The plane of a hit: its normal, its distance from the pulse's origin, and the range of that hit. */
let planeX: v128 = axisX, planeY: v128 = axisX, planeZ: v128 = axisX;
let planeDepth: v128 = axisX, planeRange: v128 = axisX;

/** Takes the plane of hit `k`. */
function setPlane(rays: usize, hits: usize, k: usize): void {
  planeX = v128.load32_splat(hitField(hits, Hit.normalX) + k);
  planeY = v128.load32_splat(hitField(hits, Hit.normalY) + k);
  planeZ = v128.load32_splat(hitField(hits, Hit.normalZ) + k);
  planeRange = v128.load32_splat(hitField(hits, Hit.distance) + k);
  const own = dot(
    planeX, planeY, planeZ, v128.load32_splat(rays + k), v128.load32_splat(rays + k + stride),
    v128.load32_splat(rays + k + 2 * stride),
  );
  planeDepth = f32x4.mul(own, planeRange);
  if (!exits) return;
  const x = v128.load32_splat(exits + k);
  const y = v128.load32_splat(exits + k + stride);
  const z = v128.load32_splat(exits + k + 2 * stride);
  planeDepth = f32x4.add(planeDepth, dot(planeX, planeY, planeZ, x, y, z));
}

/** How far from the plane a hit of it may be along range: half a standard deviation of the pulse. */
@inline
function nearPlane(): v128 { return f32x4.splat(0.5 * load<f32>(instrument, Instrument.pulseSpread)); }

/** A vector's lanes whose hits lie between two ranges and as near to the plane. */
@inline
function lanesInPlane(rays: usize, hits: usize, j: usize, near: v128, from: v128, to: v128): v128 {
  const along = dot(
    planeX, planeY, planeZ, v128.load(rays + j), v128.load(rays + j + stride), v128.load(rays + j + 2 * stride),
  );
  // From a subray's exit the plane is nearer by n · exit than from the pulse's origin.
  let left = planeDepth;
  if (exits) {
    const x = v128.load(exits + j), y = v128.load(exits + j + stride), z = v128.load(exits + j + 2 * stride);
    left = f32x4.sub(left, dot(planeX, planeY, planeZ, x, y, z));
  }
  const expected = f32x4.div(left, along);
  const off = f32x4.abs(f32x4.sub(v128.load(hitField(hits, Hit.distance) + j), expected));
  const limit = f32x4.add(near, f32x4.mul(f32x4.abs(f32x4.sub(expected, planeRange)), f32x4.splat(BEND)));
  return v128.and(lanesBetween(hits + j, from, to), f32x4.le(off, limit));
}

/** The fraction of the pulse's other subrays that hit the plane of hit `k`. */
function shareInPlane(rays: usize, hits: usize, k: usize): f32 {
  setPlane(rays, hits, k);
  const near = nearPlane(), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const vectors = <u32>rayBytes >> 4;
  const step = <usize>(((vectors - 1) / (SHARES_COMPARED / 4) + 1) << 4);
  let inPlane = 0, compared = 0;
  for (let j: usize = 0; j < rayBytes; j += step) {
    inPlane += popcnt(i32x4.bitmask(lanesInPlane(rays, hits, j, near, from, to)));
    compared += min<i32>(4, subrayCount - <i32>(j >> 2));
    if (k >> 4 == j >> 4) {
      inPlane--;
      compared--;
    }
  }
  return compared > 0 ? <f32>inPlane / <f32>compared : 0;
}

// ---- a plane that the whole beam meets ------------------------------------------------------------------------------

/** The part of a plane that may be hidden; cosine of the angle to which normals are alike there. */
const HIDDEN_MAX: f32 = 0.03;
const ALIKE: f32 = 0.9;
/** Hits whose planes are tried, evenly over the subrays: one of them may be what hides the plane. */
const CANDIDATES: i32 = 2;

/** The part of the plane that the pulse meets, and what its pulses keep of their distances from their middle. */
let planeShare: f32 = 0, kept: f32 = 1;
/** Energy-weighted mean and variance of the ranges of its hits, the latter in variances of the pulse. */
let planeMiddle: f32 = 0, planeVariance: f32 = 0;

/** Finds the plane that the beam meets, and over which it is spread along range; returns whether there is one. */
function findPlane(rays: usize, hits: usize): bool {
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const k = <usize>(candidate * subrayCount / CANDIDATES) << 2;
    if (load<f32>(stretches() + k) == 0 || !areAlike(hits, k)) continue;
    v128.store(scratch + stride, beamSquares(hits + (k & ~15)));
    if (!(load<f32>(scratch + stride + (k & 15)) > 4 * PLANE_SPREAD_MIN * PLANE_SPREAD_MIN)) continue;
    setPlane(rays, hits, k);
    if (measurePlane(rays, hits)) return true;
  }
  return false;
}

/** Whether enough subrays hit surfaces that face as that of hit `k` does. */
function areAlike(hits: usize, k: usize): bool {
  const normals = hitField(hits, Hit.normalX), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const x = v128.load32_splat(normals + k), y = v128.load32_splat(normals + k + stride);
  const z = v128.load32_splat(normals + k + 2 * stride);
  const most = <i32>(HIDDEN_MAX * <f32>subrayCount);
  let others = 0;
  for (let j: usize = 0; j < rayBytes; j += 16) {
    const at = normals + j;
    const cosine = dot(x, y, z, v128.load(at), v128.load(at + stride), v128.load(at + 2 * stride));
    const lanes = v128.and(f32x4.gt(cosine, f32x4.splat(ALIKE)), lanesBetween(hits + j, from, to));
    others += min<i32>(4, subrayCount - <i32>(j >> 2)) - popcnt(i32x4.bitmask(lanes));
    if (others > most) return false;
  }
  return true;
}

/** Measures the hits in the plane; returns whether enough subrays hit it. */
function measurePlane(rays: usize, hits: usize): bool {
  const near = nearPlane(), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  let e0 = f32x4.splat(0), e1 = e0, e2 = e0, inPlane = -1;
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const members = lanesInPlane(rays, hits, k, near, from, to);
    const e = v128.and(v128.load(hitField(hits, Hit.energy) + k), members);
    const beyond = v128.and(f32x4.sub(v128.load(hitField(hits, Hit.distance) + k), planeRange), members);
    const eBeyond = f32x4.mul(e, beyond);
    e0 = f32x4.add(e0, e);
    e1 = f32x4.add(e1, eBeyond);
    e2 = f32x4.add(e2, f32x4.mul(eBeyond, beyond));
    inPlane += popcnt(i32x4.bitmask(members));
  }
  planeShare = <f32>inPlane / <f32>(subrayCount - 1);
  const sums = totals(e0, e1, e2, e2), total = f32x4.extract_lane(sums, 0);
  const mean = f32x4.extract_lane(sums, 1) / total, spread = load<f32>(instrument, Instrument.pulseSpread);
  planeMiddle = f32x4.extract_lane(planeRange, 0) + mean;
  planeVariance = (f32x4.extract_lane(sums, 2) / total - mean * mean) / (spread * spread);
  kept = min<f32>(1, (1 - planeShare) / HIDDEN_MAX);
  // No pulse is longer than the longest.
  kept = sqrt<f32>(max<f32>(kept * kept, 1 - STRETCH_MAX * STRETCH_MAX / planeVariance));
  return kept < 1 && planeVariance > 0;
}

/** Draws the pulses of the plane's hits together and widens them, so that mean and variance of their sum stay. */
function gatherPulses(rays: usize, hits: usize, shareWidth: f32): void {
  const middle = f32x4.splat(planeMiddle), part = f32x4.splat(kept);
  const given = f32x4.splat(1 + (1 - kept * kept) * planeVariance), seen = f32x4.splat(planeShare * planeShare);
  const most = f32x4.splat(1 + STRETCH_MAX * STRETCH_MAX), least = f32x4.splat(SPREAD_MIN * SPREAD_MIN);
  const near = nearPlane(), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  middles = scratch + 4 * stride;
  memory.copy(middles + rayBytes, hitField(hits, Hit.distance) + rayBytes, stride - rayBytes);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const members = lanesInPlane(rays, hits, k, near, from, to);
    const own = f32x4.sub(f32x4.mul(spreadSquares(rays + k, hits + k, shareWidth), seen), least);
    const left = f32x4.mul(f32x4.mul(part, part), f32x4.pmax(f32x4.splat(0), own));
    const stretch = f32x4.sqrt(f32x4.pmin(f32x4.add(given, left), most));
    const range = v128.load(hitField(hits, Hit.distance) + k);
    const drawn = f32x4.add(middle, f32x4.mul(part, f32x4.sub(range, middle)));
    v128.store(stretches() + k, v128.bitselect(stretch, v128.load(stretches() + k), members));
    v128.store(middles + k, v128.bitselect(drawn, range, members));
  }
}

// A wedge: neighbouring pulses that go through the tree together. Consecutive pulses of a scanner enter the same nodes
// of the tree: the wedge that holds all their directions enters them once, and single pulses are tested only at a box
// of triangles that it enters, four pulses a vector (lanes.ts).
//
// A wedge is kept in the frame in which it is being traced, the scene's or that of a mesh (local.ts). The tests of a
// pulse depend on the pulse alone, never on its company, and the wedge holds everything that its pulses may hit: so
// hits are the same however pulses are grouped. The wedge's bounds follow from those of its pulses by the same
// operations of f32, which are monotone.

import { Group, groupSize } from './group';
import { Pulse, TINY, WEDGE_PULSES } from './records.generated';
import { room, stride } from './work';

/**
 * Byte offsets of a wedge, WEDGE_BYTES in total. Arrays of a f32 a pulse come first; those of x,
 * y and z follow each other.
 */
export namespace Wedge {
  /** Origins. */
  export const origin: usize = 0;
  /** Central directions, and the largest distance of a subray's direction from it. */
  export const center: usize = 768;
  export const spread: usize = 1536;
  /**
   * Effect of twists (twist.ts): their part of the margin of the cone's test, per length of an edge; largest distance
   * of directions from the axis.
   */
  export const margin: usize = 1792;
  export const aside: usize = 2048;
  /**
   * Factors of the distance to the nearer and the farther plane of an axis; 0 on axes with directions of both signs.
   */
  export const near: usize = 2304;
  export const far: usize = 3072;
  /** Smallest and largest direction of each axis. */
  export const least: usize = 3840;
  export const most: usize = 4608;
  /**
   * Of all places at which subrays leave, those that meet the nearer and the farther planes of boxes first and last.
   */
  export const nearOrigin: usize = 5376;
  export const farOrigin: usize = 6144;
  /**
   * Growth of the product of an edge with the central direction, along the edge, from the reference to the pulse's
   * origin.
   */
  export const turn: usize = 6912;

  // The same of the whole wedge, as vectors of one number.
  export const allNear: usize = 7680;
  export const allFar: usize = 7728;
  export const allLeast: usize = 7776;
  export const allMost: usize = 7824;
  export const allNearOrigin: usize = 7872;
  export const allFarOrigin: usize = 7920;
  /** Per axis: 0 if the nearer plane is the lower one, 16 if it is the upper one, u32. */
  export const sign: usize = 7968;
  /** Whether directions of both signs occur on some axis, u32. */
  export const mixed: usize = 7980;
  /** The origin for which triangles are prepared, three f32; largest distance of subrays' starts from it. */
  export const reference: usize = 7984;
  export const offOrigin: usize = 7996;
  /** Whether all pulses have one origin, u32. */
  export const together: usize = 8000;
  /** At least the length of every direction, f32. */
  export const longest: usize = 8004;
  /** Whether boxes must meet the fan (fan.ts), u32; its normal, and bounds of the product with directions, f32. */
  export const fan: usize = 8008;
  export const fanNormal: usize = 8012;
  export const fanLow: usize = 8024;
  export const fanHigh: usize = 8028;
}

/** Bytes from an array to the next, as from one axis to another. */
export const ARRAY: usize = WEDGE_PULSES * 4;

/** Widens the cone for the rounding of its own test: relative to the length of the central direction. */
export const SPREAD_SLACK: f32 = 1e-6;

/**
 * Widens the box test by 4 · 2⁻²³ either way: three roundings of 2⁻²⁴ on each of two distances (Ize 2013, JCGT 2(2)).
 */
const NEAR_SLACK: f32 = 1 - 4.8e-7;
const FAR_SLACK: f32 = 1 + 4.8e-7;

/** Fills in the arrays of the wedge of the group, in the scene's frame; all subrays of a pulse leave from one point. */
export function fillWedge(wedge: usize): void {
  for (let i = 0; i < groupSize; i += 4) {
    const at = <usize>i << 2;
    const pulses = room() + at;
    const lanes = wedge + at;
    fillOrigins(lanes, pulses);
    for (let axis: usize = 0; axis < 3; axis++) fillExtent(lanes + axis * ARRAY, pulses, axis * stride);
    fillSpreads(lanes, pulses);
    for (let axis: usize = 0; axis < 3; axis++) setAxis(lanes + axis * ARRAY);
  }
}

function fillOrigins(lanes: usize, pulses: usize): void {
  for (let q: usize = 0; q < 16; q += 4) {
    const pulse = <usize>load<u32>(pulses + q, Group.pulse);
    setOrigin(
      lanes + q, load<f32>(pulse, Pulse.origin), load<f32>(pulse, Pulse.origin + 4), load<f32>(pulse, Pulse.origin + 8),
    );
  }
}

/** Sets the origin of the pulse whose lane is at `lane`, from which all its subrays leave. */
@inline
export function setOrigin(lane: usize, x: f32, y: f32, z: f32): void {
  setOriginAxis(lane, x);
  setOriginAxis(lane + ARRAY, y);
  setOriginAxis(lane + 2 * ARRAY, z);
}

@inline
function setOriginAxis(lane: usize, x: f32): void {
  store<f32>(lane, x, Wedge.origin);
  store<f32>(lane, x, Wedge.nearOrigin);
  store<f32>(lane, x, Wedge.farOrigin);
}

/**
 * Smallest, largest and middle direction along an axis of four pulses, whose components lie
 * `component` bytes behind their rays.
 */
function fillExtent(axis: usize, pulses: usize, component: usize): void {
  const a = <usize>load<u32>(pulses, Group.rays) + component, b = <usize>load<u32>(pulses, Group.rays + 4) + component;
  const c = <usize>load<u32>(pulses, Group.rays + 8) + component;
  const d = <usize>load<u32>(pulses, Group.rays + 12) + component;
  let leastA = v128.load(a), leastB = v128.load(b), leastC = v128.load(c), leastD = v128.load(d);
  let mostA = leastA, mostB = leastB, mostC = leastC, mostD = leastD;
  for (let k: usize = 16; k < stride; k += 16) {
    const va = v128.load(a + k), vb = v128.load(b + k), vc = v128.load(c + k), vd = v128.load(d + k);
    leastA = f32x4.pmin(leastA, va); leastB = f32x4.pmin(leastB, vb); leastC = f32x4.pmin(leastC, vc);
    leastD = f32x4.pmin(leastD, vd);
    mostA = f32x4.pmax(mostA, va); mostB = f32x4.pmax(mostB, vb); mostC = f32x4.pmax(mostC, vc);
    mostD = f32x4.pmax(mostD, vd);
  }
  const least = foldLeast(leastA, leastB, leastC, leastD), most = foldMost(mostA, mostB, mostC, mostD);
  v128.store(axis, least, Wedge.least);
  v128.store(axis, most, Wedge.most);
  v128.store(axis, f32x4.mul(f32x4.add(least, most), f32x4.splat(0.5)), Wedge.center);
}

/** The least number of each of four vectors. */
@inline
function foldLeast(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.pmin(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.pmin(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.pmin(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** The largest ones. */
@inline
function foldMost(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.pmax(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.pmax(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.pmax(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** The cones of four pulses around their central directions. */
function fillSpreads(lanes: usize, pulses: usize): void {
  const square = foldMost(
    widest(lanes, <usize>load<u32>(pulses, Group.rays)),
    widest(lanes + 4, <usize>load<u32>(pulses, Group.rays + 4)),
    widest(lanes + 8, <usize>load<u32>(pulses, Group.rays + 8)),
    widest(lanes + 12, <usize>load<u32>(pulses, Group.rays + 12)),
  );
  const slack = f32x4.mul(f32x4.splat(SPREAD_SLACK), lengthsOf(lanes));
  v128.store(lanes, f32x4.add(f32x4.sqrt(square), slack), Wedge.spread);
}

/** Squares of the distances of a pulse's directions from the central one: the largest of every fourth. */
@inline
function widest(lane: usize, rays: usize): v128 {
  const cx = v128.load32_splat(lane, Wedge.center);
  const cy = v128.load32_splat(lane, Wedge.center + ARRAY);
  const cz = v128.load32_splat(lane, Wedge.center + 2 * ARRAY);
  let most = f32x4.splat(0);
  for (let k: usize = 0; k < stride; k += 16) {
    const dx = f32x4.sub(v128.load(rays + k), cx);
    const dy = f32x4.sub(v128.load(rays + k + stride), cy);
    const dz = f32x4.sub(v128.load(rays + k + 2 * stride), cz);
    most = f32x4.pmax(most, f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz)));
  }
  return most;
}

/** Lengths of four central directions. */
@inline
export function lengthsOf(lanes: usize): v128 {
  const x = v128.load(lanes, Wedge.center);
  const y = v128.load(lanes, Wedge.center + ARRAY);
  const z = v128.load(lanes, Wedge.center + 2 * ARRAY);
  return f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
}

/** Whether directions of both signs occur, given the smallest and the largest. */
@inline
function mixedOf(least: v128, most: v128): v128 {
  return v128.and(f32x4.lt(least, f32x4.splat(TINY)), f32x4.gt(most, f32x4.splat(-TINY)));
}

/** Factors of an axis of the box test, from the smallest and the largest directions of four pulses. */
export function setAxis(axis: usize): void {
  const least = v128.load(axis, Wedge.least), most = v128.load(axis, Wedge.most);
  v128.store(axis, nearFactor(least, most), Wedge.near);
  v128.store(axis, farFactor(least, most), Wedge.far);
}

/** The nearer plane of a box is reached first by the steepest direction, the farther plane last by the flattest. */
@inline
function nearFactor(least: v128, most: v128): v128 {
  const steep = f32x4.div(f32x4.splat(1), v128.bitselect(most, least, isAhead(least, most)));
  return v128.andnot(f32x4.mul(steep, f32x4.splat(NEAR_SLACK)), mixedOf(least, most));
}

@inline
function farFactor(least: v128, most: v128): v128 {
  const flat = f32x4.div(f32x4.splat(1), v128.bitselect(least, most, isAhead(least, most)));
  return v128.andnot(f32x4.mul(flat, f32x4.splat(FAR_SLACK)), mixedOf(least, most));
}

@inline
function isAhead(least: v128, most: v128): v128 {
  const zero = f32x4.splat(0);
  return v128.and(f32x4.gt(most, zero), f32x4.gt(f32x4.add(least, most), zero));
}

/** The bounds of the wedge in progress, so far. */
let together: bool = true;
let mixed: u32 = 0;

/** Bounds the pulses of `mask`, and their neighbours of the same vector; their arrays must be filled in. */
export function boundWedge(wedge: usize, mask: u64): void {
  together = true;
  mixed = 0;
  boundAxis(wedge, wedge, wedge + 0, mask);
  boundAxis(wedge + ARRAY, wedge + 16, wedge + 4, mask);
  boundAxis(wedge + 2 * ARRAY, wedge + 32, wedge + 8, mask);
  store<u32>(wedge, mixed, Wedge.mixed);
  store<u32>(wedge, u32(together), Wedge.together);
}

/** One axis: its arrays at `axis`, the wedge's vectors at `all`, its sign at `sign`. */
function boundAxis(axis: usize, all: usize, sign: usize, mask: u64): void {
  const infinity = f32x4.splat(Infinity);
  let least = infinity, most = f32x4.neg(infinity), low = infinity, high = most, lowOrigin = infinity;
  let highOrigin = most;
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const at = axis + (<usize>i << 2);
    const nearOrigin = v128.load(at, Wedge.nearOrigin);
    const farOrigin = v128.load(at, Wedge.farOrigin);
    const origin = v128.load(at, Wedge.origin);
    least = f32x4.pmin(least, v128.load(at, Wedge.least));
    most = f32x4.pmax(most, v128.load(at, Wedge.most));
    low = f32x4.pmin(low, f32x4.pmin(nearOrigin, farOrigin));
    high = f32x4.pmax(high, f32x4.pmax(nearOrigin, farOrigin));
    lowOrigin = f32x4.pmin(lowOrigin, origin);
    highOrigin = f32x4.pmax(highOrigin, origin);
  }
  least = leastOf(least); most = mostOf(most); low = leastOf(low); high = mostOf(high);
  v128.store(all, least, Wedge.allLeast);
  v128.store(all, most, Wedge.allMost);
  v128.store(all, nearFactor(least, most), Wedge.allNear);
  v128.store(all, farFactor(least, most), Wedge.allFar);
  const isMixed = v128.any_true(mixedOf(least, most));
  const backwards = !isMixed && f32x4.extract_lane(f32x4.add(least, most), 0) < 0;
  v128.store(all, backwards ? low : high, Wedge.allNearOrigin);
  v128.store(all, backwards ? high : low, Wedge.allFarOrigin);
  store<u32>(sign, backwards ? 16 : 0, Wedge.sign);
  if (isMixed) mixed = 1;
  if (f32x4.extract_lane(mostOf(highOrigin), 0) != f32x4.extract_lane(leastOf(lowOrigin), 0)) together = false;
}

/** The least number of a vector, in all lanes. */
@inline
export function leastOf(v: v128): v128 {
  const half = f32x4.pmin(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.pmin(half, v128.shuffle<f32>(half, half, 1, 0, 3, 2));
}

/** The largest number, likewise. */
@inline
export function mostOf(v: v128): v128 {
  const half = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.pmax(half, v128.shuffle<f32>(half, half, 1, 0, 3, 2));
}

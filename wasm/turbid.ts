// turbid: foliage whose leaves are small against the beam (Ross 1981, "The Radiation Regime and Architecture of Plant
// Stands"). Of a subray's light the part exp(−τ) has passed the optical depth τ, whatever the light met before: each
// part of the way sends back what leaves do there in the mean, in slices of range that follow the hits of the subrays,
// and what is behind gets the rest. Nothing is drawn, so returns do not depend on the number of subrays.

import { instrument, media, pulses } from './addresses.generated';
import { beginCells, cellFrom, cellTo, density, enterCells, nextCell, thicknessOf } from './cells';
import { exitX, exitY, exitZ, setExit, setStart, startX, startY, startZ } from './exits';
import { exponential } from './exponential';
import {
  CELL_SHARED, Hit, Instrument, Medium, OPAQUE_DEPTH, Pulse, SLICE_PULSE, SLICE_ROOM, SMALL_DEPTH, SQUARES_ACROSS, TINY,
} from './records.generated';
import { mediumCount } from './scene';
import {
  addDepth, clearDepths, clearSlices, depthMoments, depths, moments, numberAt, numbers, ownerOf, shares, sliceCount,
  sliceWidth,
} from './slices';
import { farSideOf, spreadOf, touchesSphere } from './spheres';
import { hitField, hitsOf, rayBytes, raysOf, room, scratch, stride, subrayCount, weights, widen } from './work';

/**
 * Gives the hits of `count` pulses from place 0 the shares of the energy that come so far, as their energies, and adds
 * slices of foliage; returns the number of subrays that had no hit and met leaves.
 */
export function turbid(first: u32, count: i32): i32 {
  let found = 0;
  widen(count);
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE, rays = raysOf(p), hits = hitsOf(p);
    clearSlices(hits);
    memory.copy(hitField(hits, Hit.energy), weights, rayBytes);
    if (!load<u32>(pulse, Pulse.silent)) {
      listTouched(pulse, rays);
      if (touchedCount > 0) {
        groupSubrays(pulse, rays);
        for (let k: usize = 0; k < <usize>subrayCount << 2; k += 4)
          if (load<u32>(groups() + k) != PASSED) found += passGroup(pulse, rays, hits, k);
      }
    }
    finishSlices(pulse, rays, hits);
  }
  return found;
}

/** Numbers of the media that the pulse in work may touch, and how many there are. */
@inline
function touched(): usize { return room() + SLICE_ROOM * 16; }
let touchedCount: i32 = 0;
/** Metres to the far side of these, at most; the least edge of their cells. */
let farSide: f32 = 0, leastEdge: f32 = 0;

function listTouched(pulse: usize, rays: usize): void {
  spread = spreadOf(pulse, rays);
  touchedCount = 0;
  farSide = 0;
  leastEdge = Infinity;
  for (let m = 0; m < mediumCount; m++) {
    const record = media + <usize>m * Medium.SIZE;
    if (load<u32>(record, Medium.drawn) || !touchesSphere(pulse, spread, record)) continue;
    store<u32>(touched() + (<usize>touchedCount << 2), m);
    touchedCount++;
    farSide = max<f32>(farSide, farSideOf(pulse, record));
    leastEdge = min<f32>(leastEdge, load<f32>(record, Medium.edge));
  }
}

// ---- subrays that go through the same cells -------------------------------------------------------------------------

/** Groups of the subrays of the pulse in work, and that of a subray which has passed the leaves. */
@inline
function groups(): usize { return scratch; }
const PASSED: u32 = 0xffffffff;

/** Largest difference of the pulse's directions from its axis. */
let spread: f32 = 0;

/**
 * Puts subrays into a group that go through nearly the same cells: their places across the beam, at the far side of the
 * media, lie in one square. Where a beam has many such squares each subray is a group of its own.
 */
function groupSubrays(pulse: usize, rays: usize): void {
  const side = CELL_SHARED * leastEdge, reach = load<f32>(instrument, Instrument.exitReach) + spread * farSide;
  const isWide = !(reach <= SQUARES_ACROSS * side);
  const dx = load<f32>(pulse, Pulse.direction);
  const dy = load<f32>(pulse, Pulse.direction + 4), dz = load<f32>(pulse, Pulse.direction + 8);
  const rx = load<f32>(pulse, Pulse.right);
  const ry = load<f32>(pulse, Pulse.right + 4), rz = load<f32>(pulse, Pulse.right + 8);
  const ux = ry * dz - rz * dy, uy = rz * dx - rx * dz, uz = rx * dy - ry * dx;
  for (let k: usize = 0; k < <usize>subrayCount << 2; k += 4) {
    if (isWide) {
      store<u32>(groups() + k, <u32>k);
      continue;
    }
    const ray = rays + k;
    setExit(pulse, load<f32>(ray), load<f32>(ray + stride), load<f32>(ray + 2 * stride));
    const x = exitX + farSide * (load<f32>(ray) - dx);
    const y = exitY + farSide * (load<f32>(ray + stride) - dy);
    const z = exitZ + farSide * (load<f32>(ray + 2 * stride) - dz);
    const right = squareAt((x * rx + y * ry + z * rz) / side), up = squareAt((x * ux + y * uy + z * uz) / side);
    store<u32>(groups() + k, (right << 16) | up);
  }
}

/** Number of the square at a place across the beam, from its middle on, in sides of squares. */
@inline
function squareAt(place: f32): u32 { return <u32>(<i32>floor<f32>(place + 0.5) & 0xff); }

/**
 * Takes the group of a subray, at byte `k` of its pulse's arrays, through the media, along this one; returns the number
 * of those that had no hit and met leaves.
 */
function passGroup(pulse: usize, rays: usize, hits: usize, k: usize): i32 {
  const group = load<u32>(groups() + k), distances = hitField(hits, Hit.distance);
  setStart(pulse, rays + k);
  const met = findDepths(rays + k, farthestOf(group, distances, k));
  const left: f32 = met ? keep() : 1;
  const behind: f32 = sliceCount > 0 ? <f32>(numberAt(sliceCount - 1) + 1) * sliceWidth : 0;
  let sum: f32 = 0, found = 0;
  for (let j = k; j < <usize>subrayCount << 2; j += 4) {
    if (load<u32>(groups() + j) != group) continue;
    store<u32>(groups() + j, PASSED);
    const distance = load<f32>(distances + j), at = hitField(hits, Hit.energy) + j, share = load<f32>(at);
    if (!met) continue;
    if (distance >= 0 && distance < behind) store<f32>(at, share * addSharesBefore(distance, share));
    else {
      sum += share;
      store<f32>(at, share * left);
      if (distance < 0 && left < 1) found++;
    }
  }
  if (sum > 0) addShares(sum);
  return found;
}

/** The farthest hit of a group whose first subray is at byte `k`; Infinity if one has none. */
function farthestOf(group: u32, distances: usize, k: usize): f32 {
  let farthest: f32 = 0;
  for (; k < <usize>subrayCount << 2; k += 4) {
    if (load<u32>(groups() + k) != group) continue;
    const distance = load<f32>(distances + k);
    farthest = max<f32>(farthest, distance < 0 ? Infinity : distance);
  }
  return farthest;
}

// ---- the way of a group ---------------------------------------------------------------------------------------------

/** Finds the optical depths of all media along a subray before `limit`; returns whether it enters any. */
function findDepths(ray: usize, limit: f32): bool {
  const x = load<f32>(ray), y = load<f32>(ray + stride), z = load<f32>(ray + 2 * stride);
  let isClear = true;
  for (let t = 0; t < touchedCount; t++) {
    const m = load<u32>(touched() + (<usize>t << 2)), record = media + <usize>m * Medium.SIZE;
    if (!enterCells(record, startX, startY, startZ, x, y, z, limit)) continue;
    if (isClear) clearDepths();
    isClear = false;
    passCells(m, record);
  }
  return !isClear;
}

/** Adds the optical depths of the cells of a medium that the subray has entered, up to where nothing is left of it. */
function passCells(m: u32, record: usize): void {
  const thickness = thicknessOf(record);
  let left: f32 = OPAQUE_DEPTH;
  beginCells(record);
  while (left > 0 && nextCell()) {
    const perMetre = thickness * density, passed = perMetre * (cellTo - cellFrom);
    if (!(passed > 0)) continue;
    const to = passed > left ? min<f32>(cellFrom + left / perMetre, cellTo) : cellTo;
    if (to > cellFrom) addDepth(m, cellFrom, to, perMetre);
    left -= passed;
  }
}

/** A little more than exp(−OPAQUE_DEPTH): less than this is nothing. */
const OPAQUE: f32 = 1.1e-5;

/**
 * Replaces the optical depths of slices, and these times the distances, by the parts of the light that stay there, and
 * these times their distances; returns what is left behind all.
 */
function keep(): f32 {
  let sum: f32 = 0, before = f32x4.splat(1);
  for (let at: usize = 0; at < <usize>sliceCount << 2; at += 16) {
    const depth = v128.load(depths() + at);
    // Sums up to each of four slices.
    const pairs = f32x4.add(depth, v128.shuffle<f32>(f32x4.splat(0), depth, 0, 4, 5, 6));
    const sums = f32x4.add(pairs, v128.shuffle<f32>(f32x4.splat(0), pairs, 0, 1, 4, 5));
    const after = exponential(f32x4.neg(f32x4.add(sums, f32x4.splat(sum))));
    sum += f32x4.extract_lane(sums, 3);
    before = v128.shuffle<f32>(before, after, 3, 4, 5, 6);
    const kept = f32x4.sub(before, after);
    v128.store(depths() + at, kept);
    const middle = f32x4.div(v128.load(depthMoments() + at), f32x4.max(depth, f32x4.splat(TINY)));
    const number = f32x4.convert_i32x4_s(v128.load(numbers() + at));
    const mean = meanDistance(number, middle, depth, f32x4.div(after, before));
    v128.store(depthMoments() + at, f32x4.mul(kept, mean));
    before = after;
  }
  const left = f32x4.extract_lane(before, 3);
  return left < OPAQUE ? 0 : left;
}

/**
 * Mean distances at which light is sent back from four slices of these numbers, of which the parts `q` = exp(−depth)
 * pass. Leaves fill an even part of a slice about their mean distance, of the length L: the law of Beer and Lambert has
 * its mean at L (1/depth − q/(1 − q)) in it.
 */
@inline
function meanDistance(number: v128, middle: v128, depth: v128, q: v128): v128 {
  const one = f32x4.splat(1), begin = f32x4.mul(number, f32x4.splat(sliceWidth));
  const room = f32x4.pmin(f32x4.sub(middle, begin), f32x4.sub(f32x4.add(begin, f32x4.splat(sliceWidth)), middle));
  const length = f32x4.mul(f32x4.splat(2), f32x4.pmax(room, f32x4.splat(0)));
  const thin = f32x4.mul(depth, f32x4.splat(-1.0 / 12)), isThin = f32x4.lt(depth, f32x4.splat(SMALL_DEPTH));
  if (i32x4.all_true(isThin)) return f32x4.add(middle, f32x4.mul(length, thin));
  const ratio = f32x4.sub(f32x4.div(one, depth), f32x4.div(q, f32x4.sub(one, q)));
  const dense = f32x4.sub(ratio, f32x4.splat(0.5));
  return f32x4.add(middle, f32x4.mul(length, v128.bitselect(thin, dense, isThin)));
}

/** Gives slices what they keep of a share of the energy. */
function addShares(share: f32): void {
  const factor = f32x4.splat(share);
  for (let at: usize = 0; at < <usize>sliceCount << 2; at += 16) {
    v128.store(shares + at, f32x4.add(v128.load(shares + at), f32x4.mul(factor, v128.load(depths() + at))));
    const moment = f32x4.mul(factor, v128.load(depthMoments() + at));
    v128.store(moments + at, f32x4.add(v128.load(moments + at), moment));
  }
}

/**
 * Gives slices before a distance what they keep of a share of the energy, the last one as much as its part before
 * there; returns the part that is left.
 */
function addSharesBefore(distance: f32, share: f32): f32 {
  let left: f32 = 1;
  for (let s = 0; s < sliceCount; s++) {
    const at = <usize>s << 2, kept = load<f32>(depths() + at), begin = <f32>numberAt(s) * sliceWidth;
    if (begin >= distance) break;
    if (!(kept > 0)) continue;
    const part = min<f32>((distance - begin) / sliceWidth, 1);
    const here = share * kept * part, mean = load<f32>(depthMoments() + at) / kept;
    store<f32>(shares + at, load<f32>(shares + at) + here);
    store<f32>(moments + at, load<f32>(moments + at) + here * min<f32>(mean, distance));
    left -= kept * part;
  }
  return left < OPAQUE ? 0 : left;
}

/** Makes hits of the slices, on the axis, and turned to the sensor: as leaves are in the mean. */
function finishSlices(pulse: usize, rays: usize, hits: usize): void {
  if (sliceCount == 0) {
    for (let at: usize = 0; at < SLICE_ROOM * 4; at += 16) v128.store(moments + at, f32x4.splat(-1));
    return;
  }
  const dx = load<f32>(pulse, Pulse.direction);
  const dy = load<f32>(pulse, Pulse.direction + 4), dz = load<f32>(pulse, Pulse.direction + 8);
  const stretch = sliceStretch();
  for (let s = 0; s < <i32>SLICE_ROOM; s++) {
    const k = rayBytes + (<usize>s << 2), share = load<f32>(shares + (<usize>s << 2));
    const moment = load<f32>(moments + (<usize>s << 2));
    store<f32>(hitField(hits, Hit.distance) + k, share > 0 ? moment / share : -1);
    if (!(share > 0)) continue;
    const record = media + <usize>ownerOf(s) * Medium.SIZE, normal = hitField(hits, Hit.normalX) + k;
    store<u32>(hitField(hits, Hit.surface) + k, load<u32>(record, Medium.surface));
    store<f32>(hitField(hits, Hit.instance) + k, sliceWidth);
    store<f32>(hitField(hits, Hit.triangle) + k, stretch);
    store<f32>(normal, -dx);
    store<f32>(normal + stride, -dy);
    store<f32>(normal + 2 * stride, -dz);
    store<f32>(rays + k, dx);
    store<f32>(rays + k + stride, dy);
    store<f32>(rays + k + 2 * stride, dz);
  }
}

/** Stretch of the pulse of each slice by its width, and so that neighbours have no valley between them. */
@inline
function sliceStretch(): f32 {
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  if (!(spread > 0)) return 1;
  const width = sliceWidth / spread;
  return sqrt<f32>(max<f32>(1 + width * width / 12, SLICE_PULSE * SLICE_PULSE * width * width));
}

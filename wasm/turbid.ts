// turbid: foliage whose leaves are small against the beam (Ross 1981, "The Radiation Regime and Architecture of Plant
// Stands"). Of a subray's light the part exp(−τ) has passed the optical depth τ, whatever the light met before: each
// part of the way sends back what leaves do there in the mean, in slices of range that follow the hits of the subrays,
// and what is behind gets the rest. Nothing is drawn, so returns do not depend on the number of subrays.

import { instrument, media, pulses, run } from './addresses.generated';
import { beginCells, cellFrom, cellTo, density, enterCells, middleOfCells, nextCell, thicknessOf } from './cells';
import { exitsOf, setStartOf, startX, startY, startZ } from './exits';
import { exponential } from './exponential';
import { most as greatest } from './extent';
import {
  CELLS_ACROSS, Hit, Instrument, Medium, OPAQUE_DEPTH, Pulse, Run, SLICE_PULSE, SLICE_ROOM, SMALL_DEPTH, TINY,
} from './records.generated';
import { mediumCount } from './scene';
import {
  addDepth, clearDepths, clearSlices, depthMoments, depths, moments, numberAt, numbers, openSlices, ownerOf, shares,
  sliceCount, sliceWidth,
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
  openSlices();
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
/** Metres to the far side of these, at most; that of the smallest cells. */
let farSide: f32 = 0, finest: usize = 0;

function listTouched(pulse: usize, rays: usize): void {
  spread = spreadOf(pulse, rays);
  touchedCount = 0;
  farSide = 0;
  let least: f32 = Infinity;
  for (let m = 0; m < mediumCount; m++) {
    const record = media + <usize>m * Medium.SIZE;
    if (load<u32>(record, Medium.drawn) || !touchesSphere(pulse, spread, record)) continue;
    store<u32>(touched() + (<usize>touchedCount << 2), m);
    touchedCount++;
    farSide = max<f32>(farSide, farSideOf(pulse, record));
    if (load<f32>(record, Medium.edge) < least) {
      least = load<f32>(record, Medium.edge);
      finest = record;
    }
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
 * Puts subrays into a group that go through nearly the same cells: in the middle of the axis's way through the medium
 * of the smallest cells they are in one cell. Where a beam has very many, each subray is a group of its own. Padding
 * has none.
 */
function groupSubrays(pulse: usize, rays: usize): void {
  const reach = load<f32>(instrument, Instrument.exitReach) + spread * farSide;
  if (reach <= CELLS_ACROSS * load<f32>(finest, Medium.edge)) placeInCells(pulse, rays);
  else for (let k: usize = 0; k < rayBytes; k += 4) store<u32>(groups() + k, <u32>k);
  for (let k = <usize>subrayCount << 2; k < rayBytes; k += 4) store<u32>(groups() + k, PASSED);
}

/** Makes groups of the cells of a pulse's subrays. */
function placeInCells(pulse: usize, rays: usize): void {
  const exits = load<u32>(run, Run.exits) ? scratch + 5 * stride : 0, away = f32x4.splat(middleOfWay(pulse));
  if (exits) exitsOf(pulse, rays, exits);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const dx = v128.load(rays + k), dy = v128.load(rays + k + stride), dz = v128.load(rays + k + 2 * stride);
    let x = v128.load32_splat(pulse, Pulse.origin);
    let y = v128.load32_splat(pulse, Pulse.origin + 4), z = v128.load32_splat(pulse, Pulse.origin + 8);
    if (exits) {
      x = f32x4.add(x, v128.load(exits + k));
      y = f32x4.add(y, v128.load(exits + k + stride));
      z = f32x4.add(z, v128.load(exits + k + 2 * stride));
    }
    const inX = cellsAt(finest, x, y, z, dx, dy, dz, away), inY = cellsAt(finest + 16, x, y, z, dx, dy, dz, away);
    const inZ = cellsAt(finest + 32, x, y, z, dx, dy, dz, away);
    v128.store(groups() + k, v128.or(v128.or(inX, i32x4.shl(inY, 10)), i32x4.shl(inZ, 20)));
  }
}

/** Distance of the middle of the axis's way through the medium of the smallest cells; the far side if it misses. */
function middleOfWay(pulse: usize): f32 {
  const x = load<f32>(pulse, Pulse.direction);
  const y = load<f32>(pulse, Pulse.direction + 4), z = load<f32>(pulse, Pulse.direction + 8);
  setStartOf(pulse, x, y, z);
  return enterCells(finest, startX, startY, startZ, x, y, z, Infinity) ? middleOfCells() : farSide;
}

/** Last bits of four cells' numbers along an axis, whose row is given, on ways from (x, y, z) along (dx, dy, dz). */
@inline
function cellsAt(row: usize, x: v128, y: v128, z: v128, dx: v128, dy: v128, dz: v128, away: v128): v128 {
  const a = v128.load32_splat(row), b = v128.load32_splat(row, 4), c = v128.load32_splat(row, 8);
  const level = f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  const place = f32x4.add(level, v128.load32_splat(row, 12));
  const along = f32x4.add(f32x4.add(f32x4.mul(a, dx), f32x4.mul(b, dy)), f32x4.mul(c, dz));
  const cell = f32x4.floor(f32x4.add(place, f32x4.mul(away, along)));
  return v128.and(i32x4.trunc_sat_f32x4_s(cell), i32x4.splat(0x3ff));
}

/** Of the group in work: the direction of its way, the farthest of its hits; Infinity if one has none. */
let wayX: f32 = 0, wayY: f32 = 0, wayZ: f32 = 0, farthest: f32 = 0;

/** A bit for each of four subrays, at byte `k`, that are in a group. */
@inline
function membersAt(group: u32, k: usize): i32 {
  return i32x4.bitmask(i32x4.eq(v128.load(groups() + k), i32x4.splat(group)));
}

/**
 * Finds the way of the group whose first subray is at byte `first`: that of one of its subrays, by a number that is as
 * good as drawn. A mean way would have every group cross its cell in the middle, and more or less light pass.
 */
function findWay(pulse: usize, group: u32, rays: usize, distances: usize, first: usize): void {
  const own = i32x4.splat(group), none = f32x4.splat(Infinity), zero = f32x4.splat(0);
  let most = zero, count: u32 = 0;
  for (let k = first & ~15; k < rayBytes; k += 16) {
    const members = i32x4.eq(v128.load(groups() + k), own), distance = v128.load(distances + k);
    count += popcnt(i32x4.bitmask(members));
    const limit = v128.bitselect(none, distance, f32x4.lt(distance, zero));
    most = f32x4.pmax(most, v128.and(limit, members));
  }
  farthest = greatest(most);
  let left = scattered(load<u32>(pulse, Pulse.number), group) % count, k = first & ~15, mask = membersAt(group, k);
  while (<u32>popcnt(mask) <= left) {
    left -= popcnt(mask);
    k += 16;
    mask = membersAt(group, k);
  }
  for (; left > 0; left--) mask &= mask - 1;
  const ray = rays + k + (<usize>ctz(mask) << 2);
  wayX = load<f32>(ray);
  wayY = load<f32>(ray + stride);
  wayZ = load<f32>(ray + 2 * stride);
}

/** A number that follows from two, with no order in it (Knuth 1998, "The Art of Computer Programming" 3, §6.4). */
@inline
function scattered(a: u32, b: u32): u32 { return (a * 0x9e3779b1 + b * 0x85ebca77) * 0x9e3779b1 >> 8; }

/**
 * Takes the group of a subray, at byte `first` of its pulse's arrays, through the media; returns the number of those
 * that had no hit and met leaves.
 */
function passGroup(pulse: usize, rays: usize, hits: usize, first: usize): i32 {
  const group = load<u32>(groups() + first), distances = hitField(hits, Hit.distance);
  const energies = hitField(hits, Hit.energy);
  findWay(pulse, group, rays, distances, first);
  setStartOf(pulse, wayX, wayY, wayZ);
  const met = findDepths(farthest, load<f32>(pulse, Pulse.rangeMin));
  const left: f32 = met ? keep() : 1;
  const behind: f32 = sliceCount > 0 ? <f32>(numberAt(sliceCount - 1) + 1) * sliceWidth : 0;
  let sum: f32 = 0, found = 0;
  for (let k = first & ~15; k < rayBytes; k += 16) {
    for (let mask = membersAt(group, k); mask != 0; mask &= mask - 1) {
      const at = k + (<usize>ctz(mask) << 2);
      store<u32>(groups() + at, PASSED);
      if (!met) continue;
      const distance = load<f32>(distances + at), share = load<f32>(energies + at);
      if (distance >= 0 && distance < behind) store<f32>(energies + at, share * addSharesBefore(distance, share));
      else {
        sum += share;
        store<f32>(energies + at, share * left);
        if (distance < 0 && left < 1) found++;
      }
    }
  }
  if (sum > 0) addShares(sum);
  return found;
}

// ---- the way of a group ---------------------------------------------------------------------------------------------

/** Optical depth of the group's way before the pulse's least range: it takes light, and sends none that is seen. */
let hidden: f32 = 0;

/** Finds the optical depths of all media along the way of a group before `limit`; returns whether it enters any. */
function findDepths(limit: f32, least: f32): bool {
  let isClear = true;
  hidden = 0;
  for (let t = 0; t < touchedCount; t++) {
    const m = load<u32>(touched() + (<usize>t << 2)), record = media + <usize>m * Medium.SIZE;
    if (!enterCells(record, startX, startY, startZ, wayX, wayY, wayZ, limit)) continue;
    if (isClear) clearDepths();
    isClear = false;
    passCells(m, record, least);
  }
  return !isClear;
}

/** Adds the optical depths of the cells of a medium that the subray has entered, up to where nothing is left of it. */
function passCells(m: u32, record: usize, least: f32): void {
  const thickness = thicknessOf(record);
  let from: f32 = 0, to: f32 = 0, perMetre: f32 = 0;
  depthLeft = OPAQUE_DEPTH;
  beginCells(record);
  while (depthLeft > 0 && nextCell()) {
    const here = thickness * density;
    // Cells of one density are one stretch.
    if (here != perMetre || cellFrom != to) {
      passStretch(m, from, to, perMetre, least);
      from = cellFrom;
      perMetre = here;
    }
    to = cellTo;
  }
  passStretch(m, from, to, perMetre, least);
}

/** Optical depth behind which nothing is left of the light. */
let depthLeft: f32 = 0;

/** Adds the optical depth of a stretch of the way with so much a metre. */
@inline
function passStretch(m: u32, from: f32, end: f32, perMetre: f32, least: f32): void {
  const passed = perMetre * (end - from);
  if (!(passed > 0 && depthLeft > 0)) return;
  const to = passed > depthLeft ? min<f32>(from + depthLeft / perMetre, end) : end;
  const seen = max<f32>(from, least);
  hidden += perMetre * max<f32>(min<f32>(to, seen) - from, 0);
  if (to > seen) addDepth(m, seen, to, perMetre);
  depthLeft -= passed;
}

/** A little more than exp(−OPAQUE_DEPTH): less than this is nothing. */
const OPAQUE: f32 = 1.1e-5;

/**
 * Replaces the optical depths of slices, and these times the distances, by the parts of the light that stay there, and
 * these times their distances; returns what is left behind all.
 */
function keep(): f32 {
  let sum = hidden, before = exponential(f32x4.splat(-hidden));
  for (let at: usize = 0; at < <usize>sliceCount << 2; at += 16) {
    const depth = v128.load(depths() + at);
    // Sums up to each of four slices.
    const pairs = f32x4.add(depth, v128.shuffle<f32>(f32x4.splat(0), depth, 0, 4, 5, 6));
    const sums = f32x4.add(pairs, v128.shuffle<f32>(f32x4.splat(0), pairs, 0, 1, 4, 5));
    const after = exponential(f32x4.neg(f32x4.add(sums, f32x4.splat(sum))));
    sum += f32x4.extract_lane(sums, 3);
    before = v128.shuffle<f32>(before, after, 3, 4, 5, 6);
    // Sums are rounded in another order from slice to slice: a slice without leaves must keep nothing.
    const kept = v128.and(f32x4.sub(before, after), f32x4.gt(depth, f32x4.splat(0)));
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
  let left = f32x4.extract_lane(exponential(f32x4.splat(-hidden)), 0);
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

// turbid: foliage whose leaves are small against the beam (Ross 1981, "The Radiation Regime and Architecture of Plant
// Stands"). Of a subray's light the part exp(−τ) has passed the optical depth τ, whatever the light met before: each
// part of the way sends back what leaves do there in the mean, in slices of range that follow the hits of the subrays,
// and what is behind gets the rest. Nothing is drawn, so returns do not depend on the number of subrays.

import { instrument, media, pulses } from './addresses.generated';
import { beginCells, cellFrom, cellTo, density, enterCells, nextCell, thicknessOf } from './cells';
import { setStart, startX, startY, startZ } from './exits';
import { exponential } from './exponential';
import {
  Hit, Instrument, Medium, OPAQUE_DEPTH, Pulse, SLICE_PULSE, SLICE_ROOM, SMALL_DEPTH,
} from './records.generated';
import { mediumCount } from './scene';
import {
  addDepth, clearDepths, clearSlices, depthMoments, depths, firstSlice, moments, ownerOf, shares, sliceCount, sliceWidth,
} from './slices';
import { spreadOf, touchesSphere } from './spheres';
import { hitField, hitsOf, rayBytes, raysOf, room, stride, subrayCount, weights, widen } from './work';

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
      if (touchedCount > 0)
        for (let k = 0; k < subrayCount; k++) found += passLeaves(pulse, rays, hits, <usize>k << 2);
    }
    finishSlices(pulse, rays, hits);
  }
  return found;
}

/** Numbers of the media that the pulse in work may touch, and how many there are. */
@inline
function touched(): usize { return room() + SLICE_ROOM * 16; }
let touchedCount: i32 = 0;

function listTouched(pulse: usize, rays: usize): void {
  const spread = spreadOf(pulse, rays);
  touchedCount = 0;
  for (let m = 0; m < mediumCount; m++) {
    const record = media + <usize>m * Medium.SIZE;
    if (load<u32>(record, Medium.drawn) || !touchesSphere(pulse, spread, record)) continue;
    store<u32>(touched() + (<usize>touchedCount << 2), m);
    touchedCount++;
  }
}

/**
 * Takes a subray, at byte `k` of its pulse's arrays, through all media before its hit; returns 1 if it had no hit and
 * met leaves.
 */
function passLeaves(pulse: usize, rays: usize, hits: usize, k: usize): i32 {
  const ray = rays + k, x = load<f32>(ray), y = load<f32>(ray + stride), z = load<f32>(ray + 2 * stride);
  const distance = load<f32>(hitField(hits, Hit.distance) + k), limit: f32 = distance < 0 ? Infinity : distance;
  setStart(pulse, ray);
  let isClear = true;
  for (let t = 0; t < touchedCount; t++) {
    const m = load<u32>(touched() + (<usize>t << 2)), record = media + <usize>m * Medium.SIZE;
    if (!enterCells(record, startX, startY, startZ, x, y, z, limit)) continue;
    if (isClear) clearDepths();
    isClear = false;
    passCells(m, record);
  }
  if (isClear) return 0;
  const share = hitField(hits, Hit.energy) + k, rest = shareOut(load<f32>(share));
  const met = rest < load<f32>(share);
  store<f32>(share, rest);
  return i32(met && distance < 0);
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

/** Divides a subray's share of the energy among its slices, by their optical depths; returns what is left behind them. */
function shareOut(share: f32): f32 {
  passingAt();
  let before: f32 = 1;
  for (let s = 0; s < sliceCount; s++) {
    const at = <usize>s << 2, depth = load<f32>(depths() + at);
    if (!(depth > 0)) continue;
    const after = load<f32>(passing() + at), here = share * (before - after);
    store<f32>(shares + at, load<f32>(shares + at) + here);
    store<f32>(moments + at, load<f32>(moments + at) + here * meanDistance(s, depth, after / before));
    before = after;
  }
  return before < OPAQUE ? 0 : share * before;
}

/** Of a subray, the part that is left behind each slice. */
@inline
function passing(): usize { return room() + SLICE_ROOM * 8; }

/** A little more than exp(−OPAQUE_DEPTH): less than this is nothing. */
const OPAQUE: f32 = 1.1e-5;

/** Fills `passing`. */
function passingAt(): void {
  let depth: f32 = 0;
  for (let s = 0; s < sliceCount; s++) {
    depth += load<f32>(depths() + (<usize>s << 2));
    store<f32>(passing() + (<usize>s << 2), -depth);
  }
  for (let at: usize = 0; at < <usize>sliceCount << 2; at += 16)
    v128.store(passing() + at, exponential(v128.load(passing() + at)));
}

/**
 * The mean distance at which light is sent back from slice `s`, of which the part `q` = exp(−depth) passes. Leaves fill
 * an even part of it about their mean distance, of the length L: the law of Beer and Lambert has its mean at
 * L (1/depth − q/(1 − q)) in it.
 */
@inline
function meanDistance(s: i32, depth: f32, q: f32): f32 {
  const middle = load<f32>(depthMoments() + (<usize>s << 2)) / depth;
  const begin = <f32>(firstSlice + s) * sliceWidth;
  const length: f32 = 2 * max<f32>(min<f32>(middle - begin, begin + sliceWidth - middle), 0);
  const mean: f32 = depth < SMALL_DEPTH ? 0.5 - depth / 12 : 1 / depth - q / (1 - q);
  return middle + length * (mean - 0.5);
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
    store<u32>(hitField(hits, Hit.instance) + k, 0);
    store<f32>(hitField(hits, Hit.triangle) + k, stretch);
    store<f32>(normal, -dx);
    store<f32>(normal + stride, -dy);
    store<f32>(normal + 2 * stride, -dz);
    store<f32>(rays + k, dx);
    store<f32>(rays + k + stride, dy);
    store<f32>(rays + k + 2 * stride, dz);
  }
}

/** Stretch of the pulse of each slice, so that neighbours have no valley between them. */
@inline
function sliceStretch(): f32 {
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  return spread > 0 ? max<f32>(1, SLICE_PULSE * sliceWidth / spread) : 1;
}

// Slices of foliage: what the leaves within a short part of the range send back together, of all subrays of a pulse.
// A pulse has room for some, in order of range, and only for those with leaves. A slice is a whole number of its width
// from the instrument, the pulse's standard deviation at first; whenever there are too many, neighbours become
// one, so that nobody needs to know beforehand how much foliage there is.

import { instrument } from './addresses.generated';
import { Hit, Instrument, SLICE_ROOM } from './records.generated';
import { hitField, rayBytes, room } from './work';

/** How many slices there are; metres a slice, and slices a metre; the place of the last slice that was looked for. */
export let sliceCount: i32 = 0, sliceWidth: f32 = 0;
let slicesAMetre: f32 = 0, place: i32 = 0;

/**
 * Arrays of a number a slice. Of all subrays of the pulse: their shares that come from there, and these times the
 * distances; the largest optical depth of one medium, and that medium. Of the subray in work: the optical depth, and
 * that times the distance.
 */
export let shares: usize = 0, moments: usize = 0;
let largest: usize = 0, owners: usize = 0;
@inline
export function depths(): usize { return room(); }
@inline
export function depthMoments(): usize { return room() + SLICE_ROOM * 4; }
/** The number of each slice, counted from the instrument, i32. */
@inline
export function numbers(): usize { return room() + SLICE_ROOM * 8; }

/** Begins with the hits of a pulse: no slice. */
export function clearSlices(hits: usize): void {
  clearDepths();
  sliceCount = 0;
  place = 0;
  slicesAMetre = load<f32>(instrument, Instrument.slicesAMetre);
  sliceWidth = 1 / slicesAMetre;
  shares = hitField(hits, Hit.energy) + rayBytes;
  moments = hitField(hits, Hit.distance) + rayBytes;
  largest = hitField(hits, Hit.normalX) + rayBytes;
  owners = hitField(hits, Hit.surface) + rayBytes;
  memory.fill(shares, 0, SLICE_ROOM * 4);
  memory.fill(moments, 0, SLICE_ROOM * 4);
  memory.fill(largest, 0, SLICE_ROOM * 4);
  memory.fill(owners, 0, SLICE_ROOM * 4);
}

/** Begins with a group of subrays: it has met nothing. Places of no slice are 0. */
@inline
export function clearDepths(): void {
  const zero = f32x4.splat(0);
  for (let at: usize = 0; at < <usize>sliceCount << 2; at += 16) {
    v128.store(depths() + at, zero);
    v128.store(depthMoments() + at, zero);
  }
}

/** Begins with the pulses of a block. */
export function openSlices(): void {
  sliceCount = 0;
  memory.fill(depths(), 0, SLICE_ROOM * 8);
}

/** Adds a part of a subray's way through medium `m`, from one distance to another, with its optical depth a metre. */
export function addDepth(m: u32, from: f32, to: f32, perMetre: f32): void {
  let i = sliceAt(from), last = sliceAt(to), begin = from;
  while (i <= last) {
    if (!findSlice(i)) {
      mergePairs();
      i >>= 1;
      last >>= 1;
      continue;
    }
    const more = min<i32>(3, last - i);
    if (place + 4 <= <i32>SLICE_ROOM && place + more < sliceCount && numberAt(place + more) == i + more) {
      addToSlices(i, more, begin, to, perMetre, m);
      i += more + 1;
      place += more;
    } else {
      addToSlice(i, begin, min<f32>(to, <f32>(i + 1) * sliceWidth), perMetre, m);
      i++;
    }
    begin = min<f32>(to, <f32>i * sliceWidth);
  }
}

/** Adds the optical depth of a way to the slice at `place`, of number `i`. */
@inline
function addToSlice(i: i32, begin: f32, end: f32, perMetre: f32, m: u32): void {
  const at = <usize>place << 2, depth = perMetre * max<f32>(end - begin, 0);
  store<f32>(depths() + at, load<f32>(depths() + at) + depth);
  store<f32>(depthMoments() + at, load<f32>(depthMoments() + at) + depth * (0.5 * (begin + end)));
  if (!(depth > load<f32>(largest + at))) return;
  store<f32>(largest + at, depth);
  store<u32>(owners + at, m);
}

/** The same for the slice at `place` and `more`, three at most, behind it, which have the next numbers. */
@inline
function addToSlices(i: i32, more: i32, begin: f32, to: f32, perMetre: f32, m: u32): void {
  const at = <usize>place << 2, zero = f32x4.splat(0);
  const edges = f32x4.add(f32x4.splat(<f32>i), f32x4(0, 1, 2, 3)), width = f32x4.splat(sliceWidth);
  const from = f32x4.replace_lane(f32x4.mul(edges, width), 0, begin);
  const end = f32x4.pmin(f32x4.splat(to), f32x4.mul(f32x4.add(edges, f32x4.splat(1)), width));
  const lanes = i32x4.le_s(i32x4(0, 1, 2, 3), i32x4.splat(more));
  const depth = v128.and(f32x4.mul(f32x4.splat(perMetre), f32x4.pmax(f32x4.sub(end, from), zero)), lanes);
  const moment = f32x4.mul(depth, f32x4.mul(f32x4.splat(0.5), f32x4.add(from, end)));
  v128.store(depths() + at, f32x4.add(v128.load(depths() + at), depth));
  v128.store(depthMoments() + at, f32x4.add(v128.load(depthMoments() + at), moment));
  const before = v128.load(largest + at), denser = f32x4.gt(depth, before);
  if (!v128.any_true(denser)) return;
  v128.store(largest + at, v128.bitselect(depth, before, denser));
  v128.store(owners + at, v128.bitselect(i32x4.splat(m), v128.load(owners + at), denser));
}

/** Number of the slice at a distance. */
@inline
function sliceAt(distance: f32): i32 { return <i32>floor<f32>(distance * slicesAMetre); }

/** Number of the slice at a place. */
@inline
export function numberAt(s: i32): i32 { return load<i32>(numbers() + (<usize>s << 2)); }

/** Finds the place of slice number `i`, a new one if need be; returns whether there is room for it. */
@inline
function findSlice(i: i32): bool {
  while (place < sliceCount && numberAt(place) < i) place++;
  while (place > 0 && numberAt(place - 1) >= i) place--;
  return (place < sliceCount && numberAt(place) == i) || insertSlice(i);
}

/** Makes room for slice number `i` at its place; returns whether there is any. */
function insertSlice(i: i32): bool {
  if (sliceCount == <i32>SLICE_ROOM) return false;
  for (let s = sliceCount - 1; s >= place; s--) {
    moveSlice(s, s + 1);
    store<i32>(numbers() + (<usize>(s + 1) << 2), numberAt(s));
  }
  store<i32>(numbers() + (<usize>place << 2), i);
  sliceCount++;
  return true;
}

/** Makes one slice of two: slices become twice as wide. */
function mergePairs(): void {
  let last = -1;
  for (let s = 0; s < sliceCount; s++) {
    const number = numberAt(s) >> 1;
    if (last < 0 || numberAt(last) != number) last++;
    moveSlice(s, last);
    store<i32>(numbers() + (<usize>last << 2), number);
  }
  sliceCount = last + 1;
  place = 0;
  slicesAMetre *= 0.5;
  sliceWidth *= 2;
}

/** Adds a slice to another one, and clears it. */
function moveSlice(from: i32, to: i32): void {
  if (from == to) return;
  const a = <usize>from << 2, b = <usize>to << 2;
  if (load<f32>(largest + a) > load<f32>(largest + b)) {
    store<f32>(largest + b, load<f32>(largest + a));
    store<u32>(owners + b, load<u32>(owners + a));
  }
  store<f32>(largest + a, 0);
  moveNumber(shares, a, b);
  moveNumber(moments, a, b);
  moveNumber(depths(), a, b);
  moveNumber(depthMoments(), a, b);
}

@inline
function moveNumber(numbers: usize, from: usize, to: usize): void {
  store<f32>(numbers + to, load<f32>(numbers + to) + load<f32>(numbers + from));
  store<f32>(numbers + from, 0);
}

/** The medium that owns a slice. */
@inline
export function ownerOf(slice: i32): u32 { return load<u32>(owners + (<usize>slice << 2)); }

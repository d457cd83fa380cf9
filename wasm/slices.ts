// Slices of foliage: what the leaves within a short part of the range send back together, of all subrays of a pulse.
// Slices lie side by side, as many as a pulse has room for. A slice is a whole number of its width from the instrument,
// half a standard deviation of the pulse at first; whenever the foliage reaches farther than all slices, two of them
// become one, so that nobody needs to know its extent beforehand.

import { instrument } from './addresses.generated';
import { Hit, Instrument, SLICE_ROOM } from './records.generated';
import { hitField, rayBytes, room } from './work';

/** Number of the first slice, counted from the instrument, and of all; metres a slice, and slices a metre. */
export let firstSlice: i32 = 0, sliceCount: i32 = 0, sliceWidth: f32 = 0;
let slicesAMetre: f32 = 0;

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

/** Begins with the hits of a pulse: no slice. */
export function clearSlices(hits: usize): void {
  firstSlice = 0;
  sliceCount = 0;
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

/** Begins with a subray: it has met nothing. */
@inline
export function clearDepths(): void { memory.fill(depths(), 0, SLICE_ROOM * 8); }

/** Adds a part of a subray's way through medium `m`, from one distance to another, with its optical depth a metre. */
export function addDepth(m: u32, from: f32, to: f32, perMetre: f32): void {
  let i = sliceAt(from), last = sliceAt(to);
  if (i < firstSlice || last >= firstSlice + sliceCount) {
    makeRoom(from, to);
    i = sliceAt(from);
    last = sliceAt(to);
  }
  let begin = from;
  for (; i <= last; i++) {
    const end = min<f32>(to, <f32>(i + 1) * sliceWidth), depth = perMetre * max<f32>(end - begin, 0);
    const at = <usize>(i - firstSlice) << 2;
    store<f32>(depths() + at, load<f32>(depths() + at) + depth);
    store<f32>(depthMoments() + at, load<f32>(depthMoments() + at) + depth * (0.5 * (begin + end)));
    if (depth > load<f32>(largest + at)) {
      store<f32>(largest + at, depth);
      store<u32>(owners + at, m);
    }
    begin = end;
  }
}

/** Number of the slice at a distance. */
@inline
function sliceAt(distance: f32): i32 { return <i32>floor<f32>(distance * slicesAMetre); }

/** Makes slices wider, or begins nearer, until those between two distances are among them. */
function makeRoom(from: f32, to: f32): void {
  let first = 0, last = 0;
  for (;;) {
    first = sliceAt(from);
    last = sliceAt(to);
    if (sliceCount > 0) {
      first = min<i32>(first, firstSlice);
      last = max<i32>(last, firstSlice + sliceCount - 1);
    }
    if (last - first < <i32>SLICE_ROOM) break;
    mergePairs();
  }
  if (sliceCount > 0 && first < firstSlice) moveSlices(firstSlice - first);
  firstSlice = first;
  sliceCount = last - first + 1;
}

/** Makes one slice of two: slices become twice as wide. */
function mergePairs(): void {
  const first = firstSlice >> 1;
  for (let s = 0; s < sliceCount; s++) moveSlice(s, ((firstSlice + s) >> 1) - first);
  sliceCount = sliceCount > 0 ? ((firstSlice + sliceCount - 1) >> 1) - first + 1 : 0;
  firstSlice = first;
  slicesAMetre *= 0.5;
  sliceWidth *= 2;
}

/** Moves all slices back by so many places. */
function moveSlices(places: i32): void {
  for (let s = sliceCount - 1; s >= 0; s--) moveSlice(s, s + places);
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

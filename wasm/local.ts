// A wedge in the frame of an instance's mesh. It is bounded from the wedge in the scene's frame, four pulses at a time:
// a direction within δ of the central one stays within σδ of it, where σ is the most that the instance's map stretches.
// In many instances whose box is entered, no leaf is: the data of single pulses that only leaves need wait for the
// first. Directions themselves are transformed when a bundle meets its first triangle (bundle.ts).

import { instrument } from './addresses.generated';
import { enterMesh, enterMover } from './bundle';
import { intoMesh, meshX, meshY, meshZ } from './frames';
import { groupSize, hasExits } from './group';
import { setFloors } from './lanes';
import { placeOrigins, rowX, rowY, rowZ, takeRows } from './movers';
import { isMoving, motionOf } from './moving';
import { Instrument, Motion, ROUNDING, UNIT } from './records.generated';
import { marginOf, mostTwist, rowLength, settleWedge, spreadOrigins, stretchOf, takeCofactors } from './twist';
import { ARRAY, boundWedge, lengthsOf, setAxis, setOrigin, SPREAD_SLACK, Wedge } from './wedge';

/** Rounding of a rotation in f32 changes lengths by less than this factor. */
const TURNED: f32 = 1.000002;

/** Lengths of the rows of the instance's map. */
let lengthX: f32 = 0, lengthY: f32 = 0, lengthZ: f32 = 0;

/** The instance that was entered last, the pulses that entered it, and whether openLanes has filled their lanes. */
let entered: usize = 0;
let entering: u64 = 0;
export let lanesOpen: bool = true;

/** Marks all pulses as complete, as they are in the scene's frame. */
@inline
export function stayInScene(): void { lanesOpen = true; }

/** Bounds `local`, from the wedge in the scene's frame, for the pulses of `mask`; directions are not renormalised. */
export function fillLocal(local: usize, scene: usize, instance: usize, mask: u64): void {
  enterMesh(instance);
  entered = instance;
  entering = mask;
  lanesOpen = false;
  fillOrigins(local, scene, instance, mask);
  lengthX = rowLength(instance);
  lengthY = rowLength(instance + 16);
  lengthZ = rowLength(instance + 32);
  const reach = load<f32>(instrument, Instrument.exitReach);
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const at = <usize>i << 2, to = local + at, from = scene + at, cone = coneOf(from);
    fillAxis(to, from, instance, lengthX, cone);
    fillAxis(to + ARRAY, from, instance + 16, lengthY, cone);
    fillAxis(to + 2 * ARRAY, from, instance + 32, lengthZ, cone);
    if (!hasExits) continue;
    spreadOrigins(to, reach * lengthX);
    spreadOrigins(to + ARRAY, reach * lengthY);
    spreadOrigins(to + 2 * ARRAY, reach * lengthZ);
  }
  boundWedge(local, mask);
  store<u32>(local, 0, Wedge.fan);
}

/** The same for a mover, into whose mesh each pulse has its own map (movers.ts). */
export function fillMoving(local: usize, scene: usize, instance: usize, mask: u64): void {
  enterMover(instance);
  entered = instance;
  entering = mask;
  lanesOpen = false;
  // Rows keep their lengths but for the rounding of rotations.
  const reach = load<f32>(instrument, Instrument.exitReach) * TURNED;
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const at = <usize>i << 2, to = local + at, from = scene + at, cone = coneOf(from);
    placeOrigins(local, scene, i);
    for (let axis: usize = 0; axis < 3; axis++) {
      takeRows(i, axis * 16);
      const length = f32x4.sqrt(
        f32x4.add(f32x4.add(f32x4.mul(rowX, rowX), f32x4.mul(rowY, rowY)), f32x4.mul(rowZ, rowZ)),
      );
      fillAxisAlong(to + axis * ARRAY, from, rowX, rowY, rowZ, f32x4.mul(length, cone));
      if (hasExits) spreadOrigins(to + axis * ARRAY, reach * stretchOf(instance));
    }
  }
  boundWedge(local, mask);
  store<u32>(local, 0, Wedge.fan);
}

/**
 * Directions of four pulses lie within this of the central ones: with the rounding of both and of a row's
 * length, and room to spare.
 */
@inline
function coneOf(scene: usize): v128 {
  return f32x4.add(v128.load(scene, Wedge.spread), f32x4.splat(SPREAD_SLACK * UNIT));
}

/** Fills in the lanes that leaves and triangles need of the pulses that entered the mesh. */
export function openLanes(local: usize, scene: usize): void {
  lanesOpen = true;
  const moves = isMoving(entered), turned: f32 = moves ? TURNED : 1;
  const stretch = turned * mostStretch(entered);
  if (hasExits) takeCofactors(entered);
  const stretched = hasExits ? turned * stretchOf(entered) : 0, size = hasExits ? mostTwist(stretched) : 0;
  for (let i = 0; i < groupSize; i += 4) {
    if (((entering >> i) & 15) == 0) continue;
    const at = <usize>i << 2, to = local + at, from = scene + at;
    for (let axis: usize = 0; axis < 3; axis++) setAxis(to + axis * ARRAY);
    v128.store(to, f32x4.mul(f32x4.splat(stretch), coneOf(from)), Wedge.spread);
    if (hasExits) openLocal(to, from, stretch, stretched, size);
  }
  store<f32>(local, stretch * UNIT, Wedge.longest);
  if (moves) setMoverFloors(local);
  settleWedge(local, entering, hasExits ? stretched * load<f32>(instrument, Instrument.exitReach) : 0);
}

/** Pulses enter a mover as they enter the box of its mesh: this does not depend on the time for which it has boxes. */
function setMoverFloors(local: usize): void {
  const motion = motionOf(entered);
  setFloors(motion + Motion.low, motion + Motion.high, 4, local, entering);
}

function fillOrigins(local: usize, scene: usize, instance: usize, mask: u64): void {
  if (load<u32>(scene, Wedge.together)) {
    originIntoMesh(local, scene, instance);
    for (let i = 0; i < groupSize; i += 4) if ((mask >> i) & 15) repeatOrigin(local + (<usize>i << 2), local);
    return;
  }
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const at = <usize>i << 2;
    for (let lane = at; lane < at + 16; lane += 4) originIntoMesh(local + lane, scene + lane, instance);
  }
}

/** Copies the origin of the pulse with these lanes. */
@inline
function originIntoMesh(lane: usize, from: usize, instance: usize): void {
  const x = load<f32>(from, Wedge.origin);
  const y = load<f32>(from, Wedge.origin + ARRAY);
  const z = load<f32>(from, Wedge.origin + 2 * ARRAY);
  intoMesh(instance, <f64>x, <f64>y, <f64>z);
  setOrigin(lane, <f32>meshX, <f32>meshY, <f32>meshZ);
}

/** Gives four pulses the origin of the pulse whose lane is at `from`. */
@inline
function repeatOrigin(lanes: usize, from: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const at = axis * ARRAY, origin = v128.load32_splat(from + at, Wedge.origin);
    v128.store(lanes + at, origin, Wedge.origin);
    v128.store(lanes + at, origin, Wedge.nearOrigin);
    v128.store(lanes + at, origin, Wedge.farOrigin);
  }
}

/**
 * One axis, along a row of the instance's map, `length` long, of four pulses whose directions lie within
 * `cone` of the central one.
 */
@inline
function fillAxis(axis: usize, from: usize, row: usize, length: f32, cone: v128): void {
  const mx = v128.load32_splat(row), my = v128.load32_splat(row, 4), mz = v128.load32_splat(row, 8);
  fillAxisAlong(axis, from, mx, my, mz, f32x4.mul(f32x4.splat(length), cone));
}

/** The same along rows of their own, for directions whose components are within `off` of those of the central one. */
@inline
function fillAxisAlong(axis: usize, from: usize, mx: v128, my: v128, mz: v128, off: v128): void {
  const x = v128.load(from, Wedge.center);
  const y = v128.load(from, Wedge.center + ARRAY);
  const z = v128.load(from, Wedge.center + 2 * ARRAY);
  const center = f32x4.add(f32x4.add(f32x4.mul(mx, x), f32x4.mul(my, y)), f32x4.mul(mz, z));
  v128.store(axis, center, Wedge.center);
  v128.store(axis, f32x4.sub(center, off), Wedge.least);
  v128.store(axis, f32x4.add(center, off), Wedge.most);
}

/** Opens the cones of four pulses to their exits. */
@inline
function openLocal(lanes: usize, from: usize, stretch: f32, stretched: f32, size: f32): void {
  const reach = load<f32>(instrument, Instrument.exitReach);
  const longest = f32x4.add(lengthsOf(lanes), v128.load(lanes, Wedge.spread));
  const rounding = f32x4.mul(f32x4.splat(2 * ROUNDING), longest);
  const aside = f32x4.add(f32x4.mul(f32x4.splat(stretch), v128.load(from, Wedge.aside)), rounding);
  v128.store(lanes, marginOf(longest, aside, reach * stretched, size), Wedge.margin);
}

/**
 * σ: the root of the largest eigenvalue of MᵀM, at most its largest sum of a row (Gershgorin
 * 1931); exact for similarities.
 */
function mostStretch(m: usize): f32 {
  const xx = alongColumns(m, m), yy = alongColumns(m + 4, m + 4), zz = alongColumns(m + 8, m + 8);
  const xy = abs<f32>(alongColumns(m, m + 4));
  const xz = abs<f32>(alongColumns(m, m + 8));
  const yz = abs<f32>(alongColumns(m + 4, m + 8));
  // Six roundings of 2⁻²⁴ at most, and room to spare.
  return <f32>1.000001 * sqrt<f32>(max<f32>(max<f32>(xx + xy + xz, xy + yy + yz), xz + yz + zz));
}

/** The product of two columns of the linear part of a map. */
@inline
function alongColumns(a: usize, b: usize): f32 {
  return load<f32>(a) * load<f32>(b) + load<f32>(a, 16) * load<f32>(b, 16) + load<f32>(a, 32) * load<f32>(b, 32);
}

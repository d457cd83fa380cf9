// The winning hit of a subray once more in f64, against the triangle itself: the traversal picks in f32, the range that is
// reported is right to a fraction of a millimetre at any distance. With the plane's normal N and a corner a, the distance
// along d from the origin o is N·(a − o) / N·d (less N·s in the numerator, where the subray leaves at s): N·(a − o) is the same for
// all subrays of a pulse on that triangle, and neighbours mostly share theirs, so it is kept from one to the next. On the GPU no hit knows of its neighbours.

import { blocks, instances } from './addresses.generated';
import { alongColumn, intoMesh, isInPlace, meshX, meshY, meshZ } from './frames';
import { blockSlots, distances, hitInstances } from './nearest';
import { Hit, Instance, NONE, Pulse, TriangleBlock } from './records.generated';
import { hitField, stride, subrayCount } from './work';

/** The triangle that was looked at last, its surface, its number, its plane in the scene's frame, also in f32, and its normal at length 1. */
let knownPlace: u32 = NONE;
let knownInstance: u32 = NONE;
let surface: u32 = 0, number: u32 = 0;
let planeX: f64 = 0, planeY: f64 = 0, planeZ: f64 = 0;
let toPlane: f64 = 0;
let flatX: f32 = 0, flatY: f32 = 0, flatZ: f32 = 0;
let normalX: f32 = 0, normalY: f32 = 0, normalZ: f32 = 0;

/** Completes the hits of a pulse, as traverse has left them; returns their number. Padding counts as no hit. `exits` as exitsOf returns them. */
export function refine(pulse: usize, rays: usize, exits: usize, pulseHits: usize): i32 {
  // Another pulse has another origin: the triangle kept is no longer known.
  knownPlace = NONE;
  let found = 0;
  clearPadding();
  for (let k: usize = 0; k < stride; k += 16) {
    const places = v128.load(blockSlots + k), owners = v128.load(hitInstances + k);
    const place = <u32>i32x4.extract_lane(places, 0), instance = <u32>i32x4.extract_lane(owners, 0);
    const alike = v128.and(i32x4.eq(places, i32x4.splat(place)), i32x4.eq(owners, i32x4.splat(instance)));
    if (place != NONE && i32x4.all_true(alike)) {
      if (place != knownPlace || instance != knownInstance) lookUp(pulse, place, instance);
      refineFour(pulseHits, k, rays + k, exits ? exits + k : 0);
      found += 4;
    } else found += refineEach(pulse, pulseHits, k, rays, exits);
  }
  return found;
}

/** Places of the last vector that belong to no subray hold no hit. */
@inline
function clearPadding(): void {
  for (let k = <usize>subrayCount * 4; k < stride; k += 4) store<u32>(blockSlots + k, NONE);
}

/** Four subrays from byte `k` on, one by one; returns how many hit. */
function refineEach(pulse: usize, pulseHits: usize, k: usize, rays: usize, exits: usize): i32 {
  let found = 0;
  for (const end = k + 16; k < end; k += 4) {
    const place = load<u32>(blockSlots + k), instance = load<u32>(hitInstances + k);
    if (place == NONE) {
      store<f32>(distances + k, -1);
      continue;
    }
    if (place != knownPlace || instance != knownInstance) lookUp(pulse, place, instance);
    refineHit(pulseHits, k, rays + k, exits ? exits + k : 0);
    found++;
  }
  return found;
}

/** Completes distance, triangle, surface and normal of the hit at `at` (bytes in the arrays), on the triangle that was looked up. */
function refineHit(pulseHits: usize, at: usize, ray: usize, exit: usize): void {
  const t = (exit ? toPlane - <f64>exitAlongPlane(exit) : toPlane) / alongPlane(ray);
  // Exactly edge-on in f64, though not in f32: the traversal's distance stands.
  if (t > 0 && t < Infinity) store<f32>(hitField(pulseHits, Hit.distance) + at, <f32>t);
  store<u32>(hitField(pulseHits, Hit.triangle) + at, number);
  store<u32>(hitField(pulseHits, Hit.surface) + at, surface);
  const normal = hitField(pulseHits, Hit.normalX) + at;
  store<f32>(normal, normalX);
  store<f32>(normal + stride, normalY);
  store<f32>(normal + 2 * stride, normalZ);
}

/** As refineHit, of four hits on the same triangle: most vectors of hits are. */
function refineFour(pulseHits: usize, at: usize, ray: usize, exit: usize): void {
  const x = v128.load(ray), y = v128.load(ray + stride), z = v128.load(ray + 2 * stride);
  let near = f64x2.splat(toPlane), far = near;
  if (exit) {
    const sx = v128.load(exit), sy = v128.load(exit + stride), sz = v128.load(exit + 2 * stride);
    const off = f32x4.add(
      f32x4.add(f32x4.mul(f32x4.splat(flatX), sx), f32x4.mul(f32x4.splat(flatY), sy)), f32x4.mul(f32x4.splat(flatZ), sz),
    );
    near = f64x2.sub(near, f64x2.promote_low_f32x4(off));
    far = f64x2.sub(far, f64x2.promote_low_f32x4(upperTwo(off)));
  }
  near = f64x2.div(near, alongPlaneTwo(x, y, z));
  far = f64x2.div(far, alongPlaneTwo(upperTwo(x), upperTwo(y), upperTwo(z)));
  const t = v128.shuffle<i32>(f32x4.demote_f64x2_zero(near), f32x4.demote_f64x2_zero(far), 0, 1, 4, 5);
  const right = v128.shuffle<i32>(isAhead(near), isAhead(far), 0, 2, 4, 6);
  const distance = hitField(pulseHits, Hit.distance) + at;
  v128.store(distance, v128.bitselect(t, v128.load(distance), right));
  v128.store(hitField(pulseHits, Hit.triangle) + at, i32x4.splat(number));
  v128.store(hitField(pulseHits, Hit.surface) + at, i32x4.splat(surface));
  const normal = hitField(pulseHits, Hit.normalX) + at;
  v128.store(normal, f32x4.splat(normalX));
  v128.store(normal + stride, f32x4.splat(normalY));
  v128.store(normal + 2 * stride, f32x4.splat(normalZ));
}

@inline
function upperTwo(v: v128): v128 { return v128.shuffle<i32>(v, v, 2, 3, 2, 3); }

/** alongPlane of the lower two of four directions. */
@inline
function alongPlaneTwo(x: v128, y: v128, z: v128): v128 {
  const level = f64x2.add(
    f64x2.mul(f64x2.splat(planeX), f64x2.promote_low_f32x4(x)), f64x2.mul(f64x2.splat(planeY), f64x2.promote_low_f32x4(y)),
  );
  return f64x2.add(level, f64x2.mul(f64x2.splat(planeZ), f64x2.promote_low_f32x4(z)));
}

/** Not exactly edge-on in f64, though not in f32; else the traversal's distance stands. */
@inline
function isAhead(t: v128): v128 { return v128.and(f64x2.gt(t, f64x2.splat(0)), f64x2.lt(t, f64x2.splat(Infinity))); }

/** Component of a direction along the plane's normal. */
@inline
function alongPlane(at: usize): f64 {
  return planeX * <f64>load<f32>(at) + planeY * <f64>load<f32>(at + stride) + planeZ * <f64>load<f32>(at + 2 * stride);
}

/** Component of an exit: f32 holds it to nanometres. */
@inline
function exitAlongPlane(at: usize): f32 {
  return flatX * load<f32>(at) + flatY * load<f32>(at + stride) + flatZ * load<f32>(at + 2 * stride);
}

function lookUp(pulse: usize, place: u32, instance: u32): void {
  const record = instances + <usize>instance * Instance.SIZE;
  const corner = blocks + <usize>(place >> 2) * TriangleBlock.SIZE + (<usize>(place & 3) << 2);
  knownPlace = place;
  knownInstance = instance;
  surface = load<u32>(record, Instance.surfaceBase) + load<u32>(corner, TriangleBlock.group);
  number = load<u32>(corner, TriangleBlock.id);
  planeOf(corner);
  measurePlane(pulse, record, corner);
  flatX = <f32>planeX; flatY = <f32>planeY; flatZ = <f32>planeZ;
  unitNormal();
}

/** Leaves the normal of the triangle's plane, in the mesh's frame. */
function planeOf(corner: usize): void {
  const ax = <f64>load<f32>(corner, TriangleBlock.ax), ay = <f64>load<f32>(corner, TriangleBlock.ay), az = <f64>load<f32>(corner, TriangleBlock.az);
  const ex = <f64>load<f32>(corner, TriangleBlock.bx) - ax, ey = <f64>load<f32>(corner, TriangleBlock.by) - ay, ez = <f64>load<f32>(corner, TriangleBlock.bz) - az;
  const fx = <f64>load<f32>(corner, TriangleBlock.cx) - ax, fy = <f64>load<f32>(corner, TriangleBlock.cy) - ay, fz = <f64>load<f32>(corner, TriangleBlock.cz) - az;
  planeX = ey * fz - ez * fy;
  planeY = ez * fx - ex * fz;
  planeZ = ex * fy - ey * fx;
}

/** N·(a − o) in the mesh's frame; then the normal goes to the scene's, by the transposed inverse, which keeps N·d. */
function measurePlane(pulse: usize, record: usize, corner: usize): void {
  const x = <f64>load<f32>(pulse, Pulse.origin), y = <f64>load<f32>(pulse, Pulse.origin + 4), z = <f64>load<f32>(pulse, Pulse.origin + 8);
  const inPlace = isInPlace(record);
  if (!inPlace) intoMesh(record, x, y, z);
  const ox = inPlace ? x : meshX, oy = inPlace ? y : meshY, oz = inPlace ? z : meshZ;
  toPlane = (<f64>load<f32>(corner, TriangleBlock.ax) - ox) * planeX + (<f64>load<f32>(corner, TriangleBlock.ay) - oy) * planeY
    + (<f64>load<f32>(corner, TriangleBlock.az) - oz) * planeZ;
  if (inPlace) return;
  const u = alongColumn(record, planeX, planeY, planeZ);
  const v = alongColumn(record + 4, planeX, planeY, planeZ);
  const w = alongColumn(record + 8, planeX, planeY, planeZ);
  planeX = u;
  planeY = v;
  planeZ = w;
}

/** Leaves the normal at length 1, turned to the sensor: the origin lies on its side of the plane. */
@inline
function unitNormal(): void {
  const s = (toPlane > 0 ? -1.0 : 1.0) / sqrt<f64>(planeX * planeX + planeY * planeY + planeZ * planeZ);
  normalX = <f32>(planeX * s);
  normalY = <f32>(planeY * s);
  normalZ = <f32>(planeZ * s);
}

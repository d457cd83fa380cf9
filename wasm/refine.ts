// refine: the winning hit of a subray once more in f64, against the triangle itself. The traversal picks in f32; the
// reported range is right to a fraction of a millimetre at any distance. With the plane's normal N and a corner a, the
// distance along d from the origin o is N·(a − o) / N·d (less N·s in the numerator for a subray that leaves at s): N·(a
// − o) is the same for all subrays of a pulse on that triangle, and neighbours mostly share theirs, so it is kept from
// one to the next. On the GPU no hit knows of its neighbours.

import { blocks, instances } from './addresses.generated';
import { blendBlock } from './blend';
import { alongColumn, intoMesh, isInPlace, meshX, meshY, meshZ } from './frames';
import { isMoving, mapAt, motionOf } from './moving';
import { blockSlots, distances, hitInstances } from './nearest';
import { Hit, Instance, NONE, Pulse, TriangleBlock } from './records.generated';
import { cornerStrideOf, isDeforming, shapeOf, shareIn } from './shapes';
import { hitField, stride, subrayCount } from './work';

/**
 * The triangle of the last lookup, its surface, its number, its plane in the scene's frame, also in f32, and its normal
 * at length 1.
 */
let knownPlace: u32 = NONE;
let knownInstance: u32 = NONE;
let knownX: f32 = 0, knownY: f32 = 0, knownZ: f32 = 0;
/** The origin of the pulse in the frame of the known instance's mesh, and whether that is the scene's. */
let originX: f64 = 0, originY: f64 = 0, originZ: f64 = 0;
let inPlace: bool = true;
/** Whether it moves: then the next pulse sees it elsewhere. The map into its mesh. */
let moves: bool = false;
let map: usize = 0;
let surface: u32 = 0, number: u32 = 0;
let planeX: f64 = 0, planeY: f64 = 0, planeZ: f64 = 0;
let toPlane: f64 = 0;
let flatX: f32 = 0, flatY: f32 = 0, flatZ: f32 = 0;
let normalX: f32 = 0, normalY: f32 = 0, normalZ: f32 = 0;

/**
 * Completes the hits of a pulse in the state in which traverse leaves them; returns their number. Padding counts as no
 * hit. `exits` as exitsOf returns them.
 */
export function refine(pulse: usize, rays: usize, exits: usize, pulseHits: usize): i32 {
  keepIfOriginOf(pulse);
  if (isOnOneTriangle()) {
    const place = load<u32>(blockSlots), instance = load<u32>(hitInstances);
    if (place != knownPlace || instance != knownInstance) lookUp(pulse, place, instance);
    for (let k: usize = 0; k < stride; k += 16)
      refineSame(pulseHits + k, rays + k, exits ? exits + k : 0, true, f32x4.splat(0));
    clearPadding();
    return subrayCount;
  }
  let found = 0;
  for (let k: usize = 0; k < stride; k += 16) found += refineFour(pulse, pulseHits, k, rays + k, exits ? exits + k : 0);
  return found - clearPadding();
}

/** Whether all subrays have hits, on one triangle, as those of most pulses that meet large ones. */
@inline
function isOnOneTriangle(): bool {
  const place = v128.load32_splat(blockSlots);
  const instance = v128.load32_splat(hitInstances);
  const infinity = f32x4.splat(Infinity);
  for (let k: usize = 0; k < stride; k += 16) {
    const other = v128.or(v128.xor(v128.load(blockSlots + k), place), v128.xor(v128.load(hitInstances + k), instance));
    if (v128.any_true(v128.or(other, f32x4.eq(v128.load(distances + k), infinity)))) return false;
  }
  return true;
}

/** Forgets the known triangle: the next pulses may be another scene's. */
export function forgetTriangle(): void {
  knownPlace = NONE;
  knownInstance = NONE;
  moves = false;
}

/** Forgets the triangle, unless it stands and this pulse has the origin of the one before. */
@inline
function keepIfOriginOf(pulse: usize): void {
  const x = load<f32>(pulse, Pulse.origin);
  const y = load<f32>(pulse, Pulse.origin + 4);
  const z = load<f32>(pulse, Pulse.origin + 8);
  if (moves || x != knownX || y != knownY || z != knownZ) forgetTriangle();
  knownX = x; knownY = y; knownZ = z;
}

/**
 * Removes the hits of the places of the last vector that belong to no subray; returns their number. They repeat the
 * last subray.
 */
function clearPadding(): i32 {
  const first = <usize>subrayCount * 4, count = <i32>(stride - first) >> 2;
  if (count == 0 || load<f32>(distances + first) == -1) return 0;
  for (let k = first; k < stride; k += 4) store<f32>(distances + k, -1);
  return count;
}

/** Completes the hits of the four subrays at byte `k`, those on the same triangle together; returns their number. */
@inline
function refineFour(pulse: usize, pulseHits: usize, k: usize, rays: usize, exits: usize): i32 {
  const places = v128.load(blockSlots + k), owners = v128.load(hitInstances + k);
  const far = v128.load(distances + k), missed = f32x4.eq(far, f32x4.splat(Infinity));
  let left = i32x4.bitmask(missed) ^ 15;
  const found = popcnt(left);
  if (found < 4) v128.store(distances + k, v128.bitselect(f32x4.splat(-1), far, missed));
  while (left != 0) {
    const at = k + (<usize>ctz(left) << 2);
    const place = load<u32>(blockSlots + at), instance = load<u32>(hitInstances + at);
    if (place != knownPlace || instance != knownInstance) lookUp(pulse, place, instance);
    const same = v128.andnot(
      v128.and(i32x4.eq(places, i32x4.splat(place)), i32x4.eq(owners, i32x4.splat(instance))), missed,
    );
    if (i32x4.all_true(same)) {
      refineSame(pulseHits + k, rays, exits, true, same);
      return 4;
    }
    refineSame(pulseHits + k, rays, exits, false, same);
    left &= ~i32x4.bitmask(same);
  }
  return found;
}

/** Completes four hits on the triangle that was looked up; `all`, or those of `lanes`. */
@inline
function refineSame(hits: usize, rays: usize, exits: usize, all: bool, lanes: v128): void {
  const x = v128.load(rays), y = v128.load(rays + stride), z = v128.load(rays + 2 * stride);
  let near = f64x2.splat(toPlane), far = near;
  if (exits) {
    const off = exitsAlongPlane(exits);
    near = f64x2.sub(near, f64x2.promote_low_f32x4(off));
    far = f64x2.sub(far, f64x2.promote_low_f32x4(upperTwo(off)));
  }
  const nearSlope = alongPlaneTwo(x, y, z), farSlope = alongPlaneTwo(upperTwo(x), upperTwo(y), upperTwo(z));
  near = f64x2.div(near, nearSlope);
  far = f64x2.div(far, farSlope);
  const t = v128.shuffle<i32>(f32x4.demote_f64x2_zero(near), f32x4.demote_f64x2_zero(far), 0, 1, 4, 5);
  // Not exactly edge-on in f64, though not in f32; else the traversal's distance stands.
  const right = v128.and(f32x4.gt(t, f32x4.splat(0)), f32x4.lt(t, f32x4.splat(Infinity)));
  keep(hitField(hits, Hit.distance), t, false, all ? right : v128.and(lanes, right));
  keep(hitField(hits, Hit.triangle), i32x4.splat(number), all, lanes);
  keep(hitField(hits, Hit.surface), i32x4.splat(surface), all, lanes);
  const turned = exits ? signsTurned(nearSlope, farSlope) : i32x4.splat(0), normal = hitField(hits, Hit.normalX);
  keep(normal, v128.xor(f32x4.splat(normalX), turned), all, lanes);
  keep(normal + stride, v128.xor(f32x4.splat(normalY), turned), all, lanes);
  keep(normal + 2 * stride, v128.xor(f32x4.splat(normalZ), turned), all, lanes);
}

/**
 * Sign bits of the lanes whose subrays leave on the other side of the plane than the origin, from their components
 * along its normal.
 */
@inline
function signsTurned(nearSlope: v128, farSlope: v128): v128 {
  const facing = f64x2.splat(toPlane);
  const slopes = v128.shuffle<i32>(v128.xor(nearSlope, facing), v128.xor(farSlope, facing), 1, 3, 5, 7);
  return v128.and(slopes, i32x4.splat(0x80000000));
}

/** Stores `v`, all of it or the lanes that `lanes` has. */
@inline
function keep(at: usize, v: v128, all: bool, lanes: v128): void {
  v128.store(at, all ? v : v128.bitselect(v, v128.load(at), lanes));
}

/** Components of four exits along the plane's normal: f32 holds them to nanometres. */
@inline
function exitsAlongPlane(at: usize): v128 {
  const level = f32x4.add(
    f32x4.mul(f32x4.splat(flatX), v128.load(at)), f32x4.mul(f32x4.splat(flatY), v128.load(at + stride)),
  );
  return f32x4.add(level, f32x4.mul(f32x4.splat(flatZ), v128.load(at + 2 * stride)));
}

@inline
function upperTwo(v: v128): v128 { return v128.shuffle<i32>(v, v, 2, 3, 2, 3); }

/** Components of the lower two of four directions along the plane's normal. */
@inline
function alongPlaneTwo(x: v128, y: v128, z: v128): v128 {
  const level = f64x2.add(
    f64x2.mul(f64x2.splat(planeX), f64x2.promote_low_f32x4(x)),
    f64x2.mul(f64x2.splat(planeY), f64x2.promote_low_f32x4(y)),
  );
  return f64x2.add(level, f64x2.mul(f64x2.splat(planeZ), f64x2.promote_low_f32x4(z)));
}

function lookUp(pulse: usize, place: u32, instance: u32): void {
  const record = instances + <usize>instance * Instance.SIZE;
  if (instance != knownInstance) originInto(record, pulse);
  const block = blocks + <usize>(place >> 2) * TriangleBlock.SIZE;
  const corner = (isDeforming(record) ? blockInShape(record, block) : block) + (<usize>(place & 3) << 2);
  knownPlace = place;
  knownInstance = instance;
  surface = load<u32>(record, Instance.surfaceBase) + load<u32>(corner, TriangleBlock.group);
  number = load<u32>(corner, TriangleBlock.id);
  planeOf(corner);
  measurePlane(map, corner);
  flatX = <f32>planeX; flatY = <f32>planeY; flatZ = <f32>planeZ;
  unitNormal();
}

/** A block of a mover that deforms, at the time of the pulse. */
function blockInShape(record: usize, block: usize): usize {
  return blendBlock(block, cornerStrideOf(shapeOf(motionOf(record))), shareIn(map));
}

/** Sets the normal of the triangle's plane, in the mesh's frame. */
function planeOf(corner: usize): void {
  const ax = <f64>load<f32>(corner, TriangleBlock.ax);
  const ay = <f64>load<f32>(corner, TriangleBlock.ay);
  const az = <f64>load<f32>(corner, TriangleBlock.az);
  const ex = <f64>load<f32>(corner, TriangleBlock.bx) - ax;
  const ey = <f64>load<f32>(corner, TriangleBlock.by) - ay;
  const ez = <f64>load<f32>(corner, TriangleBlock.bz) - az;
  const fx = <f64>load<f32>(corner, TriangleBlock.cx) - ax;
  const fy = <f64>load<f32>(corner, TriangleBlock.cy) - ay;
  const fz = <f64>load<f32>(corner, TriangleBlock.cz) - az;
  planeX = ey * fz - ez * fy;
  planeY = ez * fx - ex * fz;
  planeZ = ex * fy - ey * fx;
}

/** Sets the origin of the pulse in the frame of the instance's mesh. */
function originInto(record: usize, pulse: usize): void {
  originX = <f64>load<f32>(pulse, Pulse.origin);
  originY = <f64>load<f32>(pulse, Pulse.origin + 4);
  originZ = <f64>load<f32>(pulse, Pulse.origin + 8);
  inPlace = isInPlace(record);
  if (inPlace) return;
  moves = isMoving(record);
  map = mapAt(record, pulse);
  intoMesh(map, originX, originY, originZ);
  originX = meshX;
  originY = meshY;
  originZ = meshZ;
}

/** N·(a − o) in the mesh's frame; then the normal goes to the scene's, by the transposed inverse, which keeps N·d. */
function measurePlane(map: usize, corner: usize): void {
  toPlane = (<f64>load<f32>(corner, TriangleBlock.ax) - originX) * planeX
    + (<f64>load<f32>(corner, TriangleBlock.ay) - originY) * planeY
    + (<f64>load<f32>(corner, TriangleBlock.az) - originZ) * planeZ;
  if (inPlace) return;
  const u = alongColumn(map, planeX, planeY, planeZ);
  const v = alongColumn(map + 4, planeX, planeY, planeZ);
  const w = alongColumn(map + 8, planeX, planeY, planeZ);
  planeX = u;
  planeY = v;
  planeZ = w;
}

/** Sets the normal at length 1, turned to the sensor: the origin lies on its side of the plane. */
@inline
function unitNormal(): void {
  const s = (toPlane > 0 ? -1.0 : 1.0) / sqrt<f64>(planeX * planeX + planeY * planeY + planeZ * planeZ);
  normalX = <f32>(planeX * s);
  normalY = <f32>(planeY * s);
  normalZ = <f32>(planeZ * s);
}

// The bundles of a wedge against the four triangles of a block.
//
// Edge functions through the common origin (Plücker coordinates; as in Embree's robust mode): with corners a, b, c
// relative to the origin, the edge from a to b has the normal (a − b) × (a + b), and a direction d passes inside where
// its products with the three normals have one sign. Swapping a and b negates the normal exactly, so that two
// triangles that share an edge decide on it alike: no direction passes between them. The normals depend on the
// triangle and the origin alone: they are computed once for all subrays of all pulses, four triangles at a time. The
// sign of those that meet the triangle ahead is known from the side of the plane on which the origin lies; normals are
// turned so that it is plus.
//
// The offset of a pulse's origin from that of the wedge, and of its subrays' exits (exits.ts) from its origin, turns
// the edges' normals, the same for all subrays of a pulse: see twist.ts.
//
// Before single subrays are tested, the block is tested against the cone of the whole bundle: a direction no farther
// than δ from the central one c changes a product by δ|normal| at most.
//
// If a product in f32 is no larger than its possible error (wgsl/triangles.wgsl has the sum of its roundings), the
// subray is decided in f64 (exact.ts), at once: branches are cheap here, while the GPU notes it for a pass of its own.
// So the outcome is that of f64 everywhere, at the price of f32.
//
// A distance in f32, of a triangle nearly edge-on above all, may lie before the boxes that hold the triangle. It is
// raised to the distance at which the bundle enters the triangle's own box: no box that is passed over because it
// begins behind a hit then holds a nearer one, and hits do not depend on the order in which triangles are met.

import { bundleExits, bundleLane, bundleRays, bundleTwist, takeBundle } from './bundle';
import { insideExactly } from './exact';
import { Group, hasExits, hasHit, setFarthest } from './group';
import { expectFirst, farthest, keepNearer } from './nearest';
import { EDGE_ROUNDING, ROUNDING, TriangleBlock } from './records.generated';
import { blockVectors } from './scratch';
import { Twist } from './twist';
import { ARRAY, Wedge } from './wedge';
import { room, stride } from './work';

/** Byte offsets of the vectors of a block, BLOCK_VECTOR_BYTES in total: a lane a triangle. */
namespace Block {
  /** Normals of the edges; the possible errors of their products; their lengths. */
  export const u: usize = 0;
  export const v: usize = 48;
  export const w: usize = 96;
  export const doubt: usize = 144;
  export const lengths: usize = 160;
  /** Edges, turned like their normals, and at least the length of the longest. */
  export const edges: usize = 208;
  export const longest: usize = 352;
  /** The normal of the plane; corner a along it, from the origin of the bundle in hand. */
  export const plane: usize = 368;
  export const toPlane: usize = 416;
  /** The triangle's box: lower and upper bounds. */
  export const low: usize = 432;
  export const high: usize = 480;
  /** Distance at which the bundle in hand enters the triangle's box. */
  export const enter: usize = 528;
  /** Products of some subrays with a triangle's edges, the least of three each. */
  export const products: usize = 544;
}

@inline
function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

@inline
function length3(x: v128, y: v128, z: v128): v128 { return f32x4.sqrt(dot3(x, y, z, x, y, z)); }

/** Sum of a vector's coordinates, their signs taken off. */
@inline
function size3(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
}

@inline
function cross1(ay: v128, az: v128, by: v128, bz: v128): v128 {
  return f32x4.sub(f32x4.mul(ay, bz), f32x4.mul(az, by));
}

@inline
function store3(at: usize, x: v128, y: v128, z: v128): void {
  v128.store(at, x);
  v128.store(at, y, 16);
  v128.store(at, z, 32);
}

/** Flips the signs of a vector's coordinates where `turn` has sign bits. */
@inline
function storeTurned(at: usize, turn: v128, x: v128, y: v128, z: v128): void {
  store3(at, v128.xor(x, turn), v128.xor(y, turn), v128.xor(z, turn));
}

/**
 * Prepares a block's triangles for the wedge; returns bits of those on either side of which subrays may begin. With n =
 * e1 × e0, the normals of the edges add up to −2n: if the origin lies on the side to which n points, subrays that meet
 * the triangle ahead have products with n below 0, and products with the edges' normals above.
 */
function prepareBlock(block: usize, wedge: usize, out: usize): i32 {
  const ox = v128.load32_splat(wedge, Wedge.reference);
  const oy = v128.load32_splat(wedge, Wedge.reference + 4);
  const oz = v128.load32_splat(wedge, Wedge.reference + 8);
  const pax = v128.load(block, TriangleBlock.ax);
  const pay = v128.load(block, TriangleBlock.ay);
  const paz = v128.load(block, TriangleBlock.az);
  const pbx = v128.load(block, TriangleBlock.bx);
  const pby = v128.load(block, TriangleBlock.by);
  const pbz = v128.load(block, TriangleBlock.bz);
  const pcx = v128.load(block, TriangleBlock.cx);
  const pcy = v128.load(block, TriangleBlock.cy);
  const pcz = v128.load(block, TriangleBlock.cz);
  store3(
    out + Block.low, f32x4.pmin(f32x4.pmin(pax, pbx), pcx), f32x4.pmin(f32x4.pmin(pay, pby), pcy),
    f32x4.pmin(f32x4.pmin(paz, pbz), pcz),
  );
  store3(
    out + Block.high, f32x4.pmax(f32x4.pmax(pax, pbx), pcx), f32x4.pmax(f32x4.pmax(pay, pby), pcy),
    f32x4.pmax(f32x4.pmax(paz, pbz), pcz),
  );
  const ax = f32x4.sub(pax, ox), ay = f32x4.sub(pay, oy), az = f32x4.sub(paz, oz);
  const bx = f32x4.sub(pbx, ox), by = f32x4.sub(pby, oy), bz = f32x4.sub(pbz, oz);
  const cx = f32x4.sub(pcx, ox), cy = f32x4.sub(pcy, oy), cz = f32x4.sub(pcz, oz);
  // Of the corners themselves: relative to a far origin they are rounded by more than small triangles bear.
  const e0x = f32x4.sub(pcx, pax), e0y = f32x4.sub(pcy, pay), e0z = f32x4.sub(pcz, paz);
  const e1x = f32x4.sub(pax, pbx), e1y = f32x4.sub(pay, pby), e1z = f32x4.sub(paz, pbz);
  const e2x = f32x4.sub(pbx, pcx), e2y = f32x4.sub(pby, pcy), e2z = f32x4.sub(pbz, pcz);

  const nx = cross1(e1y, e1z, e0y, e0z), ny = cross1(e1z, e1x, e0z, e0x), nz = cross1(e1x, e1y, e0x, e0y);
  const toPlane = dot3(ax, ay, az, nx, ny, nz);
  store3(out + Block.plane, nx, ny, nz);
  v128.store(out, toPlane, Block.toPlane);
  const turn = v128.andnot(i32x4.splat(0x80000000), toPlane);
  const size0 = size3(e0x, e0y, e0z), size1 = size3(e1x, e1y, e1z), size2 = size3(e2x, e2y, e2z);
  const rounding = f32x4.mul(f32x4.mul(f32x4.splat(ROUNDING), size3(ax, ay, az)), f32x4.mul(size0, size1));
  const off = f32x4.mul(v128.load32_splat(wedge, Wedge.offOrigin), size3(nx, ny, nz));
  const bothSides = i32x4.bitmask(f32x4.le(f32x4.abs(toPlane), f32x4.add(rounding, off)));

  const s0x = f32x4.add(cx, ax), s0y = f32x4.add(cy, ay), s0z = f32x4.add(cz, az);
  const s1x = f32x4.add(ax, bx), s1y = f32x4.add(ay, by), s1z = f32x4.add(az, bz);
  const s2x = f32x4.add(bx, cx), s2y = f32x4.add(by, cy), s2z = f32x4.add(bz, cz);
  const ux = cross1(e0y, e0z, s0y, s0z), uy = cross1(e0z, e0x, s0z, s0x), uz = cross1(e0x, e0y, s0x, s0y);
  const vx = cross1(e1y, e1z, s1y, s1z), vy = cross1(e1z, e1x, s1z, s1x), vz = cross1(e1x, e1y, s1x, s1y);
  const wx = cross1(e2y, e2z, s2y, s2z), wy = cross1(e2z, e2x, s2z, s2x), wz = cross1(e2x, e2y, s2x, s2y);
  storeTurned(out + Block.u, turn, ux, uy, uz);
  storeTurned(out + Block.v, turn, vx, vy, vz);
  storeTurned(out + Block.w, turn, wx, wy, wz);
  store3(out + Block.lengths, length3(ux, uy, uz), length3(vx, vy, vz), length3(wx, wy, wz));
  const widest = f32x4.pmax(
    f32x4.pmax(
      f32x4.mul(size0, f32x4.add(size3(s0x, s0y, s0z), size0)),
      f32x4.mul(size1, f32x4.add(size3(s1x, s1y, s1z), size1)),
    ),
    f32x4.mul(size2, f32x4.add(size3(s2x, s2y, s2z), size2)),
  );
  v128.store(out, f32x4.mul(widest, f32x4.splat(EDGE_ROUNDING * load<f32>(wedge, Wedge.longest))), Block.doubt);
  if (!twisted) return bothSides;
  storeTurned(out + Block.edges, turn, e0x, e0y, e0z);
  storeTurned(out + Block.edges + 48, turn, e1x, e1y, e1z);
  storeTurned(out + Block.edges + 96, turn, e2x, e2y, e2z);
  v128.store(out, f32x4.pmax(f32x4.pmax(size0, size1), size2), Block.longest);
  return bothSides;
}

/** Whether the pulses that are tested have origins of their own; whether they do, or their subrays leave at exits. */
let apart: bool = false;
let twisted: bool = false;

/** Tests the pulses of `mask` against a block; true if a subray found a nearer hit. */
export function intersectBlock(block: usize, blockIndex: u32, wedge: usize, mask: u64, instance: u32): bool {
  const prepared = blockVectors();
  apart = !load<u32>(wedge, Wedge.together);
  twisted = apart || hasExits;
  const bothSides = prepareBlock(block, wedge, prepared);
  let found = false;
  for (; mask != 0; mask &= mask - 1) {
    const i = <i32>ctz(mask);
    const touched = touchCone(prepared, wedge + (<usize>i << 2), bothSides);
    if (touched == 0) continue;
    if (!intersectTriangles(block, blockIndex, prepared, wedge, i, touched, instance)) continue;
    found = true;
    setFarthest(i, farthest());
  }
  return found;
}

/** Of the triangles that the cone of touchCone's last pulse touches, those that it passes inside as a whole, ahead. */
let passed: i32 = 0;

/**
 * The block's triangles that the cone of the pulse at `lane` can touch ahead; four bits higher: those of `bothSides`
 * that it can touch behind.
 */
@inline
function touchCone(prepared: usize, lane: usize, bothSides: i32): i32 {
  const cx = v128.load32_splat(lane, Wedge.center);
  const cy = v128.load32_splat(lane, Wedge.center + ARRAY);
  const cz = v128.load32_splat(lane, Wedge.center + 2 * ARRAY);
  const spread = v128.load32_splat(lane, Wedge.spread);
  let u = alongNormal(prepared + Block.u, cx, cy, cz);
  let v = alongNormal(prepared + Block.v, cx, cy, cz);
  let w = alongNormal(prepared + Block.w, cx, cy, cz);
  let margin = v128.load(prepared, Block.doubt);
  if (apart) {
    const tx = v128.load32_splat(lane, Wedge.turn);
    const ty = v128.load32_splat(lane, Wedge.turn + ARRAY);
    const tz = v128.load32_splat(lane, Wedge.turn + 2 * ARRAY);
    u = f32x4.add(u, alongNormal(prepared + Block.edges, tx, ty, tz));
    v = f32x4.add(v, alongNormal(prepared + Block.edges + 48, tx, ty, tz));
    w = f32x4.add(w, alongNormal(prepared + Block.edges + 96, tx, ty, tz));
  }
  if (twisted)
    margin = f32x4.add(margin, f32x4.mul(v128.load(prepared, Block.longest), v128.load32_splat(lane, Wedge.margin)));
  const du = f32x4.mul(spread, v128.load(prepared, Block.lengths));
  const dv = f32x4.mul(spread, v128.load(prepared, Block.lengths + 16));
  const dw = f32x4.mul(spread, v128.load(prepared, Block.lengths + 32));
  const outermost = f32x4.pmin(f32x4.pmin(f32x4.add(u, du), f32x4.add(v, dv)), f32x4.add(w, dw));
  let touched = i32x4.bitmask(f32x4.ge(outermost, f32x4.neg(margin)));
  if (bothSides) {
    const behind = f32x4.pmax(f32x4.pmax(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
    touched |= (i32x4.bitmask(f32x4.le(behind, margin)) & bothSides) << 4;
  }
  if (touched == 0) return 0;
  // Most pulses pass inside the triangle that they hit.
  const innermost = f32x4.pmin(f32x4.pmin(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
  passed = i32x4.bitmask(f32x4.gt(innermost, margin));
  return touched;
}

/** Products of directions with the normals (or of turns with edges) of four triangles. */
@inline
function alongNormal(at: usize, x: v128, y: v128, z: v128): v128 {
  return dot3(x, y, z, v128.load(at), v128.load(at, 16), v128.load(at, 32));
}

/** The subrays of pulse i against the triangles that its cone touches. */
function intersectTriangles(
  block: usize, blockIndex: u32, prepared: usize, wedge: usize, i: i32, touched: i32, instance: u32,
): bool {
  const whole = passed;
  takeBundle(wedge, i);
  seeTriangles(block, prepared, room() + (<usize>i << 2));
  expectFirst(!hasHit(i));
  let found = false;
  for (; touched != 0; touched &= touched - 1) {
    const bit = ctz(touched), triangle = bit & 3, offset = <usize>triangle << 2;
    const lane = prepared + offset, corner = block + offset, place = (blockIndex << 2) | triangle;
    if (bit > 3) turnAround(lane);
    const hit = whole & (1 << bit)
      ? passTriangle(lane, corner, place, instance)
      : intersectTriangle(lane, corner, place, instance);
    if (bit > 3) turnAround(lane);
    if (!hit) continue;
    found = true;
    expectFirst(false);
  }
  return found;
}

/** Turns the edges of one triangle, and their normals. */
function turnAround(lane: usize): void {
  for (let at: usize = Block.u; at < Block.doubt; at += 16) store<f32>(lane + at, -load<f32>(lane + at));
  for (let at: usize = Block.edges; at < Block.longest; at += 16) store<f32>(lane + at, -load<f32>(lane + at));
}

/**
 * Sets the distances of the origin of the bundle in hand from the planes of the block's triangles, and those at which
 * it enters their boxes.
 */
@inline
function seeTriangles(block: usize, prepared: usize, pulse: usize): void {
  const lane = bundleLane;
  if (apart) {
    const x = f32x4.sub(v128.load(block, TriangleBlock.ax), v128.load32_splat(lane, Wedge.origin));
    const y = f32x4.sub(v128.load(block, TriangleBlock.ay), v128.load32_splat(lane, Wedge.origin + ARRAY));
    const z = f32x4.sub(v128.load(block, TriangleBlock.az), v128.load32_splat(lane, Wedge.origin + 2 * ARRAY));
    v128.store(prepared, alongNormal(prepared + Block.plane, x, y, z), Block.toPlane);
  }
  const x = enterExtent(prepared, lane);
  const y = enterExtent(prepared + 16, lane + ARRAY);
  const z = enterExtent(prepared + 32, lane + 2 * ARRAY);
  v128.store(prepared, f32x4.pmax(f32x4.pmax(x, y), f32x4.pmax(z, v128.load32_splat(pulse, Group.floor))), Block.enter);
}

/**
 * Along one axis: by the same operations as those of boxes.ts, so that no box that holds the
 * triangle's is entered later.
 */
@inline
function enterExtent(bounds: usize, axis: usize): v128 {
  const origin = v128.load32_splat(axis, Wedge.nearOrigin), near = v128.load32_splat(axis, Wedge.near);
  const low = f32x4.sub(v128.load(bounds, Block.low), origin), high = f32x4.sub(v128.load(bounds, Block.high), origin);
  return f32x4.pmin(f32x4.mul(low, near), f32x4.mul(high, near));
}

/** The normal of one triangle's edge: x, y, z; turned for the bundle in hand (twist.ts), if it needs that. */
@inline
function normalOf(lane: usize, normal: usize, edge: usize): v128 {
  const at = lane + normal, e = lane + edge;
  const seen = v128.load32_lane(at + 32, v128.load32_lane(at + 16, v128.load32_zero(at), 1), 2);
  if (!twisted) return seen;
  const turned = dot3(
    v128.load32_splat(e), v128.load32_splat(e, 16), v128.load32_splat(e, 32),
    v128.load(bundleTwist, Twist.x), v128.load(bundleTwist, Twist.y), v128.load(bundleTwist, Twist.z),
  );
  return f32x4.add(seen, turned);
}

@inline
function x4(v: v128): v128 { return v128.shuffle<f32>(v, v, 0, 0, 0, 0); }
@inline
function y4(v: v128): v128 { return v128.shuffle<f32>(v, v, 1, 1, 1, 1); }
@inline
function z4(v: v128): v128 { return v128.shuffle<f32>(v, v, 2, 2, 2, 2); }

/** Vectors of subrays whose products are formed before any subray is decided. */
const PRODUCTS: usize = 16;

/**
 * One triangle (vectors' one lane at `lane`, corners at `corner`) against every subray of the bundle in hand: first the
 * products of all, without a branch, since processors cannot guess which vectors pass outside.
 */
function intersectTriangle(lane: usize, corner: usize, place: u32, instance: u32): bool {
  const nu = normalOf(lane, Block.u, Block.edges), ux = x4(nu), uy = y4(nu), uz = z4(nu);
  const nv = normalOf(lane, Block.v, Block.edges + 48), vx = x4(nv), vy = y4(nv), vz = z4(nv);
  const nw = normalOf(lane, Block.w, Block.edges + 96), wx = x4(nw), wy = y4(nw), wz = z4(nw);
  let doubt = v128.load32_splat(lane, Block.doubt);
  if (twisted)
    doubt = f32x4.add(
      doubt, f32x4.mul(v128.load32_splat(lane, Block.longest), v128.load32_splat(bundleTwist, Twist.slack)),
    );
  const rays = bundleRays, bytes = stride, products = blockVectors() + Block.products;
  let found = false;
  for (let first: usize = 0; first < bytes; first += 16 * PRODUCTS) {
    const end = min<usize>(bytes, first + 16 * PRODUCTS);
    let possible = 0, bit = 1;
    for (let k = first; k < end; k += 16) {
      const dx = v128.load(rays + k), dy = v128.load(rays + k + bytes), dz = v128.load(rays + k + 2 * bytes);
      const u = dot3(dx, dy, dz, ux, uy, uz);
      const v = dot3(dx, dy, dz, vx, vy, vz);
      const w = dot3(dx, dy, dz, wx, wy, wz);
      const least = f32x4.pmin(f32x4.pmin(u, v), w);
      v128.store(products + k - first, least);
      possible |= select<i32>(0, bit, i32x4.bitmask(f32x4.add(least, doubt)) == 15);
      bit <<= 1;
    }
    for (; possible != 0; possible &= possible - 1) {
      const at = <usize>ctz(possible) << 4, least = v128.load(products + at);
      let inside = f32x4.gt(least, doubt);
      const undecided = i32x4.bitmask(f32x4.add(least, doubt)) ^ 15 ^ i32x4.bitmask(inside);
      if (undecided) inside = v128.or(inside, lanesOf(insideExactly(corner, first + at, undecided)));
      if (meetPlane(first + at, inside, lane, corner, place, instance)) found = true;
    }
  }
  return found;
}

/** Like intersectTriangle, for a triangle inside which all subrays pass. */
function passTriangle(lane: usize, corner: usize, place: u32, instance: u32): bool {
  let found = false;
  for (let k: usize = 0; k < stride; k += 16)
    if (meetPlane(k, i32x4.splat(-1), lane, corner, place, instance)) found = true;
  return found;
}

/** Keeps the hits of four subrays, those of `inside`, with the triangle's plane; true if one is nearer. */
@inline
function meetPlane(k: usize, inside: v128, lane: usize, corner: usize, place: u32, instance: u32): bool {
  const nx = v128.load32_splat(lane, Block.plane);
  const ny = v128.load32_splat(lane, Block.plane + 16);
  const nz = v128.load32_splat(lane, Block.plane + 32);
  let toPlane = v128.load32_splat(lane, Block.toPlane);
  if (bundleExits) toPlane = f32x4.sub(toPlane, along(bundleExits + k, nx, ny, nz));
  const t = f32x4.div(toPlane, along(bundleRays + k, nx, ny, nz));
  const ahead = v128.and(f32x4.gt(t, f32x4.splat(0)), f32x4.lt(t, f32x4.splat(Infinity)));
  const behindBoxes = f32x4.pmax(t, v128.load32_splat(lane, Block.enter));
  return keepNearer(k, behindBoxes, v128.and(inside, ahead), corner, place, instance);
}

/** Components along a normal of four vectors at `at`, their coordinates `stride` bytes apart. */
@inline
function along(at: usize, nx: v128, ny: v128, nz: v128): v128 {
  return dot3(v128.load(at), v128.load(at + stride), v128.load(at + 2 * stride), nx, ny, nz);
}

/** A mask of lanes from a bit each. */
@inline
function lanesOf(bits: i32): v128 {
  return i32x4.ne(v128.and(i32x4.splat(bits), i32x4(1, 2, 4, 8)), i32x4.splat(0));
}

// The bundles of a wedge against the four triangles of a block.
//
// Edge functions through the common origin (Plücker coordinates; as in Embree's robust mode): with corners a, b, c relative
// to the origin, the edge from a to b has the normal (a − b) × (a + b), and a direction d passes inside where its products
// with the three normals have one sign. Swapping a and b negates the normal exactly, so that two triangles that share an
// edge decide on it alike: no direction passes between them. The normals depend on the triangle and the origin alone:
// they are computed once for all subrays of all pulses that share the origin, four triangles at a time.
//
// Subrays that leave at places of their own (exits.ts) are tested alike: to first order they turn the edges' normals, the same for all
// of a pulse.
//
// Before single subrays are tested, the block is tested against the cone of the whole bundle: a direction no farther than
// δ from the central one c changes a product by δ|normal| at most.
//
// A product in f32 is off by some units in the last place of |a − b||a + b|; where it is no larger than that, the subray is
// decided in f64 (exact.ts), at once: branches are cheap here, while the GPU notes it for a pass of its own. So the outcome is
// that of f64 everywhere, at the price of f32.
//
// A distance in f32, of a triangle nearly edge-on above all, may lie before the boxes that hold the triangle. It is raised to where
// the bundle enters the triangle's own box: no box that is passed over because it begins behind a hit then holds a nearer one, and
// hits do not depend on the order in which triangles are met.

import { bundleExits, bundleLane, bundleRays, bundleTwist, takeBundle } from './bundle';
import { insideExactly } from './exact';
import { Group, hasExits, setFarthest } from './group';
import { farthest, keepNearer } from './nearest';
import { ROUNDING, TriangleBlock } from './records.generated';
import { ownVectors, sharedVectors } from './scratch';
import { Twist } from './twist';
import { ARRAY, Wedge } from './wedge';
import { room, stride } from './work';

/** Byte offsets of the vectors of a block, BLOCK_VECTOR_BYTES in total: a lane a triangle. */
namespace Block {
  /** Normals of the edges; their lengths; what their products may be off by. */
  export const u: usize = 0;
  export const v: usize = 48;
  export const w: usize = 96;
  export const doubt: usize = 144;
  export const lengths: usize = 160;
  /** Edges, and at least the length of the longest. */
  export const edges: usize = 208;
  export const longest: usize = 352;
  /** The normal of the plane, and the origin's distance along it. */
  export const plane: usize = 368;
  export const toPlane: usize = 416;
  /** The triangle's box: lower and upper bounds; where the bundle in hand enters it. */
  export const low: usize = 432;
  export const high: usize = 480;
  export const enter: usize = 528;
  /** Normals of the edges and doubt as the exits of the bundle in hand change them; stored like those above. */
  export const twisted: usize = 544;
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


/** Edges' normals as seen from the origin of `lane`, and what the cone's test needs besides; `drift` as in wedges. */
function prepareEdges(block: usize, lane: usize, drift: f32, out: usize): void {
  const ox = v128.load32_splat(lane, Wedge.origin), oy = v128.load32_splat(lane, Wedge.origin + ARRAY), oz = v128.load32_splat(lane, Wedge.origin + 2 * ARRAY);
  const ax = f32x4.sub(v128.load(block, TriangleBlock.ax), ox);
  const ay = f32x4.sub(v128.load(block, TriangleBlock.ay), oy);
  const az = f32x4.sub(v128.load(block, TriangleBlock.az), oz);
  const bx = f32x4.sub(v128.load(block, TriangleBlock.bx), ox);
  const by = f32x4.sub(v128.load(block, TriangleBlock.by), oy);
  const bz = f32x4.sub(v128.load(block, TriangleBlock.bz), oz);
  const cx = f32x4.sub(v128.load(block, TriangleBlock.cx), ox);
  const cy = f32x4.sub(v128.load(block, TriangleBlock.cy), oy);
  const cz = f32x4.sub(v128.load(block, TriangleBlock.cz), oz);
  const e0x = f32x4.sub(cx, ax), e0y = f32x4.sub(cy, ay), e0z = f32x4.sub(cz, az);
  const e1x = f32x4.sub(ax, bx), e1y = f32x4.sub(ay, by), e1z = f32x4.sub(az, bz);
  const e2x = f32x4.sub(bx, cx), e2y = f32x4.sub(by, cy), e2z = f32x4.sub(bz, cz);
  const s0x = f32x4.add(cx, ax), s0y = f32x4.add(cy, ay), s0z = f32x4.add(cz, az);
  const s1x = f32x4.add(ax, bx), s1y = f32x4.add(ay, by), s1z = f32x4.add(az, bz);
  const s2x = f32x4.add(bx, cx), s2y = f32x4.add(by, cy), s2z = f32x4.add(bz, cz);
  const ux = cross1(e0y, e0z, s0y, s0z), uy = cross1(e0z, e0x, s0z, s0x), uz = cross1(e0x, e0y, s0x, s0y);
  const vx = cross1(e1y, e1z, s1y, s1z), vy = cross1(e1z, e1x, s1z, s1x), vz = cross1(e1x, e1y, s1x, s1y);
  const wx = cross1(e2y, e2z, s2y, s2z), wy = cross1(e2z, e2x, s2z, s2x), wz = cross1(e2x, e2y, s2x, s2y);
  store3(out + Block.u, ux, uy, uz);
  store3(out + Block.v, vx, vy, vz);
  store3(out + Block.w, wx, wy, wz);
  const size0 = size3(e0x, e0y, e0z), size1 = size3(e1x, e1y, e1z), size2 = size3(e2x, e2y, e2z);
  const widest = f32x4.pmax(
    f32x4.pmax(f32x4.mul(size0, size3(s0x, s0y, s0z)), f32x4.mul(size1, size3(s1x, s1y, s1z))),
    f32x4.mul(size2, size3(s2x, s2y, s2z)),
  );
  v128.store(out, f32x4.mul(widest, f32x4.splat(ROUNDING)), Block.doubt);
  let lengthU = length3(ux, uy, uz), lengthV = length3(vx, vy, vz), lengthW = length3(wx, wy, wz);
  if (drift != 0) {
    const f = f32x4.splat(drift);
    lengthU = f32x4.add(lengthU, f32x4.mul(f, length3(e0x, e0y, e0z)));
    lengthV = f32x4.add(lengthV, f32x4.mul(f, length3(e1x, e1y, e1z)));
    lengthW = f32x4.add(lengthW, f32x4.mul(f, length3(e2x, e2y, e2z)));
  }
  store3(out + Block.lengths, lengthU, lengthV, lengthW);
  if (!hasExits) return;
  store3(out + Block.edges, e0x, e0y, e0z);
  store3(out + Block.edges + 48, e1x, e1y, e1z);
  store3(out + Block.edges + 96, e2x, e2y, e2z);
  v128.store(out, f32x4.pmax(f32x4.pmax(size0, size1), size2), Block.longest);
}

/** The planes of the block's triangles as seen from the origin of `lane`, and their boxes. */
function preparePlanes(block: usize, lane: usize, out: usize): void {
  const ox = v128.load32_splat(lane, Wedge.origin), oy = v128.load32_splat(lane, Wedge.origin + ARRAY), oz = v128.load32_splat(lane, Wedge.origin + 2 * ARRAY);
  const pax = v128.load(block, TriangleBlock.ax), pay = v128.load(block, TriangleBlock.ay), paz = v128.load(block, TriangleBlock.az);
  const pbx = v128.load(block, TriangleBlock.bx), pby = v128.load(block, TriangleBlock.by), pbz = v128.load(block, TriangleBlock.bz);
  const pcx = v128.load(block, TriangleBlock.cx), pcy = v128.load(block, TriangleBlock.cy), pcz = v128.load(block, TriangleBlock.cz);
  const ax = f32x4.sub(pax, ox), ay = f32x4.sub(pay, oy), az = f32x4.sub(paz, oz);
  const bx = f32x4.sub(pbx, ox), by = f32x4.sub(pby, oy), bz = f32x4.sub(pbz, oz);
  const cx = f32x4.sub(pcx, ox), cy = f32x4.sub(pcy, oy), cz = f32x4.sub(pcz, oz);
  const e0x = f32x4.sub(cx, ax), e0y = f32x4.sub(cy, ay), e0z = f32x4.sub(cz, az);
  const e1x = f32x4.sub(ax, bx), e1y = f32x4.sub(ay, by), e1z = f32x4.sub(az, bz);
  const nx = cross1(e1y, e1z, e0y, e0z), ny = cross1(e1z, e1x, e0z, e0x), nz = cross1(e1x, e1y, e0x, e0y);
  store3(out + Block.plane, nx, ny, nz);
  v128.store(out, dot3(ax, ay, az, nx, ny, nz), Block.toPlane);
  store3(out + Block.low, f32x4.pmin(f32x4.pmin(pax, pbx), pcx), f32x4.pmin(f32x4.pmin(pay, pby), pcy), f32x4.pmin(f32x4.pmin(paz, pbz), pcz));
  store3(out + Block.high, f32x4.pmax(f32x4.pmax(pax, pbx), pcx), f32x4.pmax(f32x4.pmax(pay, pby), pcy), f32x4.pmax(f32x4.pmax(paz, pbz), pcz));
}

/** Of the block's triangles, those that the cone of touchCone's last pulse passes inside as a whole. */
let passed: i32 = 0;

/** Which of the block's triangles the cone of the pulse at `lane` can touch, from either side. */
@inline
function touchCone(prepared: usize, lane: usize): i32 {
  const dx = v128.load32_splat(lane, Wedge.center), dy = v128.load32_splat(lane, Wedge.center + ARRAY), dz = v128.load32_splat(lane, Wedge.center + 2 * ARRAY);
  const spread = v128.load32_splat(lane, Wedge.spread);
  const u = alongNormal(prepared + Block.u, dx, dy, dz), v = alongNormal(prepared + Block.v, dx, dy, dz), w = alongNormal(prepared + Block.w, dx, dy, dz);
  const du = f32x4.mul(spread, v128.load(prepared, Block.lengths));
  const dv = f32x4.mul(spread, v128.load(prepared, Block.lengths + 16));
  const dw = f32x4.mul(spread, v128.load(prepared, Block.lengths + 32));
  let margin = v128.load(prepared, Block.doubt);
  if (hasExits) margin = f32x4.add(margin, f32x4.mul(v128.load(prepared, Block.longest), v128.load32_splat(lane, Wedge.margin)));
  const front = f32x4.pmin(f32x4.pmin(f32x4.add(u, du), f32x4.add(v, dv)), f32x4.add(w, dw));
  const back = f32x4.pmax(f32x4.pmax(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
  const touched = i32x4.bitmask(v128.or(f32x4.ge(front, f32x4.neg(margin)), f32x4.le(back, margin)));
  if (touched == 0) return 0;
  const leastFront = f32x4.pmin(f32x4.pmin(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
  const mostBack = f32x4.pmax(f32x4.pmax(f32x4.add(u, du), f32x4.add(v, dv)), f32x4.add(w, dw));
  passed = i32x4.bitmask(v128.or(f32x4.gt(leastFront, margin), f32x4.lt(mostBack, f32x4.neg(margin))));
  return touched;
}

@inline
function alongNormal(at: usize, x: v128, y: v128, z: v128): v128 {
  return dot3(x, y, z, v128.load(at), v128.load(at, 16), v128.load(at, 32));
}

/** Tests the pulses of `mask` against a block; true where a subray found a nearer hit. */
export function intersectBlock(block: usize, blockIndex: u32, wedge: usize, mask: u64, instance: u32): bool {
  if ((mask & (mask - 1)) == 0) return intersectAlone(block, blockIndex, wedge, <i32>ctz(mask), instance);
  return load<u32>(wedge, Wedge.together)
    ? intersectTogether(block, blockIndex, wedge, mask, instance)
    : intersectApart(block, blockIndex, wedge, mask, instance);
}

/** Pulses of one origin: the block is prepared for all of them. */
function intersectTogether(block: usize, blockIndex: u32, wedge: usize, mask: u64, instance: u32): bool {
  const prepared = sharedVectors(), first = wedge + (<usize>ctz(mask) << 2);
  prepareEdges(block, first, 0, prepared);
  let found = false, planes = false;
  for (; mask != 0; mask &= mask - 1) {
    const i = <i32>ctz(mask);
    const touched = touchCone(prepared, wedge + (<usize>i << 2));
    if (touched == 0) continue;
    if (!planes) preparePlanes(block, first, prepared);
    planes = true;
    if (intersectTriangles(block, blockIndex, prepared, wedge, i, touched, instance)) found = true;
  }
  return found;
}

/** Pulses of origins of their own: of one of them, with wider cones, the block is tested for all of them first. */
function intersectApart(block: usize, blockIndex: u32, wedge: usize, mask: u64, instance: u32): bool {
  const prepared = sharedVectors(), first = wedge + (<usize>ctz(mask) << 2);
  prepareEdges(block, first, load<f32>(wedge, Wedge.drift), prepared);
  let found = false;
  for (; mask != 0; mask &= mask - 1) {
    const i = <i32>ctz(mask);
    if (touchCone(prepared, wedge + (<usize>i << 2)) && intersectAlone(block, blockIndex, wedge, i, instance)) found = true;
  }
  return found;
}

/** One pulse. */
function intersectAlone(block: usize, blockIndex: u32, wedge: usize, i: i32, instance: u32): bool {
  const prepared = ownVectors(), lane = wedge + (<usize>i << 2);
  prepareEdges(block, lane, 0, prepared);
  const touched = touchCone(prepared, lane);
  if (touched == 0) return false;
  preparePlanes(block, lane, prepared);
  return intersectTriangles(block, blockIndex, prepared, wedge, i, touched, instance);
}

/** The subrays of a pulse against the triangles that its cone touches. */
function intersectTriangles(block: usize, blockIndex: u32, prepared: usize, wedge: usize, i: i32, touched: i32, instance: u32): bool {
  const whole = passed;
  takeBundle(wedge, i);
  enterTriangles(prepared, <usize>i << 2);
  let found = false;
  for (; touched != 0; touched &= touched - 1) {
    const lane = ctz(touched), offset = <usize>lane << 2;
    const place = (blockIndex << 2) | lane;
    if (bundleExits && !(whole & (1 << lane))) twistEdges(prepared + offset);
    const hit = whole & (1 << lane)
      ? passTriangle(prepared + offset, block + offset, place, instance)
      : intersectTriangle(prepared + offset, block + offset, place, instance);
    if (hit) found = true;
  }
  if (found) setFarthest(i, farthest());
  return found;
}

/** Where the bundle in hand, pulse number i / 4, enters the boxes of the block's triangles. */
@inline
function enterTriangles(prepared: usize, i: usize): void {
  const x = enterExtent(prepared, bundleLane), y = enterExtent(prepared + 16, bundleLane + ARRAY), z = enterExtent(prepared + 32, bundleLane + 2 * ARRAY);
  v128.store(prepared, f32x4.pmax(f32x4.pmax(x, y), f32x4.pmax(z, v128.load32_splat(room() + i, Group.floor))), Block.enter);
}

/** Along one axis: by the same operations as those of boxes.ts, so that no box that holds the triangle's is entered later. */
@inline
function enterExtent(bounds: usize, axis: usize): v128 {
  const origin = v128.load32_splat(axis, Wedge.nearOrigin), near = v128.load32_splat(axis, Wedge.near);
  return f32x4.pmin(
    f32x4.mul(f32x4.sub(v128.load(bounds, Block.low), origin), near), f32x4.mul(f32x4.sub(v128.load(bounds, Block.high), origin), near),
  );
}

/** Turns the normals of one triangle's edges as the exits of the bundle in hand ask for: see twist.ts. */
function twistEdges(lane: usize): void {
  twistEdge(lane + Block.u, lane + Block.edges, lane + Block.twisted + Block.u);
  twistEdge(lane + Block.v, lane + Block.edges + 48, lane + Block.twisted + Block.v);
  twistEdge(lane + Block.w, lane + Block.edges + 96, lane + Block.twisted + Block.w);
  const doubt = load<f32>(lane, Block.doubt) + load<f32>(lane, Block.longest) * load<f32>(bundleTwist, Twist.slack);
  store<f32>(lane, doubt, Block.twisted + Block.doubt);
}

@inline
function twistEdge(normal: usize, edge: usize, out: usize): void {
  const turned = dot3(
    v128.load32_splat(edge), v128.load32_splat(edge, 16), v128.load32_splat(edge, 32),
    v128.load(bundleTwist, Twist.x), v128.load(bundleTwist, Twist.y), v128.load(bundleTwist, Twist.z),
  );
  store<f32>(out, load<f32>(normal) + f32x4.extract_lane(turned, 0));
  store<f32>(out, load<f32>(normal, 16) + f32x4.extract_lane(turned, 1), 16);
  store<f32>(out, load<f32>(normal, 32) + f32x4.extract_lane(turned, 2), 32);
}

/** One triangle (vectors' one lane at `lane`, corners at `corner`) against every subray of the bundle in hand. */
function intersectTriangle(lane: usize, corner: usize, place: u32, instance: u32): bool {
  const edges = bundleExits ? lane + Block.twisted : lane;
  const ux = v128.load32_splat(edges, Block.u), uy = v128.load32_splat(edges, Block.u + 16), uz = v128.load32_splat(edges, Block.u + 32);
  const vx = v128.load32_splat(edges, Block.v), vy = v128.load32_splat(edges, Block.v + 16), vz = v128.load32_splat(edges, Block.v + 32);
  const wx = v128.load32_splat(edges, Block.w), wy = v128.load32_splat(edges, Block.w + 16), wz = v128.load32_splat(edges, Block.w + 32);
  const doubt = v128.load32_splat(edges, Block.doubt), minusDoubt = f32x4.neg(doubt);
  const rays = bundleRays;
  let found = false;
  for (let k: usize = 0; k < stride; k += 16) {
    const dx = v128.load(rays + k), dy = v128.load(rays + k + stride), dz = v128.load(rays + k + 2 * stride);
    const u = dot3(dx, dy, dz, ux, uy, uz);
    const v = dot3(dx, dy, dz, vx, vy, vz);
    const w = dot3(dx, dy, dz, wx, wy, wz);
    const least = f32x4.pmin(f32x4.pmin(u, v), w), most = f32x4.pmax(f32x4.pmax(u, v), w);
    const possible = v128.or(f32x4.ge(least, minusDoubt), f32x4.le(most, doubt));
    if (!v128.any_true(possible)) continue;
    let inside = v128.or(f32x4.gt(least, doubt), f32x4.lt(most, minusDoubt));
    const undecided = i32x4.bitmask(v128.andnot(possible, inside));
    if (undecided) inside = v128.or(inside, lanesOf(insideExactly(corner, k, undecided)));
    if (meetPlane(k, inside, lane, corner, place, instance)) found = true;
  }
  return found;
}

/** As intersectTriangle, of a triangle inside which all subrays pass. */
function passTriangle(lane: usize, corner: usize, place: u32, instance: u32): bool {
  let found = false;
  for (let k: usize = 0; k < stride; k += 16)
    if (meetPlane(k, i32x4.splat(-1), lane, corner, place, instance)) found = true;
  return found;
}

/** Keeps the hits of four subrays, those of `inside`, with the triangle's plane; true where one is nearer. */
@inline
function meetPlane(k: usize, inside: v128, lane: usize, corner: usize, place: u32, instance: u32): bool {
  const nx = v128.load32_splat(lane, Block.plane), ny = v128.load32_splat(lane, Block.plane + 16), nz = v128.load32_splat(lane, Block.plane + 32);
  let toPlane = v128.load32_splat(lane, Block.toPlane);
  if (bundleExits) toPlane = f32x4.sub(toPlane, along(bundleExits + k, nx, ny, nz));
  const t = f32x4.div(toPlane, along(bundleRays + k, nx, ny, nz));
  const ahead = v128.and(f32x4.gt(t, f32x4.splat(0)), f32x4.lt(t, f32x4.splat(Infinity)));
  const behindBoxes = f32x4.pmax(t, v128.load32_splat(lane, Block.enter));
  return keepNearer(k, behindBoxes, v128.and(inside, ahead), corner, place, load<u32>(corner, TriangleBlock.id), instance);
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

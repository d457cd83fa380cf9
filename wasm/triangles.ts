// A bundle against the four triangles of a block.
//
// Edge functions through the common origin (Plücker coordinates; as in Embree's robust mode): with corners a, b, c relative
// to the origin, the edge from a to b has the normal (a − b) × (a + b), and a direction d passes inside where its products
// with the three normals have one sign. Swapping a and b negates the normal exactly, so that two triangles that share an
// edge decide on it alike: no direction passes between them. The normals depend on the triangle and the origin alone:
// they are computed once for all subrays, four triangles at a time.
//
// Subrays that leave at places of their own (exits.ts) are tested alike: to first order they turn the edges' normals, the same for all.
//
// Before single subrays are tested, the block is tested against the cone of the whole bundle: a direction no farther than
// δ from the central one c changes a product by δ|normal| at most.
//
// A product in f32 is off by some units in the last place of |a − b||a + b|; where it is no larger than that, the subray is
// decided in f64 (exact.ts), at once: branches are cheap here, while the GPU notes it for a pass of its own. So the outcome is
// that of f64 everywhere, at the price of f32.

import { Bundle } from './bundle';
import { insideExactly } from './exact';
import { keepNearer } from './nearest';
import { ROUNDING, TriangleBlock } from './records.generated';
import { stride } from './work';

/** Byte offsets in the scratch memory of a block's 14 vectors: edge normals, plane normal, distance of the plane, doubt. */
const U: usize = 0;
const V: usize = 48;
const W: usize = 96;
const N: usize = 144;
const T: usize = 192;
const DOUBT: usize = 208;

@inline
function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

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

/** The normals (nx, ny, nz) of the edges (ex, ey, ez), twisted as the bundle's exits ask for. */
@inline
function storeTwisted(at: usize, bundle: usize, nx: v128, ny: v128, nz: v128, ex: v128, ey: v128, ez: v128): void {
  const t = bundle + Bundle.twist;
  const xx = v128.load(t), yy = v128.load(t, 16), zz = v128.load(t, 32), xy = v128.load(t, 48), xz = v128.load(t, 64), yz = v128.load(t, 80);
  store3(at, f32x4.add(nx, dot3(ex, ey, ez, xx, xy, xz)), f32x4.add(ny, dot3(ex, ey, ez, xy, yy, yz)), f32x4.add(nz, dot3(ex, ey, ez, xz, yz, zz)));
}

/** Tests every subray against the triangles of a block that the cone can touch; true where a subray found a nearer hit. */
export function intersectBlock(block: usize, blockIndex: u32, bundle: usize, rays: usize, instance: u32, scratch: usize): bool {
  const ox = v128.load(bundle, Bundle.ox), oy = v128.load(bundle, Bundle.oy), oz = v128.load(bundle, Bundle.oz);
  const ax = f32x4.sub(v128.load(block, TriangleBlock.ax), ox);
  const ay = f32x4.sub(v128.load(block, TriangleBlock.ay), oy);
  const az = f32x4.sub(v128.load(block, TriangleBlock.az), oz);
  const bx = f32x4.sub(v128.load(block, TriangleBlock.bx), ox);
  const by = f32x4.sub(v128.load(block, TriangleBlock.by), oy);
  const bz = f32x4.sub(v128.load(block, TriangleBlock.bz), oz);
  const cx = f32x4.sub(v128.load(block, TriangleBlock.cx), ox);
  const cy = f32x4.sub(v128.load(block, TriangleBlock.cy), oy);
  const cz = f32x4.sub(v128.load(block, TriangleBlock.cz), oz);

  // Edges and their normals.
  const e0x = f32x4.sub(cx, ax), e0y = f32x4.sub(cy, ay), e0z = f32x4.sub(cz, az);
  const e1x = f32x4.sub(ax, bx), e1y = f32x4.sub(ay, by), e1z = f32x4.sub(az, bz);
  const e2x = f32x4.sub(bx, cx), e2y = f32x4.sub(by, cy), e2z = f32x4.sub(bz, cz);
  const s0x = f32x4.add(cx, ax), s0y = f32x4.add(cy, ay), s0z = f32x4.add(cz, az);
  const s1x = f32x4.add(ax, bx), s1y = f32x4.add(ay, by), s1z = f32x4.add(az, bz);
  const s2x = f32x4.add(bx, cx), s2y = f32x4.add(by, cy), s2z = f32x4.add(bz, cz);
  const ux = cross1(e0y, e0z, s0y, s0z), uy = cross1(e0z, e0x, s0z, s0x), uz = cross1(e0x, e0y, s0x, s0y);
  const vx = cross1(e1y, e1z, s1y, s1z), vy = cross1(e1z, e1x, s1z, s1x), vz = cross1(e1x, e1y, s1x, s1y);
  const wx = cross1(e2y, e2z, s2y, s2z), wy = cross1(e2z, e2x, s2z, s2x), wz = cross1(e2x, e2y, s2x, s2y);

  // The cone: which of the four can be hit from either side?
  const dx = v128.load(bundle, Bundle.cx), dy = v128.load(bundle, Bundle.cy), dz = v128.load(bundle, Bundle.cz);
  const spread = v128.load(bundle, Bundle.spread);
  const u = dot3(dx, dy, dz, ux, uy, uz);
  const v = dot3(dx, dy, dz, vx, vy, vz);
  const w = dot3(dx, dy, dz, wx, wy, wz);
  const du = f32x4.mul(spread, f32x4.sqrt(dot3(ux, uy, uz, ux, uy, uz)));
  const dv = f32x4.mul(spread, f32x4.sqrt(dot3(vx, vy, vz, vx, vy, vz)));
  const dw = f32x4.mul(spread, f32x4.sqrt(dot3(wx, wy, wz, wx, wy, wz)));
  const front = f32x4.pmin(f32x4.pmin(f32x4.add(u, du), f32x4.add(v, dv)), f32x4.add(w, dw));
  const back = f32x4.pmax(f32x4.pmax(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
  const widest = f32x4.pmax(
    f32x4.pmax(f32x4.mul(size3(e0x, e0y, e0z), size3(s0x, s0y, s0z)), f32x4.mul(size3(e1x, e1y, e1z), size3(s1x, s1y, s1z))),
    f32x4.mul(size3(e2x, e2y, e2z), size3(s2x, s2y, s2z)),
  );
  let doubt = f32x4.mul(widest, f32x4.splat(ROUNDING)), margin = doubt;
  const exits = <usize>load<u32>(bundle, Bundle.exits);
  if (exits) {
    const longest = f32x4.pmax(f32x4.pmax(size3(e0x, e0y, e0z), size3(e1x, e1y, e1z)), size3(e2x, e2y, e2z));
    doubt = f32x4.add(doubt, f32x4.mul(longest, v128.load(bundle, Bundle.slack)));
    margin = f32x4.add(doubt, f32x4.mul(longest, v128.load(bundle, Bundle.reach)));
  }
  let lanes = i32x4.bitmask(v128.or(f32x4.ge(front, f32x4.neg(margin)), f32x4.le(back, margin)));
  if (lanes == 0) return false;
  // Those that the whole cone passes inside, as most pulses do of the triangle that they hit.
  const leastFront = f32x4.pmin(f32x4.pmin(f32x4.sub(u, du), f32x4.sub(v, dv)), f32x4.sub(w, dw));
  const mostBack = f32x4.pmax(f32x4.pmax(f32x4.add(u, du), f32x4.add(v, dv)), f32x4.add(w, dw));
  const whole = i32x4.bitmask(v128.or(f32x4.gt(leastFront, margin), f32x4.lt(mostBack, f32x4.neg(margin))));

  if (exits) {
    storeTwisted(scratch + U, bundle, ux, uy, uz, e0x, e0y, e0z);
    storeTwisted(scratch + V, bundle, vx, vy, vz, e1x, e1y, e1z);
    storeTwisted(scratch + W, bundle, wx, wy, wz, e2x, e2y, e2z);
  } else {
    store3(scratch + U, ux, uy, uz);
    store3(scratch + V, vx, vy, vz);
    store3(scratch + W, wx, wy, wz);
  }
  const nx = cross1(e1y, e1z, e0y, e0z), ny = cross1(e1z, e1x, e0z, e0x), nz = cross1(e1x, e1y, e0x, e0y);
  store3(scratch + N, nx, ny, nz);
  v128.store(scratch, dot3(ax, ay, az, nx, ny, nz), T);
  v128.store(scratch, doubt, DOUBT);

  let found = false;
  while (lanes != 0) {
    const lane = ctz(lanes);
    lanes &= lanes - 1;
    const corner = block + (<usize>lane << 2);
    const place = (blockIndex << 2) | lane;
    const hit = whole & (1 << lane)
      ? passTriangle(scratch + (<usize>lane << 2), corner, place, bundle, rays, instance)
      : intersectTriangle(scratch + (<usize>lane << 2), corner, place, bundle, rays, instance);
    if (hit) found = true;
  }
  return found;
}

/** One triangle (vectors' one lane at `lane`, corners at `corner`) against every subray. */
function intersectTriangle(lane: usize, corner: usize, place: u32, bundle: usize, rays: usize, instance: u32): bool {
  const ux = v128.load32_splat(lane, U), uy = v128.load32_splat(lane, U + 16), uz = v128.load32_splat(lane, U + 32);
  const vx = v128.load32_splat(lane, V), vy = v128.load32_splat(lane, V + 16), vz = v128.load32_splat(lane, V + 32);
  const wx = v128.load32_splat(lane, W), wy = v128.load32_splat(lane, W + 16), wz = v128.load32_splat(lane, W + 32);
  const doubt = v128.load32_splat(lane, DOUBT), minusDoubt = f32x4.neg(doubt);
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
    const doubtful = v128.andnot(possible, inside);
    const undecided = i32x4.bitmask(doubtful);
    if (undecided) inside = v128.or(inside, lanesOf(insideExactly(corner, bundle, rays, k, undecided)));
    if (meetPlane(k, inside, lane, corner, place, bundle, rays, instance)) found = true;
  }
  return found;
}

/** As intersectTriangle, of a triangle inside which all subrays pass. */
function passTriangle(lane: usize, corner: usize, place: u32, bundle: usize, rays: usize, instance: u32): bool {
  let found = false;
  for (let k: usize = 0; k < stride; k += 16)
    if (meetPlane(k, i32x4.splat(-1), lane, corner, place, bundle, rays, instance)) found = true;
  return found;
}

/** Keeps the hits of four subrays, those of `inside`, with the triangle's plane; true where one is nearer. */
@inline
function meetPlane(k: usize, inside: v128, lane: usize, corner: usize, place: u32, bundle: usize, rays: usize, instance: u32): bool {
  const nx = v128.load32_splat(lane, N), ny = v128.load32_splat(lane, N + 16), nz = v128.load32_splat(lane, N + 32);
  const exits = <usize>load<u32>(bundle, Bundle.exits);
  let toPlane = v128.load32_splat(lane, T);
  if (exits) toPlane = f32x4.sub(toPlane, along(exits + k, nx, ny, nz));
  const t = f32x4.div(toPlane, along(rays + k, nx, ny, nz));
  const ahead = v128.and(f32x4.gt(t, f32x4.splat(0)), f32x4.lt(t, f32x4.splat(Infinity)));
  return keepNearer(k, t, v128.and(inside, ahead), corner, place, load<u32>(corner, TriangleBlock.id), bundle, rays, instance);
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

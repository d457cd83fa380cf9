// A bundle: all subrays of one pulse. They leave one point, or next to it (exits.ts), and stay within a fraction of a milliradian of each other, so
// boxes and triangles are tested against all of them at once. It lives in memory twice, once in the frame of the scene and
// once in the frame of the mesh being traversed.

import { TINY } from './records.generated';

/** Byte offsets of a bundle, BUNDLE_BYTES in all. Vectors hold the same number four times. */
export namespace Bundle {
  /** Origin, vectors. */
  export const ox: usize = 0;
  export const oy: usize = 16;
  export const oz: usize = 32;
  /** Central direction, vectors. */
  export const cx: usize = 48;
  export const cy: usize = 64;
  export const cz: usize = 80;
  /** Largest distance of a direction from the central one, a vector. */
  export const spread: usize = 96;
  /** Factors of the distance to the nearer and the farther plane of an axis, vectors. */
  export const nearX: usize = 112;
  export const nearY: usize = 128;
  export const nearZ: usize = 144;
  export const farX: usize = 160;
  export const farY: usize = 176;
  export const farZ: usize = 192;
  /** Smallest and largest direction of each axis (minX, minY, minZ, maxX, maxY, maxZ), vectors. */
  export const extent: usize = 208;
  /** Per axis: 0 where the nearer plane is the lower one, 16 where it is the upper one, u32. */
  export const signX: usize = 304;
  export const signY: usize = 308;
  export const signZ: usize = 312;
  /** Whether directions of both signs occur on some axis, u32. */
  export const mixed: usize = 316;
  /** The origin for the nearer and the farther planes of boxes, vectors: of all that subrays have, the one that meets them first or last. */
  export const nearOrigin: usize = 320;
  export const farOrigin: usize = 368;
  /** What exits add to the normals of edges: xx, yy, zz, xy, xz, yz of a symmetric matrix, vectors. See exits.ts. */
  export const twist: usize = 416;
  /** Bounds per length of an edge: what exits change about an edge's product, and what of that is in doubt, vectors. */
  export const reach: usize = 512;
  export const slack: usize = 528;
  /** Address of the exits in the bundle's frame, as that of directions, u32; 0: all subrays leave the origin. */
  export const exits: usize = 544;
}

/** Widens the cone for the rounding of its own test: relative to the length of the central direction. */
const SPREAD_SLACK: f32 = 1e-6;

/** Widens the box test by 4 · 2⁻²³ either way: three roundings of 2⁻²⁴ on each of two distances (Ize 2013, JCGT 2(2)). */
const NEAR_SLACK: f32 = 1 - 4.8e-7;
const FAR_SLACK: f32 = 1 + 4.8e-7;

/** Two roundings of a coordinate, 2⁻²⁴ each, and room to spare. */
const ORIGIN_SLACK: f32 = 2.4e-7;

@inline
function largest(v: v128): f32 {
  const a = max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  const b = max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3));
  return max<f32>(a, b);
}

@inline
function smallest(v: v128): f32 {
  const a = min<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  const b = min<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3));
  return min<f32>(a, b);
}

/** Fills in all but the origin from `stride` bytes a coordinate of directions (not all zero; padding repeats a direction). */
export function setBundle(bundle: usize, x: usize, stride: usize): void {
  const y = x + stride;
  const z = y + stride;
  let loX = v128.load(x), loY = v128.load(y), loZ = v128.load(z);
  let hiX = loX, hiY = loY, hiZ = loZ;
  for (let at: usize = 16; at < stride; at += 16) {
    const vx = v128.load(x + at), vy = v128.load(y + at), vz = v128.load(z + at);
    loX = f32x4.pmin(loX, vx); loY = f32x4.pmin(loY, vy); loZ = f32x4.pmin(loZ, vz);
    hiX = f32x4.pmax(hiX, vx); hiY = f32x4.pmax(hiY, vy); hiZ = f32x4.pmax(hiZ, vz);
  }
  const mixed = setAxis(bundle, 0, smallest(loX), largest(hiX))
    | setAxis(bundle, 1, smallest(loY), largest(hiY))
    | setAxis(bundle, 2, smallest(loZ), largest(hiZ));
  store<u32>(bundle, mixed, Bundle.mixed);
  setCone(bundle, x, stride);
}

/** One axis: the extent of its directions and the factors of the box test. Gives 1 where both signs occur. */
function setAxis(bundle: usize, axis: usize, lo: f32, hi: f32): u32 {
  v128.store(bundle + axis * 16, f32x4.splat(lo), Bundle.extent);
  v128.store(bundle + axis * 16, f32x4.splat(hi), Bundle.extent + 48);
  v128.store(bundle + axis * 16, f32x4.splat((lo + hi) * 0.5), Bundle.cx);
  const mixed = lo < TINY && hi > -TINY;
  // The nearer plane of a box is reached first by the steepest direction, the farther plane last by the flattest.
  const steep: f32 = hi > 0 && lo + hi > 0 ? 1 / hi : 1 / lo;
  const flat: f32 = hi > 0 && lo + hi > 0 ? 1 / lo : 1 / hi;
  v128.store(bundle + axis * 16, f32x4.splat(mixed ? 0 : steep * NEAR_SLACK), Bundle.nearX);
  v128.store(bundle + axis * 16, f32x4.splat(mixed ? 0 : flat * FAR_SLACK), Bundle.farX);
  store<u32>(bundle + axis * 4, lo + hi < 0 ? 16 : 0, Bundle.signX);
  return u32(mixed);
}

/** The cone around the central direction that holds every direction. */
function setCone(bundle: usize, x: usize, stride: usize): void {
  const cx = v128.load(bundle, Bundle.cx), cy = v128.load(bundle, Bundle.cy), cz = v128.load(bundle, Bundle.cz);
  let widest = f32x4.splat(0);
  for (let at: usize = 0; at < stride; at += 16) {
    const dx = f32x4.sub(v128.load(x + at), cx);
    const dy = f32x4.sub(v128.load(x + at + stride), cy);
    const dz = f32x4.sub(v128.load(x + at + stride * 2), cz);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    widest = f32x4.pmax(widest, square);
  }
  const length = f32x4.extract_lane(cx, 0) * f32x4.extract_lane(cx, 0)
    + f32x4.extract_lane(cy, 0) * f32x4.extract_lane(cy, 0) + f32x4.extract_lane(cz, 0) * f32x4.extract_lane(cz, 0);
  const spread = sqrt<f32>(largest(widest)) + SPREAD_SLACK * sqrt<f32>(length);
  v128.store(bundle, f32x4.splat(spread), Bundle.spread);
}

/** Sets the origin, which all subrays have in common. */
@inline
export function setOrigin(bundle: usize, x: f32, y: f32, z: f32): void {
  setOriginAxis(bundle, x);
  setOriginAxis(bundle + 16, y);
  setOriginAxis(bundle + 32, z);
  store<u32>(bundle, 0, Bundle.exits);
}

@inline
function setOriginAxis(axis: usize, at: f32): void {
  const origin = f32x4.splat(at);
  v128.store(axis, origin, Bundle.ox);
  v128.store(axis, origin, Bundle.nearOrigin);
  v128.store(axis, origin, Bundle.farOrigin);
}

/** Spreads the origin of one axis for boxes by `reach` either way, of a bundle that is otherwise set. */
export function spreadOrigin(bundle: usize, axis: usize, reach: f32): void {
  const origin = f32x4.extract_lane(v128.load(bundle + axis * 16, Bundle.ox), 0);
  const off = reach + ORIGIN_SLACK * (abs<f32>(origin) + reach);
  const backwards = load<u32>(bundle + axis * 4, Bundle.signX) != 0 && !isMixed(bundle, axis * 16);
  v128.store(bundle + axis * 16, f32x4.splat(backwards ? origin - off : origin + off), Bundle.nearOrigin);
  v128.store(bundle + axis * 16, f32x4.splat(backwards ? origin + off : origin - off), Bundle.farOrigin);
}

/** Whether directions of both signs occur on the axis at this offset. */
@inline
export function isMixed(bundle: usize, at: usize): bool {
  return f32x4.extract_lane(v128.load(bundle + at, Bundle.farX), 0) == 0;
}

// A bundle: all subrays of one pulse. They leave from one point, or close to it (exits.ts), and stay within a fraction
// of a milliradian of each other, so boxes and triangles are tested against all of them at once. It is stored twice, in
// the frame of the scene and in the frame of the mesh being traversed.

import { TINY } from './records.generated';

/** Byte offsets of a bundle, BUNDLE_BYTES in total. Vectors hold the same number four times. */
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
  /** Per axis: 0 if the nearer plane is the lower one, 16 if it is the upper one, u32. */
  export const signX: usize = 304;
  export const signY: usize = 308;
  export const signZ: usize = 312;
  /** Whether directions of both signs occur on some axis, u32. */
  export const mixed: usize = 316;
  /**
   * The origin for the nearer and the farther planes of boxes, vectors: of all subrays, the one that meets them first
   * or last.
   */
  export const nearOrigin: usize = 320;
  export const farOrigin: usize = 368;
  /** What exits add to the normals of edges: xx, yy, zz, xy, xz, yz of a symmetric matrix, vectors. See exits.ts. */
  export const twist: usize = 416;
  /** Bounds per length of an edge: what exits change about an edge's product, and what of that is in doubt, vectors. */
  export const reach: usize = 512;
  export const slack: usize = 528;
  /** Address of the exits in the bundle's frame, stored like directions, u32; 0: all subrays leave from the origin. */
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

/**
 * Fills in everything but the origin from directions, `stride` bytes a coordinate (not all zero; padding repeats a
 * direction).
 */
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
  setAxes(bundle, leastOf(loX, loY, loZ), mostOf(hiX, hiY, hiZ));
  setCone(bundle, x, stride);
}

/** The least numbers of three vectors, in lanes 0, 1 and 2. */
@inline
function leastOf(x: v128, y: v128, z: v128): v128 {
  const xy = f32x4.pmin(v128.shuffle<f32>(x, y, 0, 1, 4, 5), v128.shuffle<f32>(x, y, 2, 3, 6, 7));
  const zz = f32x4.pmin(z, v128.shuffle<f32>(z, z, 2, 3, 0, 1));
  return f32x4.pmin(v128.shuffle<f32>(xy, zz, 0, 2, 4, 4), v128.shuffle<f32>(xy, zz, 1, 3, 5, 5));
}

/** The largest ones. */
@inline
function mostOf(x: v128, y: v128, z: v128): v128 {
  const xy = f32x4.pmax(v128.shuffle<f32>(x, y, 0, 1, 4, 5), v128.shuffle<f32>(x, y, 2, 3, 6, 7));
  const zz = f32x4.pmax(z, v128.shuffle<f32>(z, z, 2, 3, 0, 1));
  return f32x4.pmax(v128.shuffle<f32>(xy, zz, 0, 2, 4, 4), v128.shuffle<f32>(xy, zz, 1, 3, 5, 5));
}

/** The extent of directions and the factors of the box test; axes lie in lanes 0, 1 and 2. */
@inline
function setAxes(bundle: usize, lo: v128, hi: v128): void {
  const zero = f32x4.splat(0), one = f32x4.splat(1);
  const sum = f32x4.add(lo, hi);
  const mixed = v128.and(f32x4.lt(lo, f32x4.splat(TINY)), f32x4.gt(hi, f32x4.splat(-TINY)));
  // The nearer plane of a box is reached first by the steepest direction, the farther plane last by the flattest.
  const ahead = v128.and(f32x4.gt(hi, zero), f32x4.gt(sum, zero));
  const steep = f32x4.div(one, v128.bitselect(hi, lo, ahead)), flat = f32x4.div(one, v128.bitselect(lo, hi, ahead));
  storeAxes(bundle + Bundle.extent, lo);
  storeAxes(bundle + Bundle.extent + 48, hi);
  storeAxes(bundle + Bundle.cx, f32x4.mul(sum, f32x4.splat(0.5)));
  storeAxes(bundle + Bundle.nearX, v128.andnot(f32x4.mul(steep, f32x4.splat(NEAR_SLACK)), mixed));
  storeAxes(bundle + Bundle.farX, v128.andnot(f32x4.mul(flat, f32x4.splat(FAR_SLACK)), mixed));
  const signs = v128.and(f32x4.lt(sum, zero), i32x4.splat(16));
  store<u32>(bundle, i32x4.extract_lane(signs, 0), Bundle.signX);
  store<u32>(bundle, i32x4.extract_lane(signs, 1), Bundle.signY);
  store<u32>(bundle, i32x4.extract_lane(signs, 2), Bundle.signZ);
  store<u32>(bundle, u32((i32x4.bitmask(mixed) & 7) != 0), Bundle.mixed);
}

/** Lanes 0, 1 and 2 as a vector each. */
@inline
function storeAxes(at: usize, v: v128): void {
  v128.store(at, v128.shuffle<f32>(v, v, 0, 0, 0, 0));
  v128.store(at, v128.shuffle<f32>(v, v, 1, 1, 1, 1), 16);
  v128.store(at, v128.shuffle<f32>(v, v, 2, 2, 2, 2), 32);
}

/** The cone around the central direction that contains every direction. */
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

/** Sets the origin that all subrays share. */
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

/** Spreads the origin of one axis for boxes by `reach` either way; the rest of the bundle must be set. */
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

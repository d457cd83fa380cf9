// mask: a hit at a transparent texel of a surface's texture does not count. Leaves are mostly modelled as rectangles
// cut out by a mask.

import { surfaces } from './addresses.generated';
import { bundleExits, bundleLane, bundleRays } from './bundle';
import { placeOnTexture, texel, textureAt } from './images';
import { HAS_MASKS, Instance, Surface, TriangleBlock } from './records.generated';
import { ARRAY, Wedge } from './wedge';
import { stride } from './work';

/** The instance being traced, and whether some of its surfaces are cut out. */
let instance: usize = 0;
export let masked: bool = false;

/** Selects the instance of the following triangles. */
@inline
export function enterInstance(record: usize): void {
  instance = record;
  masked = (load<u32>(record, Instance.flags) & HAS_MASKS) != 0;
}

/**
 * Of four subrays of the bundle, at byte `k` of its rays, that meet a triangle (corners at `corner`) at the distances
 * `t`, those of `lanes` that meet an opaque place.
 */
export function opaqueAt(lanes: v128, t: v128, corner: usize, k: usize): v128 {
  const surface = load<u32>(instance, Instance.surfaceBase) + load<u32>(corner, TriangleBlock.group);
  const mask = load<u32>(surfaces + <usize>surface * Surface.SIZE, Surface.mask);
  if (mask == 0) return lanes;
  const triangle = load<u32>(corner, TriangleBlock.id);
  const x = f32x4.add(beginOf(0, k), f32x4.mul(t, v128.load(bundleRays + k)));
  const y = f32x4.add(beginOf(1, k), f32x4.mul(t, v128.load(bundleRays + k + stride)));
  const z = f32x4.add(beginOf(2, k), f32x4.mul(t, v128.load(bundleRays + k + 2 * stride)));
  let bits = i32x4.bitmask(lanes);
  if (bits & 1) {
    const cut = cutOut(mask, triangle, f32x4.extract_lane(x, 0), f32x4.extract_lane(y, 0), f32x4.extract_lane(z, 0));
    bits &= ~cut;
  }
  if (bits & 2) {
    const cut = cutOut(mask, triangle, f32x4.extract_lane(x, 1), f32x4.extract_lane(y, 1), f32x4.extract_lane(z, 1));
    bits &= ~(cut << 1);
  }
  if (bits & 4) {
    const cut = cutOut(mask, triangle, f32x4.extract_lane(x, 2), f32x4.extract_lane(y, 2), f32x4.extract_lane(z, 2));
    bits &= ~(cut << 2);
  }
  if (bits & 8) {
    const cut = cutOut(mask, triangle, f32x4.extract_lane(x, 3), f32x4.extract_lane(y, 3), f32x4.extract_lane(z, 3));
    bits &= ~(cut << 3);
  }
  return i32x4.ne(v128.and(i32x4.splat(bits), i32x4(1, 2, 4, 8)), i32x4.splat(0));
}

/** A coordinate of the start of four subrays. */
@inline
function beginOf(axis: usize, k: usize): v128 {
  const origin = v128.load32_splat(bundleLane + axis * ARRAY, Wedge.origin);
  return bundleExits ? f32x4.add(origin, v128.load(bundleExits + axis * stride + k)) : origin;
}

/** 1 if the mask is transparent at a point of the mesh's frame. */
@inline
function cutOut(mask: u32, triangle: u32, x: f32, y: f32, z: f32): i32 {
  placeOnTexture(instance, triangle, x, y, z);
  return 1 - <i32>texel(textureAt(mask));
}

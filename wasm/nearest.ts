// The nearest hits of a bundle's subrays while it is being traversed, four subrays a vector.

import { blocks } from './addresses.generated';
import { masked, opaqueAt } from './mask';
import { Hit, NONE, TriangleBlock } from './records.generated';
import { hitField, stride } from './work';

/**
 * Distances (in lengths of the direction; infinite: no hit), places of triangles among the blocks, and
 * instances: the pulse's hits.
 */
export let distances: usize = 0;
export let blockSlots: usize = 0;
export let hitInstances: usize = 0;

/** Takes the hits of a pulse. */
@inline
export function selectNearest(pulseHits: usize): void {
  distances = hitField(pulseHits, Hit.distance);
  blockSlots = hitField(pulseHits, Hit.triangle);
  hitInstances = hitField(pulseHits, Hit.instance);
}

/** Takes those of a pulse whose subrays have no hit yet. */
export function startNearest(pulseHits: usize): void {
  selectNearest(pulseHits);
  for (let k: usize = 0; k < stride; k += 16) v128.store(distances + k, f32x4.splat(Infinity));
}

/** Leaves a pulse without any hit in the state in which refine leaves one. */
export function missAll(pulseHits: usize): void {
  const at = hitField(pulseHits, Hit.distance);
  for (let k: usize = 0; k < stride; k += 16) v128.store(at + k, f32x4.splat(-1));
}

/** Distance beyond which no subray of the bundle can find a nearer hit. */
export function farthest(): f32 {
  let far = v128.load(distances);
  for (let k: usize = 16; k < stride; k += 16) far = f32x4.pmax(far, v128.load(distances + k));
  far = f32x4.pmax(far, v128.shuffle<f32>(far, far, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(far, v128.shuffle<f32>(far, far, 1, 0, 3, 2)), 0);
}

/** Whether no subray of the bundle has a hit so far, and none can fall through a hole. */
let first: bool = false;

/** Takes the hits of a pulse that has none so far, or some. */
@inline
export function expectFirst(none: bool): void { first = none && !masked; }

/** Keeps the hits `t` of four subrays, those of `valid`, which have none so far; the other lanes are undefined. */
@inline
function keepFirst(k: usize, t: v128, valid: v128, place: u32, instance: u32): bool {
  v128.store(distances + k, v128.bitselect(t, f32x4.splat(Infinity), valid));
  v128.store(blockSlots + k, i32x4.splat(place));
  v128.store(hitInstances + k, i32x4.splat(instance));
  return v128.any_true(valid);
}

/**
 * Keeps the hits `t` of four subrays that are `valid` and nearer, unless a mask cuts out the triangle there; equal
 * distances go to the lower instance, then triangle.
 */
@inline
export function keepNearer(k: usize, t: v128, valid: v128, corner: usize, place: u32, instance: u32): bool {
  if (first) return keepFirst(k, t, valid, place, instance);
  const old = v128.load(distances + k);
  let nearer = v128.and(valid, f32x4.lt(t, old));
  const equal = v128.and(valid, f32x4.eq(t, old));
  if (v128.any_true(equal))
    nearer = v128.or(nearer, v128.and(equal, goesFirst(k, load<u32>(corner, TriangleBlock.id), instance)));
  if (masked) {
    if (!v128.any_true(nearer)) return false;
    nearer = opaqueAt(nearer, t, corner, k);
  }
  v128.store(distances + k, v128.bitselect(t, old, nearer));
  v128.store(blockSlots + k, v128.bitselect(i32x4.splat(place), v128.load(blockSlots + k), nearer));
  v128.store(hitInstances + k, v128.bitselect(i32x4.splat(instance), v128.load(hitInstances + k), nearer));
  return v128.any_true(nearer);
}

/** Lanes in which (instance, number) precedes the hit so far. */
function goesFirst(k: usize, number: u32, instance: u32): v128 {
  const owner = v128.load(hitInstances + k);
  const lower = i32x4.gt_u(owner, i32x4.splat(instance));
  const same = i32x4.eq(owner, i32x4.splat(instance));
  return v128.or(lower, v128.and(same, i32x4.gt_u(numbersAt(k), i32x4.splat(number))));
}

/** Numbers of the triangles of four subrays in their meshes, where they have hits. */
function numbersAt(k: usize): v128 { return i32x4(numberAt(k), numberAt(k + 4), numberAt(k + 8), numberAt(k + 12)); }

@inline
function numberAt(k: usize): u32 {
  if (load<f32>(distances + k) == Infinity) return NONE;
  const place = load<u32>(blockSlots + k);
  return load<u32>(blocks + <usize>(place >> 2) * TriangleBlock.SIZE + (<usize>(place & 3) << 2), TriangleBlock.id);
}

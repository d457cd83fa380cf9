// Pulses of a wedge against one box, four pulses a vector: as boxes.ts, with lanes and splats exchanged.

import { FAR_AWAY, isMixed, PLACE_SLACK } from './boxes';
import { Group, groupSize } from './group';
import { Node4 } from './records.generated';
import { ARRAY, Wedge } from './wedge';
import { room } from './work';

/** Vectors of lanes tested so far: the cost of walking with this many pulses. */
export let laneTests: i32 = 0;

/**
 * The pulses of `mask` that may hit something in the box at `slot` (a child of a Node4), a bit each; never misses one
 * that does.
 */
@inline
export function enterLanes(slot: usize, wedge: usize, mask: u64): u64 {
  if (load<u32>(wedge, Wedge.mixed)) return enterLanesMixed(slot, wedge, mask);
  const sx = <usize>load<u32>(wedge, Wedge.sign);
  const sy = <usize>load<u32>(wedge, Wedge.sign + 4);
  const sz = <usize>load<u32>(wedge, Wedge.sign + 8);
  const nearX = v128.load32_splat(slot + sx, Node4.minX), farX = v128.load32_splat(slot + (sx ^ 16), Node4.minX);
  const nearY = v128.load32_splat(slot + sy, Node4.minY), farY = v128.load32_splat(slot + (sy ^ 16), Node4.minY);
  const nearZ = v128.load32_splat(slot + sz, Node4.minZ), farZ = v128.load32_splat(slot + (sz ^ 16), Node4.minZ);
  return load<u32>(wedge, Wedge.together)
    ? enterTogether(wedge, mask, nearX, nearY, nearZ, farX, farY, farZ)
    : enterApart(wedge, mask, nearX, nearY, nearZ, farX, farY, farZ);
}

/** Likewise for pulses of one origin: their distances from the planes are the same. */
@inline
function enterTogether(
  wedge: usize, mask: u64, nearX: v128, nearY: v128, nearZ: v128, farX: v128, farY: v128, farZ: v128,
): u64 {
  const toNearX = f32x4.sub(nearX, v128.load(wedge, Wedge.allNearOrigin));
  const toFarX = f32x4.sub(farX, v128.load(wedge, Wedge.allFarOrigin));
  const toNearY = f32x4.sub(nearY, v128.load(wedge, Wedge.allNearOrigin + 16));
  const toFarY = f32x4.sub(farY, v128.load(wedge, Wedge.allFarOrigin + 16));
  const toNearZ = f32x4.sub(nearZ, v128.load(wedge, Wedge.allNearOrigin + 32));
  const toFarZ = f32x4.sub(farZ, v128.load(wedge, Wedge.allFarOrigin + 32));
  const pulses = room();
  let entering: u64 = 0;
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    laneTests++;
    const at = <usize>i << 2, lanes = wedge + at;
    const enter = f32x4.pmax(
      f32x4.pmax(
        f32x4.mul(toNearX, v128.load(lanes, Wedge.near)), f32x4.mul(toNearY, v128.load(lanes, Wedge.near + ARRAY)),
      ),
      f32x4.pmax(f32x4.mul(toNearZ, v128.load(lanes, Wedge.near + 2 * ARRAY)), f32x4.splat(0)),
    );
    const leave = f32x4.pmin(
      f32x4.pmin(
        f32x4.mul(toFarX, v128.load(lanes, Wedge.far)), f32x4.mul(toFarY, v128.load(lanes, Wedge.far + ARRAY)),
      ),
      f32x4.pmin(f32x4.mul(toFarZ, v128.load(lanes, Wedge.far + 2 * ARRAY)), v128.load(pulses + at, Group.farthest)),
    );
    entering |= <u64>i32x4.bitmask(f32x4.le(enter, leave)) << i;
  }
  return entering & mask;
}

/** Likewise for pulses of origins of their own. */
@inline
function enterApart(
  wedge: usize, mask: u64, nearX: v128, nearY: v128, nearZ: v128, farX: v128, farY: v128, farZ: v128,
): u64 {
  const pulses = room();
  let entering: u64 = 0;
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    laneTests++;
    const at = <usize>i << 2, lanes = wedge + at;
    const enter = f32x4.pmax(
      f32x4.pmax(toNear(nearX, lanes), toNear(nearY, lanes + ARRAY)),
      f32x4.pmax(toNear(nearZ, lanes + 2 * ARRAY), f32x4.splat(0)),
    );
    const leave = f32x4.pmin(
      f32x4.pmin(toFar(farX, lanes), toFar(farY, lanes + ARRAY)),
      f32x4.pmin(toFar(farZ, lanes + 2 * ARRAY), v128.load(pulses + at, Group.farthest)),
    );
    entering |= <u64>i32x4.bitmask(f32x4.le(enter, leave)) << i;
  }
  return entering & mask;
}

/** Distances at which four pulses reach a plane of an axis (its arrays at `axis`), first or last. */
@inline
function toNear(plane: v128, axis: usize): v128 {
  return f32x4.mul(f32x4.sub(plane, v128.load(axis, Wedge.nearOrigin)), v128.load(axis, Wedge.near));
}
@inline
function toFar(plane: v128, axis: usize): v128 {
  return f32x4.mul(f32x4.sub(plane, v128.load(axis, Wedge.farOrigin)), v128.load(axis, Wedge.far));
}

/**
 * Likewise for a wedge with directions of both signs on some axis, which then bounds positions instead of distances.
 */
function enterLanesMixed(slot: usize, wedge: usize, mask: u64): u64 {
  const pulses = room();
  let entering: u64 = 0;
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    laneTests++;
    const at = <usize>i << 2, lanes = wedge + at;
    let enter = f32x4.splat(0), leave = f32x4.pmin(v128.load(pulses + at, Group.farthest), f32x4.splat(FAR_AWAY));
    for (let axis: usize = 0; axis < 3; axis++) {
      if (isMixed(wedge, axis)) continue;
      const planes = slot + axis * 32, sign = <usize>load<u32>(wedge + axis * 4, Wedge.sign);
      enter = f32x4.pmax(enter, toNear(v128.load32_splat(planes + sign), lanes + axis * ARRAY));
      leave = f32x4.pmin(leave, toFar(v128.load32_splat(planes + (sign ^ 16)), lanes + axis * ARRAY));
    }
    let hit = f32x4.le(enter, leave);
    for (let axis: usize = 0; axis < 3; axis++)
      if (isMixed(wedge, axis)) hit = v128.and(hit, touches(slot + axis * 32, lanes + axis * ARRAY, leave));
    entering |= <u64>i32x4.bitmask(hit) << i;
  }
  return entering & mask;
}

/** Whether the part of an axis that each pulse can reach until distance `leave` meets the box. */
@inline
function touches(planes: usize, axis: usize, leave: v128): v128 {
  const zero = f32x4.splat(0);
  const slack = f32x4.splat(PLACE_SLACK);
  const down = f32x4.mul(f32x4.mul(v128.load(axis, Wedge.least), leave), slack);
  const up = f32x4.mul(f32x4.mul(v128.load(axis, Wedge.most), leave), slack);
  const nearOrigin = v128.load(axis, Wedge.nearOrigin), farOrigin = v128.load(axis, Wedge.farOrigin);
  const above = f32x4.ge(
    f32x4.sub(v128.load32_splat(planes, 16), f32x4.pmin(nearOrigin, farOrigin)), f32x4.pmin(down, zero),
  );
  const below = f32x4.le(f32x4.sub(v128.load32_splat(planes), f32x4.pmax(nearOrigin, farOrigin)), f32x4.pmax(up, zero));
  return v128.and(above, below);
}

/** Distance of the farthest hit of all pulses, a vector. */
export function farthestOfGroup(): v128 {
  const pulses = room();
  let far = v128.load(pulses, Group.farthest);
  for (let i = 4; i < groupSize; i += 4) far = f32x4.pmax(far, v128.load(pulses + (<usize>i << 2), Group.farthest));
  far = f32x4.pmax(far, v128.shuffle<f32>(far, far, 2, 3, 0, 1));
  return f32x4.pmax(far, v128.shuffle<f32>(far, far, 1, 0, 3, 2));
}

/**
 * Sets the floors of the pulses of `mask` to the distances at which they enter a box: no hit in it is nearer. Its
 * bounds lie at `lower` and `upper`, those of an axis `step` bytes behind those of the one before.
 */
export function setFloors(lower: usize, upper: usize, step: usize, wedge: usize, mask: u64): void {
  const pulses = room();
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const at = <usize>i << 2, lanes = wedge + at;
    let enter = f32x4.splat(0);
    for (let axis: usize = 0; axis < 3; axis++) {
      const low = v128.load32_splat(lower + axis * step), high = v128.load32_splat(upper + axis * step);
      enter = f32x4.pmax(enter, f32x4.pmin(toNear(low, lanes + axis * ARRAY), toNear(high, lanes + axis * ARRAY)));
    }
    v128.store(pulses + at, enter, Group.floor);
  }
}

/** Goes on counting from `tests`. */
@inline
export function countFrom(tests: i32): void { laneTests = tests; }

// A wedge against the four boxes of a node: the interval of distances over all its directions, four children a vector.

import { meetsFan } from './fan';
import { Node4 } from './records.generated';
import { Wedge } from './wedge';

/** Distance at which the wedge enters each child; valid if the mask of `enterChildren` has the child's bit. */
export let entry: v128 = f32x4.splat(0);

/**
 * The mask of children that some subray may hit before distance `far` (a vector); never misses one that is hit. The
 * planes of an axis are picked by the sign of its directions; for a plane behind the origin both factors give a
 * negative distance, so one product a plane is enough.
 */
@inline
export function enterChildren(node: usize, wedge: usize, far: v128): i32 {
  if (load<u32>(wedge, Wedge.mixed)) return enterMixed(node, wedge, far);
  const sx = <usize>load<u32>(wedge, Wedge.sign);
  const sy = <usize>load<u32>(wedge, Wedge.sign + 4);
  const sz = <usize>load<u32>(wedge, Wedge.sign + 8);
  const toNearX = fromNear(node + sx + Node4.minX, wedge), toFarX = fromFar(node + (sx ^ 16) + Node4.minX, wedge);
  const toNearY = fromNear(node + sy + Node4.minY, wedge + 16);
  const toFarY = fromFar(node + (sy ^ 16) + Node4.minY, wedge + 16);
  const toNearZ = fromNear(node + sz + Node4.minZ, wedge + 32);
  const toFarZ = fromFar(node + (sz ^ 16) + Node4.minZ, wedge + 32);
  const nearX = f32x4.mul(toNearX, v128.load(wedge, Wedge.allNear));
  const farX = f32x4.mul(toFarX, v128.load(wedge, Wedge.allFar));
  const nearY = f32x4.mul(toNearY, v128.load(wedge, Wedge.allNear + 16));
  const farY = f32x4.mul(toFarY, v128.load(wedge, Wedge.allFar + 16));
  const nearZ = f32x4.mul(toNearZ, v128.load(wedge, Wedge.allNear + 32));
  const farZ = f32x4.mul(toFarZ, v128.load(wedge, Wedge.allFar + 32));
  const enter = f32x4.pmax(f32x4.pmax(nearX, nearY), f32x4.pmax(nearZ, f32x4.splat(0)));
  const leave = f32x4.pmin(f32x4.pmin(farX, farY), f32x4.pmin(farZ, far));
  entry = enter;
  let entered = f32x4.le(enter, leave);
  if (load<u32>(wedge, Wedge.fan))
    entered = v128.and(entered, meetsFan(wedge, leave, toNearX, toNearY, toNearZ, toFarX, toFarY, toFarZ));
  return i32x4.bitmask(entered);
}

/**
 * Offsets of four planes from the origin, among those of all subrays, that meets the nearer planes first; and from the
 * one that meets the farther planes last.
 */
@inline
function fromNear(planes: usize, axis: usize): v128 {
  return f32x4.sub(v128.load(planes), v128.load(axis, Wedge.allNearOrigin));
}
@inline
function fromFar(planes: usize, axis: usize): v128 {
  return f32x4.sub(v128.load(planes), v128.load(axis, Wedge.allFarOrigin));
}

/** Represents "arbitrarily far": times a direction it stays finite. */
export const FAR_AWAY: f32 = 1e37;

/** Widens positions reached along a mixed axis for the rounding of their products. */
export const PLACE_SLACK: f32 = 1.000001;

/** Whether the wedge has directions of both signs on the axis of this number. */
@inline
export function isMixed(wedge: usize, axis: usize): bool {
  return f32x4.extract_lane(v128.load(wedge + axis * 16, Wedge.allFar), 0) == 0;
}

/**
 * Like enterChildren, for directions of both signs on some axis, which then bounds the position of the wedge instead
 * of its distance.
 */
function enterMixed(node: usize, wedge: usize, far: v128): i32 {
  let enter = f32x4.splat(0);
  let leave = f32x4.pmin(far, f32x4.splat(FAR_AWAY));
  for (let axis: usize = 0; axis < 3; axis++) {
    if (isMixed(wedge, axis)) continue;
    const at = wedge + axis * 16;
    const sign = <usize>load<u32>(wedge + axis * 4, Wedge.sign);
    const planes = node + axis * 32;
    enter = f32x4.pmax(enter, f32x4.mul(fromNear(planes + sign, at), v128.load(at, Wedge.allNear)));
    leave = f32x4.pmin(leave, f32x4.mul(fromFar(planes + (sign ^ 16), at), v128.load(at, Wedge.allFar)));
  }
  let hit = v128.and(f32x4.le(enter, leave), i32x4.ne(v128.load(node, Node4.child), i32x4.splat(0)));
  for (let axis: usize = 0; axis < 3; axis++)
    if (isMixed(wedge, axis)) hit = v128.and(hit, touches(node + axis * 32, wedge + axis * 16, leave));
  entry = enter;
  return i32x4.bitmask(hit);
}

/** Whether the part of an axis that the wedge can reach until distance `leave` meets the children's planes. */
@inline
function touches(planes: usize, axis: usize, leave: v128): v128 {
  const zero = f32x4.splat(0);
  const slack = f32x4.splat(PLACE_SLACK);
  const down = f32x4.mul(f32x4.mul(v128.load(axis, Wedge.allLeast), leave), slack);
  const up = f32x4.mul(f32x4.mul(v128.load(axis, Wedge.allMost), leave), slack);
  const above = f32x4.ge(fromFar(planes + 16, axis), f32x4.pmin(down, zero));
  const below = f32x4.le(fromNear(planes, axis), f32x4.pmax(up, zero));
  return v128.and(above, below);
}

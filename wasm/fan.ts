// The fan of a wedge: its pulses lie in a plane, or close to one. If that is oblique to the axes, the bounds along the
// axes hold far more than the fan; then boxes must also meet the plane's near side. With its normal n, n·d lies within
// narrow bounds for all directions d, and n·(x − o) within those times the distance at which a subray is in a box.

import { groupSize } from './group';
import { ARRAY, leastOf, mostOf, Wedge } from './wedge';

/** A fan counts if the second widest bounds of an axis are so many times as wide as it is thick. */
const ASLANT: f32 = 2;

/** Central directions closer than this, as a square, have no plane: 0.1 mrad. */
const NO_PLANE: f32 = 1e-8;

/**
 * Widens the bounds of n·d. For a box that is found to lie beside the fan, no term of n·(x − o) is larger than two
 * distances: parts ahead of the origin lie before the distance of leaving, and parts behind are smaller than that.
 * Eight roundings of 2⁻²⁴ each.
 */
const FAN_SLACK: f32 = 4e-6;

/** Sets the fan of all pulses of the group, in the scene's frame; the wedge must be bounded. */
export function setFan(wedge: usize): void {
  store<u32>(wedge, 0, Wedge.fan);
  const a = wedge, b = wedge + (<usize>(groupSize - 1) << 2);
  const ax = centerOf(a, 0), ay = centerOf(a, 1), az = centerOf(a, 2);
  const bx = centerOf(b, 0), by = centerOf(b, 1), bz = centerOf(b, 2);
  const x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
  const square = x * x + y * y + z * z;
  if (!(square > NO_PLANE)) return;
  const scale: f32 = 1 / sqrt<f32>(square);
  const nx = f32x4.splat(x * scale), ny = f32x4.splat(y * scale), nz = f32x4.splat(z * scale);
  let least = f32x4.splat(0), most = least;
  for (let i = 0; i < groupSize; i += 4) {
    const lanes = wedge + (<usize>i << 2), spread = v128.load(lanes, Wedge.spread);
    const cx = v128.load(lanes, Wedge.center);
    const cy = v128.load(lanes, Wedge.center + ARRAY);
    const cz = v128.load(lanes, Wedge.center + 2 * ARRAY);
    const aside = f32x4.add(f32x4.add(f32x4.mul(cx, nx), f32x4.mul(cy, ny)), f32x4.mul(cz, nz));
    least = f32x4.pmin(least, f32x4.sub(aside, spread));
    most = f32x4.pmax(most, f32x4.add(aside, spread));
  }
  const low = f32x4.extract_lane(leastOf(least), 0), high = f32x4.extract_lane(mostOf(most), 0);
  if (!(secondWidth(wedge) > ASLANT * (high - low))) return;
  store<u32>(wedge, 1, Wedge.fan);
  store<f32>(wedge, x * scale, Wedge.fanNormal);
  store<f32>(wedge, y * scale, Wedge.fanNormal + 4);
  store<f32>(wedge, z * scale, Wedge.fanNormal + 8);
  store<f32>(wedge, low - FAN_SLACK, Wedge.fanLow);
  store<f32>(wedge, high + FAN_SLACK, Wedge.fanHigh);
}

@inline
function centerOf(lane: usize, axis: usize): f32 { return load<f32>(lane + axis * ARRAY, Wedge.center); }

/** The second largest width of the bounds of axes. */
@inline
function secondWidth(wedge: usize): f32 {
  const x = widthOf(wedge), y = widthOf(wedge + 16), z = widthOf(wedge + 32);
  return max<f32>(min<f32>(x, y), min<f32>(max<f32>(x, y), z));
}

@inline
function widthOf(axis: usize): f32 { return load<f32>(axis, Wedge.allMost) - load<f32>(axis, Wedge.allLeast); }

/**
 * Lanes of boxes that the fan meets, which the wedge leaves at distances `leave`; along each axis, their planes lie
 * between `near` and `far` from origins, in either order.
 */
@inline
export function meetsFan(
  wedge: usize, leave: v128, nearX: v128, nearY: v128, nearZ: v128, farX: v128, farY: v128, farZ: v128,
): v128 {
  const nx = v128.load32_splat(wedge, Wedge.fanNormal);
  const ny = v128.load32_splat(wedge, Wedge.fanNormal + 4);
  const nz = v128.load32_splat(wedge, Wedge.fanNormal + 8);
  const ax = f32x4.mul(nearX, nx), bx = f32x4.mul(farX, nx);
  const ay = f32x4.mul(nearY, ny), by = f32x4.mul(farY, ny);
  const az = f32x4.mul(nearZ, nz), bz = f32x4.mul(farZ, nz);
  const least = f32x4.add(f32x4.add(f32x4.pmin(ax, bx), f32x4.pmin(ay, by)), f32x4.pmin(az, bz));
  const most = f32x4.add(f32x4.add(f32x4.pmax(ax, bx), f32x4.pmax(ay, by)), f32x4.pmax(az, bz));
  return v128.and(
    f32x4.le(least, f32x4.mul(leave, v128.load32_splat(wedge, Wedge.fanHigh))),
    f32x4.ge(most, f32x4.mul(leave, v128.load32_splat(wedge, Wedge.fanLow))),
  );
}

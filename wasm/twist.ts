// twist: a bundle whose subrays leave at exits (exits.ts) is still tested as a whole. Exits turn the normals of edges, to first order
// the same for all subrays of a pulse; what that leaves out is bounded, and goes into the doubt.

import { instrument } from './addresses.generated';
import { alongRowLinear } from './frames';
import { Group, groupSize } from './group';
import { Instrument, Pulse, ROUNDING } from './records.generated';
import { ARRAY, lengthsOf, Wedge } from './wedge';
import { room } from './work';

/** Byte offsets of what exits change about the tests of a pulse's bundle, TWIST_BYTES in total. */
export namespace Twist {
  /** The columns of the symmetric matrix that, times an edge, is added to its normal: three f32 each. */
  export const x: usize = 0;
  export const y: usize = 16;
  export const z: usize = 32;
  /** What of that is in doubt, per length of an edge. */
  export const slack: usize = 12;
}

/** Two roundings of a coordinate, 2⁻²⁴ each, and room to spare. */
const ORIGIN_SLACK: f32 = 2.4e-7;

/** The beam's frame, in that of the scene or of a mesh: right-hand, upward and axis direction. */
let rightX: f64 = 0, rightY: f64 = 0, rightZ: f64 = 0;
let upX: f64 = 0, upY: f64 = 0, upZ: f64 = 0;
let axisX: f64 = 0, axisY: f64 = 0, axisZ: f64 = 0;

/** Opens the wedge of the group, in the scene's frame, to the exits of its pulses. */
export function openWedge(wedge: usize): void {
  const reach = load<f32>(instrument, Instrument.exitReach), size = twistSize();
  for (let i = 0; i < groupSize; i += 4) {
    const lanes = wedge + (<usize>i << 2);
    for (let axis: usize = 0; axis < 3; axis++) spreadOrigins(lanes + axis * ARRAY, reach);
    const longest = f32x4.add(lengthsOf(lanes), v128.load(lanes, Wedge.spread));
    const off = f32x4.sqrt(fromAxis(lanes, room() + (<usize>i << 2)));
    const aside = f32x4.add(f32x4.add(v128.load(lanes, Wedge.spread), off), f32x4.mul(f32x4.splat(ROUNDING), longest));
    v128.store(lanes, aside, Wedge.aside);
    v128.store(lanes, marginOf(longest, aside, reach, size), Wedge.margin);
  }
}

/** Squares of the distances of four central directions from the axes of their pulses. */
function fromAxis(lanes: usize, pulses: usize): v128 {
  let sum = f32x4.splat(0);
  for (let axis: usize = 0; axis < 3; axis++) {
    const direction = Pulse.direction + axis * 4;
    const a = <usize>load<u32>(pulses, Group.pulse) + direction, b = <usize>load<u32>(pulses, Group.pulse + 4) + direction;
    const c = <usize>load<u32>(pulses, Group.pulse + 8) + direction, d = <usize>load<u32>(pulses, Group.pulse + 12) + direction;
    const axes = v128.load32_lane(d, v128.load32_lane(c, v128.load32_lane(b, v128.load32_zero(a), 1), 2), 3);
    const off = f32x4.sub(v128.load(lanes + axis * ARRAY, Wedge.center), axes);
    sum = f32x4.add(sum, f32x4.mul(off, off));
  }
  return sum;
}

/**
 * What exits within `reach` of the origin change about an edge's product at most, per length of the edge, and what of that the twist,
 * of size `size`, may be wrong about: see slackOf.
 */
@inline
export function marginOf(longest: v128, aside: v128, reach: f32, size: f32): v128 {
  const ways = f32x4.mul(f32x4.splat(<f32>2.001 * reach), f32x4.add(longest, aside));
  return f32x4.add(ways, f32x4.mul(f32x4.splat(ROUNDING * size), longest));
}

/** Spreads the origins of one axis for boxes by `reach` either way; the factors of the axis must be set. */
export function spreadOrigins(axis: usize, reach: f32): void {
  const origin = v128.load(axis, Wedge.origin), ways = f32x4.splat(reach);
  const off = f32x4.add(ways, f32x4.mul(f32x4.splat(ORIGIN_SLACK), f32x4.add(f32x4.abs(origin), ways)));
  const backwards = f32x4.lt(v128.load(axis, Wedge.far), f32x4.splat(0));
  const above = f32x4.add(origin, off), below = f32x4.sub(origin, off);
  v128.store(axis, v128.bitselect(below, above, backwards), Wedge.nearOrigin);
  v128.store(axis, v128.bitselect(above, below, backwards), Wedge.farOrigin);
}

/** The twist of the pulse whose lane is at `lane`, in the scene's frame. There T = 2 (z_r r rᵀ + z_u u uᵀ): see twistInMesh. */
export function twistInScene(twist: usize, pulse: usize, lane: usize): void {
  const dx = load<f32>(pulse, Pulse.direction), dy = load<f32>(pulse, Pulse.direction + 4), dz = load<f32>(pulse, Pulse.direction + 8);
  const rx = load<f32>(pulse, Pulse.right), ry = load<f32>(pulse, Pulse.right + 4), rz = load<f32>(pulse, Pulse.right + 8);
  const ux = ry * dz - rz * dy, uy = rz * dx - rx * dz, uz = rx * dy - ry * dx;
  const f: f32 = 2 * load<f32>(instrument, Instrument.rayleighRight), g: f32 = 2 * load<f32>(instrument, Instrument.rayleighUp);
  setTwist(twist, f * rx * rx + g * ux * ux, f * ry * ry + g * uy * uy, f * rz * rz + g * uz * uz,
    f * rx * ry + g * ux * uy, f * rx * rz + g * ux * uz, f * ry * rz + g * uy * uz);
  setSlack(twist, lane, load<f32>(lane, Wedge.aside), load<f32>(instrument, Instrument.exitReach), twistSize());
}

function setFrame(pulse: usize): void {
  rightX = <f64>load<f32>(pulse, Pulse.right); rightY = <f64>load<f32>(pulse, Pulse.right + 4); rightZ = <f64>load<f32>(pulse, Pulse.right + 8);
  axisX = <f64>load<f32>(pulse, Pulse.direction); axisY = <f64>load<f32>(pulse, Pulse.direction + 4); axisZ = <f64>load<f32>(pulse, Pulse.direction + 8);
  upX = rightY * axisZ - rightZ * axisY;
  upY = rightZ * axisX - rightX * axisZ;
  upZ = rightX * axisY - rightY * axisX;
}

function frameIntoMesh(at: usize): void {
  const rx = rightX, ry = rightY, rz = rightZ, ux = upX, uy = upY, uz = upZ, ax = axisX, ay = axisY, az = axisZ;
  rightX = alongRowLinear(at, rx, ry, rz); rightY = alongRowLinear(at + 16, rx, ry, rz); rightZ = alongRowLinear(at + 32, rx, ry, rz);
  upX = alongRowLinear(at, ux, uy, uz); upY = alongRowLinear(at + 16, ux, uy, uz); upZ = alongRowLinear(at + 32, ux, uy, uz);
  axisX = alongRowLinear(at, ax, ay, az); axisY = alongRowLinear(at + 16, ax, ay, az); axisZ = alongRowLinear(at + 32, ax, ay, az);
}

/**
 * The twist in the frame of an instance's mesh. An edge e of a triangle is passed where d·(U − 2 e×s) has a sign, with U as in
 * triangles.ts and the exit s; d·(e×s) = e·(s×d). Where d = axis + a r + b u, s = z_r a u − z_u b r, and to first order in (a, b)
 *   s×d = z_r a (u×axis) + z_u b (axis×r) = z_r a p + z_u b q,   a = d·p/V,   b = d·q/V,   V = (r×u)·axis,
 * in any affine frame. So the edge's normal becomes U + T e for all subrays of a bundle, T = −2 (z_r p pᵀ + z_u q qᵀ) / V. What
 * second order leaves out, and T's rounding, go into the doubt: such subrays are decided exactly.
 */
export function twistInMesh(twist: usize, pulse: usize, lane: usize, instance: usize): void {
  setFrame(pulse);
  frameIntoMesh(instance);
  const px = upY * axisZ - upZ * axisY, py = upZ * axisX - upX * axisZ, pz = upX * axisY - upY * axisX;
  const qx = axisY * rightZ - axisZ * rightY, qy = axisZ * rightX - axisX * rightZ, qz = axisX * rightY - axisY * rightX;
  const scale = -2 / (rightX * px + rightY * py + rightZ * pz);
  const f = scale * <f64>load<f32>(instrument, Instrument.rayleighRight), g = scale * <f64>load<f32>(instrument, Instrument.rayleighUp);
  const xx = f * px * px + g * qx * qx, yy = f * py * py + g * qy * qy, zz = f * pz * pz + g * qz * qz;
  const xy = f * px * py + g * qx * qy, xz = f * px * pz + g * qx * qz, yz = f * py * pz + g * qy * qz;
  setTwist(twist, <f32>xx, <f32>yy, <f32>zz, <f32>xy, <f32>xz, <f32>yz);
  const size = sqrt<f64>(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
  const cx = load<f32>(lane, Wedge.center), cy = load<f32>(lane, Wedge.center + ARRAY), cz = load<f32>(lane, Wedge.center + 2 * ARRAY);
  const ax = cx - <f32>axisX, ay = cy - <f32>axisY, az = cz - <f32>axisZ, spread = load<f32>(lane, Wedge.spread);
  // The axis is known to the rounding of f32.
  const aside = spread + sqrt<f32>(ax * ax + ay * ay + az * az) + ROUNDING * (lengthOf(lane) + spread);
  const stretched = stretchOf(instance);
  setSlack(twist, lane, aside, stretched * load<f32>(instrument, Instrument.exitReach), <f32>size + stretched * twistSize());
}

/** By how much the linear part of an instance's map stretches at most what lies near the origin: the root of the sum of its squares. */
export function stretchOf(instance: usize): f32 {
  const x = rowLength(instance), y = rowLength(instance + 16), z = rowLength(instance + 32);
  return sqrt<f32>(x * x + y * y + z * z);
}

/** √(f² + g²) at least, f and g = 2 z_r and 2 z_u: the size of T in the scene's frame (root of the sum of its squares). */
@inline
export function twistSize(): f32 {
  return <f32>2.8285 * max<f32>(load<f32>(instrument, Instrument.rayleighRight), load<f32>(instrument, Instrument.rayleighUp));
}

/** By how much the linear part of a row stretches what lies along it. */
@inline
export function rowLength(row: usize): f32 {
  const x = load<f32>(row), y = load<f32>(row, 4), z = load<f32>(row, 8);
  return sqrt<f32>(x * x + y * y + z * z);
}

@inline
function setTwist(twist: usize, xx: f32, yy: f32, zz: f32, xy: f32, xz: f32, yz: f32): void {
  v128.store(twist, f32x4(xx, xy, xz, 0), Twist.x);
  v128.store(twist, f32x4(xy, yy, yz, 0), Twist.y);
  v128.store(twist, f32x4(xz, yz, zz, 0), Twist.z);
}

@inline
function lengthOf(lane: usize): f32 {
  const x = load<f32>(lane, Wedge.center), y = load<f32>(lane, Wedge.center + ARRAY), z = load<f32>(lane, Wedge.center + 2 * ARRAY);
  return sqrt<f32>(x * x + y * y + z * z);
}

/**
 * What a twist of size `size` may be wrong about, per length of an edge, where exits lie within `reach` of the origin and directions
 * within `aside` of the axis. Roundings in units of 2⁻²⁴ of `size`: 4 of the exits, 3 of the twist's entries, 3 of its product with
 * an edge, 1 of the sum, 3 of the product with a direction: less than ROUNDING.
 */
@inline
function setSlack(twist: usize, lane: usize, aside: f32, reach: f32, size: f32): void {
  const longest = lengthOf(lane) + load<f32>(lane, Wedge.spread);
  store<f32>(twist, <f32>2.001 * reach * aside + ROUNDING * size * longest, Twist.slack);
}

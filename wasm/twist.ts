// twist: pulses whose origins differ from that of their wedge, and subrays that leave at exits (exits.ts), are still
// tested as a whole. Both turn the normals of edges: a pulse's origin exactly, exits to first order, the same for all
// subrays of a pulse. The remainder is bounded, and goes into the doubt.

import { instrument } from './addresses.generated';
import { alongRowLinear } from './frames';
import { Group, groupSize, hasExits } from './group';
import { pairOf } from './pairs';
import { Instrument, Pulse, ROUNDING, TINY } from './records.generated';
import { dotF64 } from './vectors';
import { ARRAY, lengthsOf, mostOf, Wedge } from './wedge';
import { room } from './work';

/** Byte offsets of the data, besides its rays, with which a pulse's bundle is tested, TWIST_BYTES in total. */
export namespace Twist {
  /** The columns of the matrix that, times an edge, is added to its normal: three f32 each. */
  export const x: usize = 0;
  export const y: usize = 16;
  export const z: usize = 32;
  /** The doubt about this matrix, per length of an edge. */
  export const slack: usize = 12;
}

/** Two roundings of a coordinate, 2⁻²⁴ each, and room to spare. */
const ORIGIN_SLACK: f32 = 2.4e-7;

/**
 * Sets the reference of a wedge whose bounds are set, and the effect of twists on cones. From the reference to an
 * origin o farther by Δ, the normal (a − b) × (a + b) of an edge e grows by 2 Δ × e: its product with the direction d
 * by 2 (d × Δ)·e.
 */
export function settleWedge(wedge: usize, mask: u64, exitReach: f32): void {
  const first = wedge + (<usize>ctz(mask) << 2);
  for (let axis: usize = 0; axis < 3; axis++)
    store<f32>(wedge + axis * 4, load<f32>(first + axis * ARRAY, Wedge.origin), Wedge.reference);
  store<f32>(wedge, exitReach, Wedge.offOrigin);
  if (!load<u32>(wedge, Wedge.together)) turnCones(wedge, mask, exitReach);
}

function turnCones(wedge: usize, mask: u64, exitReach: f32): void {
  const ox = v128.load32_splat(wedge, Wedge.reference);
  const oy = v128.load32_splat(wedge, Wedge.reference + 4);
  const oz = v128.load32_splat(wedge, Wedge.reference + 8);
  const two = f32x4.splat(2);
  let farthest = f32x4.splat(0);
  for (let i = 0; i < groupSize; i += 4) {
    if (((mask >> i) & 15) == 0) continue;
    const lanes = wedge + (<usize>i << 2);
    const x = f32x4.mul(two, f32x4.sub(v128.load(lanes, Wedge.origin), ox));
    const y = f32x4.mul(two, f32x4.sub(v128.load(lanes, Wedge.origin + ARRAY), oy));
    const z = f32x4.mul(two, f32x4.sub(v128.load(lanes, Wedge.origin + 2 * ARRAY), oz));
    const cx = v128.load(lanes, Wedge.center);
    const cy = v128.load(lanes, Wedge.center + ARRAY);
    const cz = v128.load(lanes, Wedge.center + 2 * ARRAY);
    v128.store(lanes, f32x4.sub(f32x4.mul(cy, z), f32x4.mul(cz, y)), Wedge.turn);
    v128.store(lanes, f32x4.sub(f32x4.mul(cz, x), f32x4.mul(cx, z)), Wedge.turn + ARRAY);
    v128.store(lanes, f32x4.sub(f32x4.mul(cx, y), f32x4.mul(cy, x)), Wedge.turn + 2 * ARRAY);
    // Directions off the central one, and roundings: see addOrigin.
    const size = f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
    const spread = v128.load(lanes, Wedge.spread), longest = f32x4.add(lengthsOf(lanes), spread);
    const ways = f32x4.mul(
      size, f32x4.add(f32x4.mul(f32x4.splat(1.001), spread), f32x4.mul(f32x4.splat(ROUNDING), longest)),
    );
    v128.store(lanes, hasExits ? f32x4.add(v128.load(lanes, Wedge.margin), ways) : ways, Wedge.margin);
    farthest = f32x4.pmax(farthest, size);
  }
  store<f32>(wedge, exitReach + <f32>0.5001 * f32x4.extract_lane(mostOf(farthest), 0), Wedge.offOrigin);
}

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
    const a = <usize>load<u32>(pulses, Group.pulse) + direction;
    const b = <usize>load<u32>(pulses, Group.pulse + 4) + direction;
    const c = <usize>load<u32>(pulses, Group.pulse + 8) + direction;
    const d = <usize>load<u32>(pulses, Group.pulse + 12) + direction;
    const axes = v128.load32_lane(d, v128.load32_lane(c, v128.load32_lane(b, v128.load32_zero(a), 1), 2), 3);
    const off = f32x4.sub(v128.load(lanes + axis * ARRAY, Wedge.center), axes);
    sum = f32x4.add(sum, f32x4.mul(off, off));
  }
  return sum;
}

/**
 * Largest change of an edge's product by exits within `reach` of the origin, per length of the edge, and the doubt
 * about that of the twist, of size `size`: see setSlack.
 */
@inline
export function marginOf(longest: v128, aside: v128, reach: f32, size: f32): v128 {
  const ways = f32x4.mul(f32x4.splat(<f32>2.001 * reach), f32x4.add(longest, aside));
  return f32x4.add(ways, f32x4.mul(f32x4.splat(ROUNDING * size), longest));
}

/** Spreads the origins of one axis for boxes by `reach` either way; the extents of the axis must be set. */
export function spreadOrigins(axis: usize, reach: f32): void {
  const origin = v128.load(axis, Wedge.origin), ways = f32x4.splat(reach);
  const off = f32x4.add(ways, f32x4.mul(f32x4.splat(ORIGIN_SLACK), f32x4.add(f32x4.abs(origin), ways)));
  const backwards = f32x4.le(v128.load(axis, Wedge.most), f32x4.splat(-TINY));
  const above = f32x4.add(origin, off), below = f32x4.sub(origin, off);
  v128.store(axis, v128.bitselect(below, above, backwards), Wedge.nearOrigin);
  v128.store(axis, v128.bitselect(above, below, backwards), Wedge.farOrigin);
}

/** No twist. */
export function noTwist(twist: usize): void {
  const zero = f32x4.splat(0);
  v128.store(twist, zero, Twist.x);
  v128.store(twist, zero, Twist.y);
  v128.store(twist, zero, Twist.z);
}

/** Adds the offset of the pulse's origin from the wedge's reference to a twist: the matrix of 2 Δ ×. */
export function addOrigin(twist: usize, wedge: usize, lane: usize): void {
  const x: f32 = 2 * (load<f32>(lane, Wedge.origin) - load<f32>(wedge, Wedge.reference));
  const y: f32 = 2 * (load<f32>(lane, Wedge.origin + ARRAY) - load<f32>(wedge, Wedge.reference + 4));
  const z: f32 = 2 * (load<f32>(lane, Wedge.origin + 2 * ARRAY) - load<f32>(wedge, Wedge.reference + 8));
  const size = abs<f32>(x) + abs<f32>(y) + abs<f32>(z);
  v128.store(
    twist,
    f32x4.add(
      v128.load(twist, Twist.x), f32x4(0, z, -y, ROUNDING * size * (lengthOf(lane) + load<f32>(lane, Wedge.spread))),
    ),
    Twist.x,
  );
  v128.store(twist, f32x4.add(v128.load(twist, Twist.y), f32x4(-z, 0, x, 0)), Twist.y);
  v128.store(twist, f32x4.add(v128.load(twist, Twist.z), f32x4(y, -x, 0, 0)), Twist.z);
}

/**
 * The twist by the exits of the pulse whose lane is at `lane`, in the scene's frame. There T = 2 (z_r r
 * rᵀ + z_u u uᵀ): see twistInMesh.
 */
export function twistInScene(twist: usize, pulse: usize, lane: usize): void {
  const dx = load<f32>(pulse, Pulse.direction);
  const dy = load<f32>(pulse, Pulse.direction + 4);
  const dz = load<f32>(pulse, Pulse.direction + 8);
  const rx = load<f32>(pulse, Pulse.right);
  const ry = load<f32>(pulse, Pulse.right + 4);
  const rz = load<f32>(pulse, Pulse.right + 8);
  const ux = ry * dz - rz * dy, uy = rz * dx - rx * dz, uz = rx * dy - ry * dx;
  const f: f32 = 2 * load<f32>(instrument, Instrument.rayleighRight);
  const g: f32 = 2 * load<f32>(instrument, Instrument.rayleighUp);
  setTwist(twist, f * rx * rx + g * ux * ux, f * ry * ry + g * uy * uy, f * rz * rz + g * uz * uz,
    f * rx * ry + g * ux * uy, f * rx * rz + g * ux * uz, f * ry * rz + g * uy * uz);
  setSlack(twist, lane, load<f32>(lane, Wedge.aside), load<f32>(instrument, Instrument.exitReach), twistSize());
}

/**
 * Cofactors of the linear part of the map of the instance that was entered last, by rows, the sum of their
 * squares, and 2 / its determinant.
 */
let coXX: f64 = 0, coXY: f64 = 0, coXZ: f64 = 0;
let coYX: f64 = 0, coYY: f64 = 0, coYZ: f64 = 0;
let coZX: f64 = 0, coZY: f64 = 0, coZZ: f64 = 0;
let cofactorSquares: f64 = 0, twiceInverse: f64 = 0;

/** Takes the map of the instance whose mesh twists are needed for. */
export function takeCofactors(m: usize): void {
  const a = <f64>load<f32>(m), b = <f64>load<f32>(m, 4), c = <f64>load<f32>(m, 8);
  const d = <f64>load<f32>(m, 16), e = <f64>load<f32>(m, 20), f = <f64>load<f32>(m, 24);
  const g = <f64>load<f32>(m, 32), h = <f64>load<f32>(m, 36), i = <f64>load<f32>(m, 40);
  coXX = e * i - f * h; coXY = f * g - d * i; coXZ = d * h - e * g;
  coYX = c * h - b * i; coYY = a * i - c * g; coYZ = b * g - a * h;
  coZX = b * f - c * e; coZY = c * d - a * f; coZZ = a * e - b * d;
  cofactorSquares = coXX * coXX + coXY * coXY + coXZ * coXZ + coYX * coYX + coYY * coYY + coYZ * coYZ + coZX * coZX
    + coZY * coZY + coZZ * coZZ;
  twiceInverse = 2 / (a * coXX + b * coXY + c * coXZ);
}

/**
 * At most the size of a twist in the frame of that mesh, whose map stretches by `stretched` at most: C r and C u
 * are those of unit vectors.
 */
export function mostTwist(stretched: f32): f32 {
  return twistSize() * (<f32>(0.505 * cofactorSquares * abs<f64>(twiceInverse)) + stretched);
}

/**
 * The twist by the exits of a pulse in the frame of the mesh of takeCofactors. An edge e of a triangle is passed where
 * d·(U − 2 e×s) has a sign, with U as in triangles.ts and the exit s; d·(e×s) = e·(s×d). In the scene's frame, where d
 * = axis + a r + b u, s = z_r a u − z_u b r, and to first order in (a, b) s×d = −(z_r a r + z_u b u), a = d·r, b = d·u:
 * the edge's normal becomes U + T e for all subrays of a bundle, T = 2 (z_r r rᵀ + z_u u uᵀ). The map M takes edges to
 * Me and normals to CU, with its cofactors C = |M| M⁻ᵀ: T becomes C T Cᵀ / |M|. r and u go side by side. Terms of
 * second order, and T's rounding, go into the doubt: such subrays are decided exactly.
 */
export function twistInMesh(twist: usize, pulse: usize, lane: usize, instance: usize): void {
  const dx = <f64>load<f32>(pulse, Pulse.direction);
  const dy = <f64>load<f32>(pulse, Pulse.direction + 4);
  const dz = <f64>load<f32>(pulse, Pulse.direction + 8);
  const rx = <f64>load<f32>(pulse, Pulse.right);
  const ry = <f64>load<f32>(pulse, Pulse.right + 4);
  const rz = <f64>load<f32>(pulse, Pulse.right + 8);
  const x = pairOf(rx, ry * dz - rz * dy), y = pairOf(ry, rz * dx - rx * dz), z = pairOf(rz, rx * dy - ry * dx);
  const px = alongRowOfTwo(coXX, coXY, coXZ, x, y, z);
  const py = alongRowOfTwo(coYX, coYY, coYZ, x, y, z);
  const pz = alongRowOfTwo(coZX, coZY, coZZ, x, y, z);
  const lengths = pairOf(
    <f64>load<f32>(instrument, Instrument.rayleighRight), <f64>load<f32>(instrument, Instrument.rayleighUp),
  );
  const scale = f64x2.mul(f64x2.splat(twiceInverse), lengths), fx = f64x2.mul(scale, px), fy = f64x2.mul(scale, py);
  const first = sumsOfLanes(f64x2.mul(fx, px), f64x2.mul(fx, py));
  const second = sumsOfLanes(f64x2.mul(fy, py), f64x2.mul(fx, pz));
  const third = sumsOfLanes(f64x2.mul(f64x2.mul(scale, pz), pz), f64x2.mul(fy, pz));
  // xx and xy, yy and xz, zz and yz.
  const a = f32x4.demote_f64x2_zero(first), b = f32x4.demote_f64x2_zero(second), c = f32x4.demote_f64x2_zero(third);
  v128.store(twist, v128.shuffle<f32>(a, b, 0, 1, 5, 2), Twist.x);
  v128.store(twist, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 2, 3), c, 0, 1, 5, 2), Twist.y);
  v128.store(twist, v128.shuffle<f32>(v128.shuffle<f32>(b, c, 1, 5, 4, 2), c, 0, 1, 2, 3), Twist.z);
  const squares = f64x2.add(f64x2.add(f64x2.mul(first, first), f64x2.mul(second, second)), f64x2.mul(third, third));
  const size = sqrt<f64>(f64x2.extract_lane(squares, 0) + 2 * f64x2.extract_lane(squares, 1));
  const stretched = stretchOf(instance);
  setSlack(
    twist, lane, asideInMesh(instance, lane, dx, dy, dz), stretched * load<f32>(instrument, Instrument.exitReach),
    <f32>size + stretched * twistSize(),
  );
}

/** Largest distance of the pulse's directions, lane at `lane`, from its axis d, in the mesh's frame. */
@inline
function asideInMesh(instance: usize, lane: usize, dx: f64, dy: f64, dz: f64): f32 {
  const x = load<f32>(lane, Wedge.center) - <f32>alongRowLinear(instance, dx, dy, dz);
  const y = load<f32>(lane, Wedge.center + ARRAY) - <f32>alongRowLinear(instance + 16, dx, dy, dz);
  const z = load<f32>(lane, Wedge.center + 2 * ARRAY) - <f32>alongRowLinear(instance + 32, dx, dy, dz);
  const spread = load<f32>(lane, Wedge.spread);
  // The axis is known to the rounding of f32.
  return spread + sqrt<f32>(x * x + y * y + z * z) + ROUNDING * (lengthOf(lane) + spread);
}

/** A row of a matrix times two vectors side by side. */
@inline
function alongRowOfTwo(a: f64, b: f64, c: f64, x: v128, y: v128, z: v128): v128 {
  return dotF64(f64x2.splat(a), f64x2.splat(b), f64x2.splat(c), x, y, z);
}

/** The sums of the lanes of two vectors. */
@inline
function sumsOfLanes(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
}

/**
 * Largest factor by which the linear part of an instance's map stretches vectors near the origin: the root of the sum
 * of its squares.
 */
export function stretchOf(instance: usize): f32 {
  const x = rowLength(instance), y = rowLength(instance + 16), z = rowLength(instance + 32);
  return sqrt<f32>(x * x + y * y + z * z);
}

/**
 * √(f² + g²) at least, f and g = 2 z_r and 2 z_u: the size of T in the scene's frame (root of the sum of its squares).
 */
@inline
export function twistSize(): f32 {
  return <f32>2.8285
    * max<f32>(load<f32>(instrument, Instrument.rayleighRight), load<f32>(instrument, Instrument.rayleighUp));
}

/** Factor by which the linear part of a row stretches vectors along it. */
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
  const x = load<f32>(lane, Wedge.center);
  const y = load<f32>(lane, Wedge.center + ARRAY);
  const z = load<f32>(lane, Wedge.center + 2 * ARRAY);
  return sqrt<f32>(x * x + y * y + z * z);
}

/**
 * Possible error of a twist of size `size`, per length of an edge, for exits within `reach` of the origin and
 * directions within `aside` of the axis. Roundings in units of 2⁻²⁴ of `size`: 4 of the exits, 3 of the twist's
 * entries, 3 of its product with an edge, 1 of the sum, 3 of the product with a direction: less than ROUNDING.
 */
@inline
function setSlack(twist: usize, lane: usize, aside: f32, reach: f32, size: f32): void {
  const longest = lengthOf(lane) + load<f32>(lane, Wedge.spread);
  store<f32>(twist, <f32>2.001 * reach * aside + ROUNDING * size * longest, Twist.slack);
}

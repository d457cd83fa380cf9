// twist: a bundle whose subrays leave at exits (exits.ts) is still tested as a whole. Exits turn the normals of edges, to first order
// the same for all subrays of a pulse; what that leaves out is bounded, and goes into the doubt.

import { instrument } from './addresses.generated';
import { Bundle, spreadOrigin } from './bundle';
import { alongRowLinear, directionIntoMesh } from './frames';
import { Instrument, Pulse, ROUNDING } from './records.generated';
import { scratch, stride } from './work';

/** Exits in the frame of the mesh that is being traced, as exitsOf leaves those of the scene's frame. */
@inline
function meshExits(): usize { return scratch + 7 * stride; }

/** The beam's frame, in that of the scene or of a mesh: right-hand, upward and axis direction. */
let rightX: f64 = 0, rightY: f64 = 0, rightZ: f64 = 0;
let upX: f64 = 0, upY: f64 = 0, upZ: f64 = 0;
let axisX: f64 = 0, axisY: f64 = 0, axisZ: f64 = 0;

/** Opens the bundle of a pulse, in the scene's frame, to its exits. There T = 2 (z_r r rᵀ + z_u u uᵀ): see twist. */
export function openBundle(bundle: usize, pulse: usize, exits: usize): void {
  const dx = load<f32>(pulse, Pulse.direction), dy = load<f32>(pulse, Pulse.direction + 4), dz = load<f32>(pulse, Pulse.direction + 8);
  const rx = load<f32>(pulse, Pulse.right), ry = load<f32>(pulse, Pulse.right + 4), rz = load<f32>(pulse, Pulse.right + 8);
  const ux = ry * dz - rz * dy, uy = rz * dx - rx * dz, uz = rx * dy - ry * dx;
  const f: f32 = 2 * load<f32>(instrument, Instrument.rayleighRight), g: f32 = 2 * load<f32>(instrument, Instrument.rayleighUp);
  axisX = dx; axisY = dy; axisZ = dz;
  setTwist(bundle, f * rx * rx + g * ux * ux, f * ry * ry + g * uy * uy, f * rz * rz + g * uz * uz,
    f * rx * ry + g * ux * uy, f * rx * rz + g * ux * uz, f * ry * rz + g * uy * uz);
  const reach = load<f32>(instrument, Instrument.exitReach);
  setBounds(bundle, exits, reach, reach, reach, reach, twistSize());
}

/** Opens the bundle of a pulse, in the frame of an instance's mesh, to its exits; `worldExits` are those of the scene's frame. */
export function openMeshBundle(bundle: usize, pulse: usize, instance: usize, worldExits: usize): void {
  const exits = meshExits();
  directionIntoMesh(instance, worldExits, exits);
  setFrame(pulse);
  frameIntoMesh(instance);
  twist(bundle, exits, instance);
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
 * What the exits s change about the tests of a bundle. An edge e of a triangle is passed where d·(U − 2 e×s) has a sign, with U as in
 * triangles.ts; d·(e×s) = e·(s×d). Where d = axis + a r + b u, s = z_r a u − z_u b r, and to first order in (a, b)
 *   s×d = z_r a (u×axis) + z_u b (axis×r) = z_r a p + z_u b q,   a = d·p/V,   b = d·q/V,   V = (r×u)·axis,
 * in any affine frame. So the edge's normal becomes U + T e for all subrays of a bundle, T = −2 (z_r p pᵀ + z_u q qᵀ) / V. What
 * second order leaves out, and T's rounding, go into the doubt: such subrays are decided exactly.
 */
function twist(bundle: usize, exits: usize, instance: usize): void {
  const px = upY * axisZ - upZ * axisY, py = upZ * axisX - upX * axisZ, pz = upX * axisY - upY * axisX;
  const qx = axisY * rightZ - axisZ * rightY, qy = axisZ * rightX - axisX * rightZ, qz = axisX * rightY - axisY * rightX;
  const scale = -2 / (rightX * px + rightY * py + rightZ * pz);
  const f = scale * <f64>load<f32>(instrument, Instrument.rayleighRight), g = scale * <f64>load<f32>(instrument, Instrument.rayleighUp);
  const xx = f * px * px + g * qx * qx, yy = f * py * py + g * qy * qy, zz = f * pz * pz + g * qz * qz;
  const xy = f * px * py + g * qx * qy, xz = f * px * pz + g * qx * qz, yz = f * py * pz + g * qy * qz;
  setTwist(bundle, <f32>xx, <f32>yy, <f32>zz, <f32>xy, <f32>xz, <f32>yz);
  const size = sqrt<f64>(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
  const reach = load<f32>(instrument, Instrument.exitReach);
  const x = reach * rowLength(instance), y = reach * rowLength(instance + 16), z = reach * rowLength(instance + 32);
  const farthest = sqrt<f32>(x * x + y * y + z * z);
  // The exits, with their rounding in the scene's frame, are stretched like those that lie farthest.
  setBounds(bundle, exits, x, y, z, farthest, <f32>size + farthest / reach * twistSize());
}

/** √(f² + g²) at least, f and g = 2 z_r and 2 z_u: the size of T in the scene's frame (root of the sum of its squares). */
@inline
function twistSize(): f32 {
  return <f32>2.8285 * max<f32>(load<f32>(instrument, Instrument.rayleighRight), load<f32>(instrument, Instrument.rayleighUp));
}

/** By how much the linear part of a row stretches what lies along it. */
@inline
function rowLength(row: usize): f32 {
  const x = load<f32>(row), y = load<f32>(row, 4), z = load<f32>(row, 8);
  return sqrt<f32>(x * x + y * y + z * z);
}

@inline
function setTwist(bundle: usize, xx: f32, yy: f32, zz: f32, xy: f32, xz: f32, yz: f32): void {
  const twist = bundle + Bundle.twist;
  v128.store(twist, f32x4.splat(xx));
  v128.store(twist, f32x4.splat(yy), 16);
  v128.store(twist, f32x4.splat(zz), 32);
  v128.store(twist, f32x4.splat(xy), 48);
  v128.store(twist, f32x4.splat(xz), 64);
  v128.store(twist, f32x4.splat(yz), 80);
}

/**
 * Takes the exits over, which lie within `reachX`, `reachY`, `reachZ` of the origin along the axes and within `farthest` in all, and
 * works out bounds for the block's tests, per length of an edge: what exits change at most, and what of it the twist may be wrong
 * about; `size` is that of the twist. Roundings in units of 2⁻²⁴ of `size`: 4 of the exits, 3 of
 * the twist's entries, 3 of its product with an edge, 1 of the sum, 3 of the product with a direction: less than ROUNDING.
 */
function setBounds(bundle: usize, exits: usize, reachX: f32, reachY: f32, reachZ: f32, farthest: f32, size: f32): void {
  store<u32>(bundle, <u32>exits, Bundle.exits);
  spreadOrigin(bundle, 0, reachX);
  spreadOrigin(bundle, 1, reachY);
  spreadOrigin(bundle, 2, reachZ);
  const x = f32x4.extract_lane(v128.load(bundle, Bundle.cx), 0);
  const y = f32x4.extract_lane(v128.load(bundle, Bundle.cy), 0);
  const z = f32x4.extract_lane(v128.load(bundle, Bundle.cz), 0);
  const spread = f32x4.extract_lane(v128.load(bundle, Bundle.spread), 0);
  const longest = sqrt<f32>(x * x + y * y + z * z) + spread;
  const ax = x - <f32>axisX, ay = y - <f32>axisY, az = z - <f32>axisZ;
  // The axis is known to the rounding of f32.
  const aside = spread + sqrt<f32>(ax * ax + ay * ay + az * az) + ROUNDING * longest;
  v128.store(bundle, f32x4.splat(<f32>2.001 * farthest * longest), Bundle.reach);
  v128.store(bundle, f32x4.splat(<f32>2.001 * farthest * aside + ROUNDING * size * longest), Bundle.slack);
}

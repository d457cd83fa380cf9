// The edge functions of triangles.ts in f64, for subrays that pass an edge within the rounding of f32. Corners, origin
// and directions are f32: their differences are exact in f64, the rest is right to 2⁻⁵⁰, and swapping two corners still
// negates an edge's product exactly.

import { bundleExits, bundleLane, bundleRays } from './bundle';
import { TriangleBlock } from './records.generated';
import { ARRAY, Wedge } from './wedge';
import { stride } from './work';

let ax: f64 = 0, ay: f64 = 0, az: f64 = 0;
let bx: f64 = 0, by: f64 = 0, bz: f64 = 0;
let cx: f64 = 0, cy: f64 = 0, cz: f64 = 0;
let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;
/** Twice the exit of the subray, relative to the origin. */
let exitX: f64 = 0, exitY: f64 = 0, exitZ: f64 = 0;

/**
 * Of four subrays, at byte `k` of the bundle's directions, those of `lanes` (a bit each) that pass inside
 * the triangle at `corner`.
 */
export function insideExactly(corner: usize, k: usize, lanes: i32): i32 {
  const ox = <f64>load<f32>(bundleLane, Wedge.origin);
  const oy = <f64>load<f32>(bundleLane, Wedge.origin + ARRAY);
  const oz = <f64>load<f32>(bundleLane, Wedge.origin + 2 * ARRAY);
  ax = <f64>load<f32>(corner, TriangleBlock.ax) - ox;
  ay = <f64>load<f32>(corner, TriangleBlock.ay) - oy;
  az = <f64>load<f32>(corner, TriangleBlock.az) - oz;
  bx = <f64>load<f32>(corner, TriangleBlock.bx) - ox;
  by = <f64>load<f32>(corner, TriangleBlock.by) - oy;
  bz = <f64>load<f32>(corner, TriangleBlock.bz) - oz;
  cx = <f64>load<f32>(corner, TriangleBlock.cx) - ox;
  cy = <f64>load<f32>(corner, TriangleBlock.cy) - oy;
  cz = <f64>load<f32>(corner, TriangleBlock.cz) - oz;
  exitX = 0; exitY = 0; exitZ = 0;
  let inside = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const lane = ctz(lanes);
    const at = k + (<usize>lane << 2);
    if (bundleExits) setExit(bundleExits + at);
    if (passesInside(bundleRays + at)) inside |= 1 << lane;
  }
  return inside;
}

/** Whether the direction at `ray` passes inside. */
function passesInside(ray: usize): bool {
  dx = <f64>load<f32>(ray); dy = <f64>load<f32>(ray + stride); dz = <f64>load<f32>(ray + 2 * stride);
  const u = alongEdge(cx, cy, cz, ax, ay, az);
  const v = alongEdge(ax, ay, az, bx, by, bz);
  const w = alongEdge(bx, by, bz, cx, cy, cz);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

@inline
function setExit(exit: usize): void {
  exitX = 2 * <f64>load<f32>(exit);
  exitY = 2 * <f64>load<f32>(exit + stride);
  exitZ = 2 * <f64>load<f32>(exit + 2 * stride);
}

/** d · ((p − q) × (p + q)), with p and q relative to the subray's exit. */
@inline
function alongEdge(px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64): f64 {
  const ex = px - qx, ey = py - qy, ez = pz - qz;
  const sx = px + qx - exitX, sy = py + qy - exitY, sz = pz + qz - exitZ;
  return dx * (ey * sz - ez * sy) + dy * (ez * sx - ex * sz) + dz * (ex * sy - ey * sx);
}

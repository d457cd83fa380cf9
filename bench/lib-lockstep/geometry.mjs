// Rays and bundles against boxes and triangles, decided as in the shaders but in doubles: boxes and cones leave
// out nothing that is hit, and whether a triangle is met does not depend on the kernel that asks, so that all
// kernels must find the same hits.
import { RAY_NUMBERS } from './rays.mjs';
import { TRIANGLE_WORDS } from './tree.mjs';

/** Beyond any range, metres. */
export const FAR_AWAY = 3e38;
/** Slack of wgsl/boxes.wgsl; more than the roundings of doubles. */
const SLACK = 1 + 1e-6;
/** Rounding of wgsl/triangles.wgsl. */
const EDGE_ROUNDING = 10 / 2 ** 24;

/**
 * Distance at which a ray enters the box with corners at words `low` and `low` + 4 before `far`; otherwise FAR_AWAY.
 */
export function enterRay(nodes, low, rays, ray, far) {
  const r = ray * RAY_NUMBERS;
  const ax = (nodes[low] - rays[r]) * rays[r + 6];
  const ay = (nodes[low + 1] - rays[r + 1]) * rays[r + 7];
  const az = (nodes[low + 2] - rays[r + 2]) * rays[r + 8];
  const bx = (nodes[low + 4] - rays[r]) * rays[r + 6];
  const by = (nodes[low + 5] - rays[r + 1]) * rays[r + 7];
  const bz = (nodes[low + 6] - rays[r + 2]) * rays[r + 8];
  const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz), 0);
  const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz), far);
  return enter <= leave * SLACK ? enter : FAR_AWAY;
}

/** Whether the ray last given to `meetTriangle` passes the signs of the edges, so that its distance is computed. */
export let passes = false;
/** Whether f32 leaves in doubt that it passes inside, where it would be a hit. */
export let doubtful = false;

/** Distance along a ray to a triangle until `far`; −1 without a hit. See wgsl/triangles.wgsl. */
export function meetTriangle(triangles, triangle, rays, ray, far) {
  const r = ray * RAY_NUMBERS;
  const t = triangle * TRIANGLE_WORDS;
  const ox = rays[r];
  const oy = rays[r + 1];
  const oz = rays[r + 2];
  const dx = rays[r + 3];
  const dy = rays[r + 4];
  const dz = rays[r + 5];
  const ax = triangles[t] - ox;
  const ay = triangles[t + 1] - oy;
  const az = triangles[t + 2] - oz;
  const bx = triangles[t + 4] - ox;
  const by = triangles[t + 5] - oy;
  const bz = triangles[t + 6] - oz;
  const cx = triangles[t + 8] - ox;
  const cy = triangles[t + 9] - oy;
  const cz = triangles[t + 10] - oz;
  const u = edge(dx, dy, dz, cx - ax, cy - ay, cz - az, cx + ax, cy + ay, cz + az);
  const v = edge(dx, dy, dz, ax - bx, ay - by, az - bz, ax + bx, ay + by, az + bz);
  const w = edge(dx, dy, dz, bx - cx, by - cy, bz - cz, bx + cx, by + cy, bz + cz);
  const du = doubtOf(cx - ax, cy - ay, cz - az, cx + ax, cy + ay, cz + az);
  const dv = doubtOf(ax - bx, ay - by, az - bz, ax + bx, ay + by, az + bz);
  const dw = doubtOf(bx - cx, by - cy, bz - cz, bx + cx, by + cy, bz + cz);
  passes = !((u < -du || v < -dv || w < -dw) && (u > du || v > dv || w > dw));
  doubtful = false;
  if (!passes) return -1;
  const nx = (ay - by) * (cz - az) - (az - bz) * (cy - ay);
  const ny = (az - bz) * (cx - ax) - (ax - bx) * (cz - az);
  const nz = (ax - bx) * (cy - ay) - (ay - by) * (cx - ax);
  const distance = (ax * nx + ay * ny + az * nz) / (dx * nx + dy * ny + dz * nz);
  if (!(distance > 0 && distance <= far)) return -1;
  doubtful = !((u < -du && v < -dv && w < -dw) || (u > du && v > dv && w > dw));
  return Math.min(u, v, w) < 0 && Math.max(u, v, w) > 0 ? -1 : distance;
}

/** d · (e × s). */
const edge = (dx, dy, dz, ex, ey, ez, sx, sy, sz) =>
  dx * (ey * sz - ez * sy) + dy * (ez * sx - ex * sz) + dz * (ex * sy - ey * sx);

/** Possible error of the product with d. */
const doubtOf = (ex, ey, ez, sx, sy, sz) => EDGE_ROUNDING * size(ex, ey, ez) * (size(sx, sy, sz) + size(ex, ey, ez));

const size = (x, y, z) => Math.abs(x) + Math.abs(y) + Math.abs(z);

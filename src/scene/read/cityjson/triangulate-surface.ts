import { Earcut } from 'three/src/extras/Earcut.js';
import type { Vec3 } from '../../../base/vec3.js';
import { isTangled } from './tangled-rings.js';

/** The triangles of a surface, and whether they cover it. */
export interface SurfaceTriangles {
  /** 3 per triangle: positions in the list of corners, ring by ring, with the orientation of the outer ring. */
  corners: number[];
  /** Whether the areas of triangles and polygon differ: the polygon crosses itself, or a hole lies outside. */
  isDoubtful: boolean;
  /** Whether it has none, since cutting it would take too long (`isTangled`); absent: no. */
  isTangled?: true;
}

/** Area that may be missing, as a share of the polygon's. */
const AREA_TOLERANCE = 1e-3;

/**
 * Cuts a polygon with holes into triangles, in its own plane (that of the outer ring's mean normal, Newell's).
 * `corners`: x, y, z of each corner, the outer ring first; `rings`: number of corners of each ring, at least 3.
 */
export function triangulateSurface(corners: Float64Array, rings: readonly number[]): SurfaceTriangles {
  if (rings.length === 1 && rings[0] === 3) return { corners: [0, 1, 2], isDoubtful: false };
  const flat = projected(corners, rings[0]);
  if (isTangled(flat, rings)) return { corners: [], isDoubtful: false, isTangled: true };
  const holes: number[] = [];
  rings.slice(0, -1).reduce((sum, count) => holes[holes.push(sum + count) - 1], 0);
  const triangles = Earcut.triangulate(flat, holes);
  let covered = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const area = turn(flat, triangles[t], triangles[t + 1], triangles[t + 2]);
    covered += Math.abs(area);
    if (area < 0) [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
  }
  const area = areaOf(flat, rings);
  return { corners: triangles, isDoubtful: Math.abs(covered - area) > AREA_TOLERANCE * Math.abs(area) };
}

/** x and y of each corner in the plane of the outer ring, which turns counterclockwise there. */
function projected(corners: Float64Array, outer: number): number[] {
  const [u, v] = planeOf(normalOf(corners, outer));
  const flat: number[] = [];
  for (let c = 0; c < corners.length; c += 3) {
    // Relative to the first corner, so that coordinates in millions of metres lose nothing.
    const x = corners[c] - corners[0];
    const y = corners[c + 1] - corners[1];
    const z = corners[c + 2] - corners[2];
    flat.push(u[0] * x + u[1] * y + u[2] * z, v[0] * x + v[1] * y + v[2] * z);
  }
  return flat;
}

/** Newell's normal of the first `count` corners, of any length. */
function normalOf(corners: Float64Array, count: number): Vec3 {
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const a = 3 * i;
    const b = 3 * ((i + 1) % count);
    const [ax, ay, az] = [corners[a] - corners[0], corners[a + 1] - corners[1], corners[a + 2] - corners[2]];
    const [bx, by, bz] = [corners[b] - corners[0], corners[b + 1] - corners[1], corners[b + 2] - corners[2]];
    nx += (ay - by) * (az + bz);
    ny += (az - bz) * (ax + bx);
    nz += (ax - bx) * (ay + by);
  }
  return [nx, ny, nz];
}

/** Two unit vectors that span the plane across `n`, right-handed with it. */
function planeOf(n: Vec3): [Vec3, Vec3] {
  const length = Math.hypot(...n);
  if (!(length > 0))
    return [
      [1, 0, 0],
      [0, 1, 0],
    ];
  const [x, y, z] = [n[0] / length, n[1] / length, n[2] / length];
  // The cross product with the axis farthest from the normal.
  const [ax, ay, az] = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const [ux, uy, uz] = [ay * z - az * y, az * x - ax * z, ax * y - ay * x];
  const scale = 1 / Math.hypot(ux, uy, uz);
  const u: Vec3 = [ux * scale, uy * scale, uz * scale];
  return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
}

/** Twice the area of triangle abc, positive if it turns counterclockwise. */
const turn = (flat: readonly number[], a: number, b: number, c: number): number =>
  (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
  (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a]);

/** Twice the area of the outer ring without the holes. */
function areaOf(flat: readonly number[], rings: readonly number[]): number {
  let start = 0;
  return rings.reduce((sum, count, ring) => {
    let area = 0;
    for (let i = 1; i + 1 < count; i++) area += turn(flat, start, start + i, start + i + 1);
    start += count;
    return ring === 0 ? Math.abs(area) : sum - Math.abs(area);
  }, 0);
}

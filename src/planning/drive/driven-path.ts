import { UserError } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { pointsAlong } from '../flight/flight-heights.js';
import type { Vec2 } from '../flight/flight-lines.js';
import { type HeightRaster, heightAt } from '../height-raster.js';

/** A path over the ground. */
interface DrivenPath {
  /** Points for a leg: corners, and points between them where the ground is uneven. */
  points: Vec3[];
  /** Points at most one cell of the ground apart. */
  dense: Vec3[];
  /** Metres. */
  length: number;
}

/** Largest error of the ground (metres) where points are left out: less than a wheel notices. */
const TOLERANCE = 0.05;

/** The middle of the area, from end to end of its longer side. */
export function longestAxis({ min, max }: Rectangle): Vec2[] {
  const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  if (max[0] - min[0] > max[1] - min[1])
    return [
      [min[0], y],
      [max[0], y],
    ];
  return [
    [x, min[1]],
    [x, max[1]],
  ];
}

/**
 * The path along `corners` on the ground. Throws UserError for fewer than two distinct corners, and for corners outside
 * of the raster.
 */
export function drivenPath(corners: readonly Vec2[], ground: HeightRaster): DrivenPath {
  const distinct = corners.filter((corner, k) => k === 0 || distance(corner, corners[k - 1]) > 0);
  if (distinct.length < 2) throw new UserError('--path: expected at least two places that differ');
  const outside = distinct.find((corner) => isOutside(corner, ground.area));
  if (outside !== undefined)
    throw new UserError(`--path: found ${outside.join(',')}, which is outside of the area`, {
      hint: `it reaches from ${ground.area.min.map(tenth).join(',')} to ${ground.area.max.map(tenth).join(',')}; --area names another`,
    });
  const flat = distinct.map(([x, y]): Vec3 => [x, y, 0]);
  const step = Math.min(...ground.cell);
  const dense = [...pointsAlong(flat, step)].map(([x, y]): Vec3 => [x, y, heightAt(ground, x, y)]);
  const corner = new Set(distinct.map(([x, y]) => `${x} ${y}`));
  return { points: keepBends(dense, corner), dense, length: wayOf(dense) };
}

const tenth = (value: number): string => value.toFixed(1);
const distance = (a: Vec2, b: Vec2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function isOutside([x, y]: Vec2, { min, max }: Rectangle): boolean {
  return x < min[0] || x > max[0] || y < min[1] || y > max[1];
}

function wayOf(points: readonly Vec3[]): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++)
    sum += Math.hypot(...[0, 1, 2].map((axis) => points[k][axis] - points[k - 1][axis]));
  return sum;
}

/**
 * Keeps the corners, and the points between them that hold the height within the tolerance (Douglas and Peucker 1973).
 */
function keepBends(points: readonly Vec3[], corners: ReadonlySet<string>): Vec3[] {
  const kept: Vec3[] = [points[0]];
  let first = 0;
  for (let k = 1; k < points.length; k++) {
    if (k < points.length - 1 && !corners.has(`${points[k][0]} ${points[k][1]}`)) continue;
    kept.push(...bendsBetween(points, first, k), points[k]);
    first = k;
  }
  return kept;
}

function bendsBetween(points: readonly Vec3[], first: number, last: number): Vec3[] {
  let [worst, at] = [TOLERANCE, -1];
  for (let k = first + 1; k < last; k++) {
    const t = (k - first) / (last - first);
    const off = Math.abs(points[k][2] - points[first][2] - (points[last][2] - points[first][2]) * t);
    if (off > worst) [worst, at] = [off, k];
  }
  return at < 0 ? [] : [...bendsBetween(points, first, at), points[at], ...bendsBetween(points, at, last)];
}

import { dot, length, subtract, type Vec3 } from '../../base/vec3.js';

/**
 * The path without points that lie within `tolerance` metres of the line between those kept (Douglas and Peucker 1973,
 * "Algorithms for the reduction of the number of points required to represent a digitized line", in space instead of
 * the plane). The first and the last point are always kept.
 */
export function simplifyPath(points: readonly Vec3[], tolerance: number): Vec3[] {
  const kept = new Uint8Array(points.length);
  kept[0] = kept[points.length - 1] = 1;
  const stretches: [number, number][] = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch;
    const farthest = farthestFrom(points, first, last, tolerance);
    if (farthest === undefined) continue;
    kept[farthest] = 1;
    stretches.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, k) => kept[k] === 1);
}

/** The point farthest from the line between two others, if its distance exceeds `tolerance`. */
function farthestFrom(points: readonly Vec3[], first: number, last: number, tolerance: number): number | undefined {
  let [farthest, most]: [number | undefined, number] = [undefined, tolerance];
  for (let k = first + 1; k < last; k++) {
    const distance = segmentDistance(points[k], points[first], points[last]);
    if (distance > most) [farthest, most] = [k, distance];
  }
  return farthest;
}

/** Distance of a point from the line between two others, metres. */
function segmentDistance(point: Vec3, from: Vec3, to: Vec3): number {
  const [way, offset] = [subtract(to, from), subtract(point, from)];
  const squared = dot(way, way);
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, dot(offset, way) / squared));
  return length([offset[0] - t * way[0], offset[1] - t * way[1], offset[2] - t * way[2]]);
}

/** The points without those that repeat the previous one. */
export function withoutRepeats(points: readonly Vec3[]): Vec3[] {
  return points.filter((point, k) => k === 0 || length(subtract(point, points[k - 1])) > 0);
}

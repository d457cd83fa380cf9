import type { Vec3 } from '../../base/vec3.js';
import type { Vec2 } from './flight-lines.js';

/** Limits of a line that follows the terrain. */
interface ProfileLimits {
  /** Largest climb or descent, metres per metre along the line. */
  slope: number;
  /** Distance between samples of the ground, metres. */
  step: number;
  /**
   * Points may be left out as long as the path stays this near (metres), and sinks no more than this below the required
   * height.
   */
  tolerance: number;
}

/** Maximum number of points of one line. */
const POINTS_MAX = 4096;

/**
 * Points of a path from `from` to `to` that is nowhere lower than `heightOver` or steeper than the slope: the lowest of
 * all such paths, with points left out where it is straight. `heightOver` returns the smallest height of the path at
 * (x, y).
 */
export function followTerrain(
  from: Vec2,
  to: Vec2,
  heightOver: (x: number, y: number) => number,
  { slope, step, tolerance }: ProfileLimits,
): Vec3[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const intervals = Math.min(POINTS_MAX - 1, Math.max(1, Math.ceil(length / step)));
  const points = Array.from({ length: intervals + 1 }, (_, k): [number, number, number] => {
    const t = k / intervals;
    const [x, y] = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    return [x, y, heightOver(x, y)];
  });
  limitSlope(points, (slope * length) / intervals);
  return simplified(points, tolerance);
}

/** Raises points until no step is higher than `rise`: once forwards, once backwards. */
function limitSlope(points: [number, number, number][], rise: number): void {
  for (let k = 1; k < points.length; k++) points[k][2] = Math.max(points[k][2], points[k - 1][2] - rise);
  for (let k = points.length - 2; k >= 0; k--) points[k][2] = Math.max(points[k][2], points[k + 1][2] - rise);
}

/** Simplifies by the distance in height (Douglas and Peucker 1973). */
function simplified(points: readonly Vec3[], tolerance: number): Vec3[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, last] = range;
    let [worst, at] = [tolerance, -1];
    for (let k = first + 1; k < last; k++) {
      const t = (k - first) / (last - first);
      const off = Math.abs(points[k][2] - (points[first][2] + (points[last][2] - points[first][2]) * t));
      if (off > worst) [worst, at] = [off, k];
    }
    if (at < 0) continue;
    kept.add(at);
    open.push([first, at], [at, last]);
  }
  return points.filter((_, k) => kept.has(k));
}

/** A point of a plane. */
export type Point2 = readonly [number, number];

/**
 * The corners of the convex hull of points, counterclockwise, none twice or on a side (Andrew 1979, monotone chain).
 */
export function convexHull(points: readonly Point2[]): Point2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return lower.length + upper.length <= 2 ? lower.slice(0, 1) : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(points: readonly Point2[]): Point2[] {
  const kept: Point2[] = [];
  for (const point of points) {
    while (kept.length >= 2 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
    const last = kept.at(-1);
    if (last === undefined || last[0] !== point[0] || last[1] !== point[1]) kept.push(point);
  }
  return kept;
}

const turn = (a: Point2, b: Point2, c: Point2): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * The direction, in radians from x, of a side of the rectangle of least area around a convex hull, of which one side
 * lies on a side of the hull (Freeman and Shapira 1975). Calipers that turn with that side meet each corner once
 * (Toussaint 1983). 0 for a single point.
 */
export function leastRectangle(hull: readonly Point2[]): number {
  const count = hull.length;
  let [best, area] = [0, Infinity];
  let [right, top, left] = [1, 1, 1];
  for (let k = 0; k < count && count > 1; k++) {
    const [from, to] = [hull[k], hull[(k + 1) % count]];
    const side = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const along: Point2 = [(to[0] - from[0]) / side, (to[1] - from[1]) / side];
    right = farthest(hull, along, Math.max(right, k + 1));
    top = farthest(hull, [-along[1], along[0]], Math.max(top, right));
    left = farthest(hull, [-along[0], -along[1]], Math.max(left, top));
    const reach = (corner: number, [x, y]: Point2) =>
      (hull[corner % count][0] - from[0]) * x + (hull[corner % count][1] - from[1]) * y;
    const found = (reach(right, along) - reach(left, along)) * reach(top, [-along[1], along[0]]);
    if (found < area) [best, area] = [Math.atan2(along[1], along[0]), found];
  }
  return best;
}

/** The first corner from `start` on at which the hull stops advancing in a direction. */
function farthest(hull: readonly Point2[], [x, y]: Point2, start: number): number {
  const at = (corner: number) => hull[corner % hull.length];
  let corner = start;
  for (let steps = 0; steps < hull.length; steps++, corner++) {
    const [here, next] = [at(corner), at(corner + 1)];
    if ((next[0] - here[0]) * x + (next[1] - here[1]) * y <= 0) break;
  }
  return corner;
}

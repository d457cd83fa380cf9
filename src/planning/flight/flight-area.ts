import { UserError } from '../../base/errors.js';
import type { Box3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { extentOf } from '../extent.js';
import { areaOf, headingOf } from '../plan-area.js';
import type { FlightRequest } from '../plan-request.js';
import { rectangleCorners, type Vec2 } from './flight-lines.js';

/** The area of a flight: a rectangle or a polygon. */
export interface FlightArea {
  corners: readonly Vec2[];
  /** The smallest rectangle around it. */
  bounds: Rectangle;
  /** Square metres. */
  size: number;
  /** Direction of the first line, clockwise from north. */
  heading: number;
  has(x: number, y: number): boolean;
}

/**
 * The requested area, or by default the whole scene. Throws UserError for an outline that encloses
 * nothing, or none of the scene.
 */
export function flightArea(scene: Box3, { outline, area, heading }: FlightRequest): FlightArea {
  if (outline === undefined) {
    const bounds = areaOf(scene, area);
    const { min, max } = bounds;
    return {
      corners: rectangleCorners(bounds),
      bounds,
      size: (max[0] - min[0]) * (max[1] - min[1]),
      heading: headingOf(bounds, heading),
      has: (x, y) => x >= min[0] && x < max[0] && y >= min[1] && y < max[1],
    };
  }
  const size = Math.abs(signedSize(outline));
  if (outline.length < 3 || !(size > 0))
    throw new UserError('the outline of the area encloses nothing', { hint: 'give three corners or more around it' });
  if (crossesItself(outline))
    throw new UserError('the outline of the area crosses itself', { hint: 'give its corners one after the other' });
  const [x, y] = [0, 1].map((axis) => extentOf(outline.map((corner) => corner[axis])));
  return {
    corners: outline,
    bounds: areaOf(scene, { min: [x[0], y[0]], max: [x[1], y[1]] }),
    size,
    heading: heading ?? longestSide(outline),
    has: (px, py) => isInside(outline, px, py),
  };
}

const sidesOf = (corners: readonly Vec2[]): [Vec2, Vec2][] =>
  corners.map((corner, k) => [corner, corners[(k + 1) % corners.length]]);

/** Twice the triangles under the sides: positive counter-clockwise. */
const signedSize = (corners: readonly Vec2[]): number =>
  sidesOf(corners).reduce((sum, [a, b]) => sum + (a[0] * b[1] - b[0] * a[1]) / 2, 0);

/** Direction of the longest side, between north and south by east. */
function longestSide(corners: readonly Vec2[]): number {
  const lengths = sidesOf(corners).map(([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]));
  const [a, b] = sidesOf(corners)[lengths.indexOf(Math.max(...lengths))];
  const [u, v] = [b[0] - a[0], b[1] - a[1]];
  const heading = Math.atan2(u, v);
  return heading < 0 ? heading + Math.PI : heading % Math.PI;
}

/** Whether a ray to the east crosses an odd number of sides. */
const isInside = (corners: readonly Vec2[], x: number, y: number): boolean =>
  sidesOf(corners).filter(([a, b]) => a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
    .length %
    2 ===
  1;

/** Whether two sides that are no neighbours meet. */
function crossesItself(corners: readonly Vec2[]): boolean {
  const sides = sidesOf(corners);
  const turn = (a: Vec2, b: Vec2, c: Vec2) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  return sides.some(([a, b], k) =>
    sides.some(
      ([c, d], other) =>
        other > k + 1 &&
        (other + 1) % sides.length !== k &&
        turn(a, b, c) * turn(a, b, d) <= 0 &&
        turn(c, d, a) * turn(c, d, b) <= 0 &&
        turn(a, b, c) !== turn(a, b, d),
    ),
  );
}

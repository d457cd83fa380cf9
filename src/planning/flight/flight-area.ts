import type { Box3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { checkPolygons, insideOf, type Polygon, ringSides, sizeOf } from '../area/polygons.js';
import { extentOf } from '../extent.js';
import { areaOf, headingOf } from '../plan-area.js';
import type { FlightRequest } from '../plan-request.js';
import { rectangleCorners, type Vec2 } from './flight-lines.js';

/** The area of a flight: a rectangle, or polygons. */
export interface FlightArea {
  /** Corners of each part, one after the other, without holes. */
  outlines: readonly (readonly Vec2[])[];
  /** Holes in them, which lines may cross. */
  holes: readonly (readonly Vec2[])[];
  /** The smallest rectangle around it. */
  bounds: Rectangle;
  /** Square metres. */
  size: number;
  /** Direction of the first line, clockwise from north. */
  heading: number;
  has(x: number, y: number): boolean;
}

/**
 * The requested area, or by default the whole scene; `polygons` are those of its file. Throws UserError for polygons
 * that enclose nothing, cross themselves or each other, and for an area without any of the scene.
 */
export function flightArea(
  scene: Box3,
  { outline, area, heading }: FlightRequest,
  polygons: readonly Polygon[] = outline ? [{ outline: { corners: outline, where: OUTLINE }, holes: [] }] : [],
): FlightArea {
  if (polygons.length === 0) return rectangle(areaOf(scene, area), heading);
  checkPolygons(polygons);
  const outlines = polygons.map(({ outline: { corners } }) => corners);
  const [x, y] = [0, 1].map((axis) => extentOf(outlines.flat().map((corner) => corner[axis])));
  return {
    outlines,
    holes: polygons.flatMap(({ holes }) => holes.map(({ corners }) => corners)),
    bounds: areaOf(scene, { min: [x[0], y[0]], max: [x[1], y[1]] }),
    size: sizeOf(polygons),
    heading: heading ?? longestSide(outlines),
    has: insideOf(polygons),
  };
}

const OUTLINE = 'the outline of the area';

function rectangle(bounds: Rectangle, heading: number | undefined): FlightArea {
  const { min, max } = bounds;
  return {
    outlines: [rectangleCorners(bounds)],
    holes: [],
    bounds,
    size: (max[0] - min[0]) * (max[1] - min[1]),
    heading: headingOf(bounds, heading),
    has: (x, y) => x >= min[0] && x < max[0] && y >= min[1] && y < max[1],
  };
}

/** Direction of the longest side, between north and south by east. */
function longestSide(outlines: readonly (readonly Vec2[])[]): number {
  const sides = outlines.flatMap(ringSides);
  const lengthOf = ([a, b]: readonly [Vec2, Vec2]) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [a, b] = sides.reduce((longest, side) => (lengthOf(side) > lengthOf(longest) ? side : longest));
  const [u, v] = [b[0] - a[0], b[1] - a[1]];
  const heading = Math.atan2(u, v);
  return heading < 0 ? heading + Math.PI : heading % Math.PI;
}

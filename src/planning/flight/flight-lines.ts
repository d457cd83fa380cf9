import { UserError } from '../../base/errors.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { extentOf } from '../extent.js';

/** A point of the plane, world metres. */
export type Vec2 = readonly [number, number];

/** One straight flight line over the area, in order of flight. */
export interface FlightLine {
  from: Vec2;
  to: Vec2;
  /** Metres. */
  length: number;
}

/** Arrangement of lines. */
interface LineLayout {
  /** Direction of the first line, radians clockwise from north (+y). */
  heading: number;
  /** Distance from one line to the next, metres. */
  spacing: number;
  /** Edges of the covered strip, metres from the platform: left and back are negative. */
  swath: { left: number; right: number; back: number; ahead: number };
  /** Metres by which each line is longer at either end than the area requires. */
  runIn: number;
}

/** More lines than a survey file of 1 MiB can hold, or than anyone flies. */
const LINES_MAX = 5000;

/**
 * Parallel lines over a rectangle or a polygon of corners, to and fro, that together cover it: the first and last as
 * far inside as the swath allows, the block centred. Each is as long as the part of the area below its swath requires,
 * plus the distance that the swath lags behind or looks ahead. Throws UserError for more lines than a survey can hold.
 */
export function layOutLines(area: Rectangle | readonly Vec2[], layout: LineLayout): FlightLine[] {
  const { spacing, swath } = layout;
  const frame = lineFrame(layout.heading);
  const corners = cornersOf(area).map(frame.toLine);
  const [low, high] = rangeOf(corners, 1);
  const width = swath.right - swath.left;
  const count = 1 + Math.max(0, Math.ceil((high - low - width) / spacing - 1e-9));
  if (!(count <= LINES_MAX))
    throw new UserError(`the area needs ${count} lines ${spacing.toPrecision(3)} m apart, at most ${LINES_MAX} fit`, {
      hint: 'take a smaller area, or fly higher',
    });
  const first = (low + high - (count - 1) * spacing) / 2;
  return Array.from({ length: count }, (_, k) => placeLine(first + k * spacing, k % 2 === 0, corners, layout, frame));
}

/** Width of a rectangle or a polygon across a heading, metres. */
export function widthAcross(area: Rectangle | readonly Vec2[], heading: number): number {
  const [low, high] = rangeOf(cornersOf(area).map(lineFrame(heading).toLine), 1);
  return high - low;
}

/** The plane with axes along a heading and to the right of it. */
interface LineFrame {
  toLine(point: Vec2): Vec2;
  toWorld(point: Vec2): Vec2;
}

function lineFrame(heading: number): LineFrame {
  const [s, c] = [Math.sin(heading), Math.cos(heading)];
  return {
    toLine: ([x, y]) => [x * s + y * c, x * c - y * s],
    toWorld: ([along, across]) => [along * s + across * c, along * c - across * s],
  };
}

/** The line with the middle of its swath at `middle`; every second one is flown back. */
function placeLine(
  middle: number,
  isForth: boolean,
  corners: readonly Vec2[],
  { swath, runIn }: LineLayout,
  { toWorld }: LineFrame,
): FlightLine {
  const half = (swath.right - swath.left) / 2;
  const [start, end] = rangeOf(cutStrip(corners, middle - half, middle + half), 0);
  // The platform flies beside the middle of a swath that reaches farther to one side.
  const across = middle - (isForth ? 1 : -1) * ((swath.left + swath.right) / 2);
  // The part that looks farthest ahead must pass over the area's near edge, the part that lags farthest behind over the
  // far edge.
  const [before, after] = [swath.ahead + runIn, -swath.back + runIn];
  const [from, to] = isForth ? [start - before, end + after] : [end + before, start - after];
  return { from: toWorld([from, across]), to: toWorld([to, across]), length: Math.abs(to - from) };
}

/**
 * The part of a polygon with low <= across <= high (Sutherland and Hodgman 1974), whose parts a line along the cut may
 * join; the polygon itself if nothing is left.
 */
function cutStrip(corners: readonly Vec2[], low: number, high: number): readonly Vec2[] {
  const inside = cutHalfPlane(cutHalfPlane(corners, low, 1), high, -1);
  return inside.length > 0 ? inside : corners;
}

function cutHalfPlane(corners: readonly Vec2[], limit: number, sign: 1 | -1): Vec2[] {
  const depth = (point: Vec2) => sign * (point[1] - limit);
  return corners.flatMap((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    const [here, there] = [depth(corner), depth(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const t = here / (here - there);
    return [...kept, [corner[0] + (next[0] - corner[0]) * t, limit] as const];
  });
}

const cornersOf = (area: Rectangle | readonly Vec2[]): readonly Vec2[] =>
  'min' in area ? rectangleCorners(area) : area;

/** The corners of a rectangle, counter-clockwise from its lower left. */
export const rectangleCorners = ({ min, max }: Rectangle): Vec2[] => [
  [min[0], min[1]],
  [max[0], min[1]],
  [max[0], max[1]],
  [min[0], max[1]],
];

const rangeOf = (points: readonly Vec2[], axis: 0 | 1): [number, number] =>
  extentOf(points.map((point) => point[axis]));

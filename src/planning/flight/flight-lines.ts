import { UserError } from '../../base/errors.js';
import { significant } from '../../base/significant.js';
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

/** The parts of an area: the corners of each, one after the other. */
type Outlines = readonly (readonly Vec2[])[];

/**
 * Parallel lines over an area, to and fro, that together cover it: the first and last as far inside as the swath
 * allows, the block centred. Each is as long as the parts of the area below its swath require, plus the distance that
 * the swath lags behind or looks ahead; where no part is below it, there is none. Throws UserError for more lines than
 * a survey can hold.
 */
export function layOutLines(outlines: Outlines, layout: LineLayout): FlightLine[] {
  const { spacing, swath } = layout;
  const frame = lineFrame(layout.heading);
  const parts = outlines.map((corners) => corners.map(frame.toLine));
  const [low, high] = rangeOf(parts.flat(), 1);
  const width = swath.right - swath.left;
  const count = 1 + Math.max(0, Math.ceil((high - low - width) / spacing - 1e-9));
  checkCount(count, spacing);
  const first = (low + high - (count - 1) * spacing) / 2;
  return placeLines(
    Array.from({ length: count }, (_, k) => first + k * spacing),
    parts,
    layout,
    frame,
  );
}

/** Lines across the others: so many, or so far apart, metres. */
export type TieLines = { count: number } | { spacing: number };

/**
 * Tie lines across the lines of a layout, to and fro, evenly over the area. Throws UserError for more than a survey can
 * hold.
 */
export function layOutTies(outlines: Outlines, layout: LineLayout, ties: TieLines): FlightLine[] {
  const across = { ...layout, heading: layout.heading + Math.PI / 2 };
  const frame = lineFrame(across.heading);
  const parts = outlines.map((corners) => corners.map(frame.toLine));
  const [low, high] = rangeOf(parts.flat(), 1);
  const count = 'count' in ties ? ties.count : 1 + Math.floor((high - low) / ties.spacing);
  const spacing = 'count' in ties ? (high - low) / count : ties.spacing;
  checkCount(count, spacing);
  const first = (low + high - (count - 1) * spacing) / 2;
  return placeLines(
    Array.from({ length: count }, (_, k) => first + k * spacing),
    parts,
    across,
    frame,
  );
}

function checkCount(count: number, spacing: number): void {
  if (count <= LINES_MAX) return;
  throw new UserError(`the area needs ${count} lines ${significant(spacing, 3)} m apart, at most ${LINES_MAX} fit`, {
    hint: 'take a smaller area, or fly higher',
  });
}

/** Width of an area across a heading, metres. */
export function widthAcross(outlines: Outlines, heading: number): number {
  const [low, high] = rangeOf(outlines.flat().map(lineFrame(heading).toLine), 1);
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

/** Lines with the middles of their swaths at `middles`; every second one is flown back. */
function placeLines(middles: readonly number[], parts: Outlines, layout: LineLayout, frame: LineFrame): FlightLine[] {
  const half = (layout.swath.right - layout.swath.left) / 2;
  const below = middles
    .map((middle) => ({ middle, cut: parts.flatMap((corners) => cutStrip(corners, middle - half, middle + half)) }))
    .filter(({ cut }) => cut.length > 0);
  return below.map(({ middle, cut }, k) => placeLine(middle, k % 2 === 0, rangeOf(cut, 0), layout, frame));
}

function placeLine(
  middle: number,
  isForth: boolean,
  [start, end]: readonly [number, number],
  { swath, runIn }: LineLayout,
  { toWorld }: LineFrame,
): FlightLine {
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
 * join; nothing if the strip only touches it.
 */
function cutStrip(corners: readonly Vec2[], low: number, high: number): Vec2[] {
  const cut = cutHalfPlane(cutHalfPlane(corners, low, 1), high, -1);
  const [least, most] = rangeOf(cut, 1);
  return most - least > TOUCH ? cut : [];
}

/** Metres of a polygon within a strip that is only touched. */
const TOUCH = 1e-6;

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

/** The corners of a rectangle, counter-clockwise from its lower left. */
export const rectangleCorners = ({ min, max }: Rectangle): Vec2[] => [
  [min[0], min[1]],
  [max[0], min[1]],
  [max[0], max[1]],
  [min[0], max[1]],
];

const rangeOf = (points: readonly Vec2[], axis: 0 | 1): [number, number] =>
  extentOf(points.map((point) => point[axis]));

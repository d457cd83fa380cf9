import { UserError } from '../../base/errors.js';
import type { Vec2 } from '../flight/flight-lines.js';

/** A closed line through its corners, and where it stands, for messages. */
export interface Ring {
  corners: readonly Vec2[];
  /** Such as `field.geojson: features[0].geometry`. */
  where: string;
}

/** A polygon with holes, world metres. */
export interface Polygon {
  outline: Ring;
  holes: readonly Ring[];
}

/** Maximum number of corners of an area: every two sides are compared. */
export const CORNERS_MAX = 10_000;

type Side = readonly [Vec2, Vec2];

export const ringSides = (corners: readonly Vec2[]): Side[] =>
  corners.map((corner, k) => [corner, corners[(k + 1) % corners.length]]);

/** Square metres of a ring: half the sum of the cross products of its sides, positive counter-clockwise. */
const signedSize = (corners: readonly Vec2[]): number =>
  ringSides(corners).reduce((sum, [a, b]) => sum + (a[0] * b[1] - b[0] * a[1]) / 2, 0);

/** Square metres of polygons without their holes. */
export const sizeOf = (polygons: readonly Polygon[]): number => {
  const size = ({ corners }: Ring) => Math.abs(signedSize(around(corners)));
  return polygons.reduce((sum, { outline, holes }) => sum + size(outline) - holes.reduce((s, h) => s + size(h), 0), 0);
};

/**
 * Checks polygons of an area. Throws UserError for a ring that encloses nothing or crosses itself, for rings that cross
 * each other, holes outside of their outline, polygons inside of another one, and for too many corners.
 */
export function checkPolygons(polygons: readonly Polygon[]): void {
  const rings = polygons.flatMap(({ outline, holes }) => [outline, ...holes]);
  const corners = rings.reduce((sum, ring) => sum + ring.corners.length, 0);
  if (corners > CORNERS_MAX)
    throw new UserError(`the area has ${corners} corners, at most ${CORNERS_MAX} are taken`, {
      hint: 'simplify its outline',
    });
  for (const ring of rings) checkRing(ring);
  for (const [k, ring] of rings.entries()) for (const other of rings.slice(k + 1)) checkApart(ring, other);
  for (const { outline, holes } of polygons) for (const hole of holes) checkHole(outline, hole);
  for (const [k, { outline }] of polygons.entries())
    for (const other of polygons.filter((_, other) => other !== k)) checkOutside(outline, other);
}

/** Share of a square by which rounding makes up a size. */
const ROUNDING = 1e-9;

function checkRing({ corners, where }: Ring): void {
  const sides = ringSides(corners);
  for (const [k, side] of sides.entries())
    for (let other = k + 2; other < sides.length; other++) {
      if ((other + 1) % sides.length === k || !meet(side, sides[other])) continue;
      throw new UserError(`${where} crosses itself near ${placeText(crossing(side, sides[other]))}`, {
        hint: `its sides ${k + 1} and ${other + 1} meet there; give its corners one after the other`,
      });
    }
  // Corners in one line have no size but for rounding.
  const reach = corners.reduce((most, [x, y]) => Math.max(most, Math.hypot(x - corners[0][0], y - corners[0][1])), 0);
  if (corners.length < CORNERS_MIN || !(Math.abs(signedSize(around(corners))) > ROUNDING * reach ** 2))
    throw enclosesNothing(where);
}

/** Fewest corners of a ring that encloses something. */
export const CORNERS_MIN = 3;

/** The fault of a ring, called `where`, that encloses nothing. */
export const enclosesNothing = (where: string): UserError =>
  new UserError(`${where} encloses nothing`, { hint: 'give three corners or more around it' });

/** Corners relative to the first, so that differences of national coordinates keep their digits. */
const around = (corners: readonly Vec2[]): Vec2[] =>
  corners.map(([x, y]) => [x - corners[0][0], y - corners[0][1]] as const);

/** Rings may touch, as fields do along a fence. */
function checkApart(ring: Ring, other: Ring): void {
  const others = ringSides(other.corners);
  for (const side of ringSides(ring.corners))
    for (const against of others)
      if (crosses(side, against))
        throw new UserError(`${ring.where} and ${other.where} cross near ${placeText(crossing(side, against))}`, {
          hint: 'polygons of an area lie beside each other, and holes inside of their outline',
        });
}

function checkHole(outline: Ring, hole: Ring): void {
  const isWithin = hole.corners.some(([x, y]) => isInRing(outline.corners, x, y));
  if (!isWithin) throw new UserError(`${hole.where} is a hole outside of its polygon`, { hint: 'remove it' });
}

function checkOutside(outline: Ring, { outline: other, holes }: Polygon): void {
  const [x, y] = middleOfSide(outline);
  const isWithin = isInRing(other.corners, x, y) && !holes.some(({ corners }) => isInRing(corners, x, y));
  if (isWithin && Math.abs(signedSize(around(outline.corners))) < Math.abs(signedSize(around(other.corners))))
    throw new UserError(`${outline.where} lies inside of ${other.where}`, { hint: 'remove one of them' });
}

/** A place just inside of a ring, beside the middle of its longest side. */
function middleOfSide({ corners }: Ring): Vec2 {
  const isLeft = signedSize(around(corners)) > 0;
  const lengths = ringSides(corners).map(([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]));
  const [a, b] = ringSides(corners)[lengths.indexOf(Math.max(...lengths))];
  const inwards = (isLeft ? 1 : -1) * 1e-6;
  return [(a[0] + b[0]) / 2 - inwards * (b[1] - a[1]), (a[1] + b[1]) / 2 + inwards * (b[0] - a[0])];
}

const turn = (a: Vec2, b: Vec2, c: Vec2): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** Whether two sides cross or touch. */
const meet = ([a, b]: Side, [c, d]: Side): boolean =>
  turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0 && turn(a, b, c) !== turn(a, b, d);

/** Whether two sides cross, each between the ends of the other. */
const crosses = ([a, b]: Side, [c, d]: Side): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

/** The place where the lines through two sides cross, or the end of one of them if they are parallel. */
function crossing([a, b]: Side, [c, d]: Side): Vec2 {
  const [u, v] = [b[0] - a[0], b[1] - a[1]];
  const [p, q] = [d[0] - c[0], d[1] - c[1]];
  const t = ((c[0] - a[0]) * q - (c[1] - a[1]) * p) / (u * q - v * p);
  return Number.isFinite(t) ? [a[0] + t * u, a[1] + t * v] : c;
}

const placeText = ([x, y]: Vec2): string => `${x.toFixed(1)}, ${y.toFixed(1)}`;

/** Whether a ray to the east crosses the side. */
const isCrossed = ([a, b]: Side, x: number, y: number): boolean =>
  a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);

const isInRing = (corners: readonly Vec2[], x: number, y: number): boolean =>
  ringSides(corners).filter((side) => isCrossed(side, x, y)).length % 2 === 1;

/** Number of rows into which the sides of an area are sorted. */
const ROWS = 1024;

/** A test whether a place is in one of the polygons, outside of its holes; sides are looked up by rows. */
export function insideOf(polygons: readonly Polygon[]): (x: number, y: number) => boolean {
  const perPolygon = polygons.map(({ outline, holes }) => rowsOf([outline, ...holes]));
  return (x, y) => perPolygon.some((sidesAt) => sidesAt(y).filter((side) => isCrossed(side, x, y)).length % 2 === 1);
}

/** Sides of rings that a line to the east at y can cross. */
function rowsOf(rings: readonly Ring[]): (y: number) => readonly Side[] {
  const sides = rings.flatMap(({ corners }) => ringSides(corners));
  const [low, high] = sides.reduce(
    ([least, most], [[, y]]) => [Math.min(least, y), Math.max(most, y)],
    [Infinity, -Infinity],
  );
  const rowAt = (y: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(((y - low) / (high - low)) * ROWS)));
  const rows: Side[][] = Array.from({ length: ROWS }, () => []);
  for (const side of sides) {
    const [first, last] = [side[0][1], side[1][1]].map(rowAt).sort((a, b) => a - b);
    for (let row = first; row <= last; row++) rows[row].push(side);
  }
  return (y) => (y < low || y > high ? [] : rows[rowAt(y)]);
}

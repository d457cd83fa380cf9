import { type Footprint, ringRayCount, ringsOf } from './footprint.js';
import { shellSquares } from './shell-squares.js';

/**
 * A subray's place in the beam's cross section, in units of the beam's 1/e² half width each way,
 * and its share of the energy.
 */
export interface SubrayOffset {
  x: number;
  y: number;
  share: number;
}

/**
 * Number of layouts of a footprint; each pulse takes one. A power of two, so that any bits of a random word choose one.
 * With 19 subrays, a ring a tenth of the half width wide at 1.5 half widths has 30 of their radii.
 */
const LAYOUTS = 512;
/** Maximum number of subrays of all layouts together. The finer a footprint, the less its layouts differ. */
const LAYOUT_SUBRAYS_MAX = 2 ** 14;

/** Whether each pulse takes one of several layouts and turns it. True for rings, except a single ray on the axis. */
export const isTurned = ({ pattern, subrays }: Footprint): boolean => pattern === 'rings' && subrays > 1;

/** The number of layouts of a footprint: 1 if all pulses share one, otherwise a power of two. */
export function layoutCount(footprint: Footprint): number {
  if (!isTurned(footprint)) return 1;
  let count = LAYOUTS;
  while (count > 1 && count * footprint.subrays > LAYOUT_SUBRAYS_MAX) count /= 2;
  return count;
}

/** Layouts of a footprint, `subrays` offsets each, the innermost subray first. */
type Layouts = readonly (readonly SubrayOffset[])[];

/**
 * The layouts of a footprint. Returns `undefined` if the device draws each subray (`disc`) or no rings have this number
 * of rays.
 */
export function footprintLayouts(footprint: Footprint): Layouts | undefined {
  const { pattern, subrays, weights } = footprint;
  const key = `${pattern} ${subrays} ${weights}`;
  if (known.key !== key) known = { key, layouts: makeLayouts(footprint) };
  return known.layouts;
}

/** The layouts of the footprint of the last call: the legs of a survey have the same. */
let known: { key: string; layouts?: Layouts } = { key: '' };

function makeLayouts(footprint: Footprint): Layouts | undefined {
  const rings = ringsOf(footprint.subrays);
  if (footprint.pattern === 'disc' || rings === undefined) return undefined;
  if (footprint.pattern === 'helios' || rings === 1) return [heliosLayout(rings, footprint.weights)];
  return polygonLayouts(footprint, layoutCount(footprint));
}

/** The largest distance of a subray from the axis, in half widths. */
export function farthestPlace(footprint: Footprint): number {
  const layouts = footprintLayouts(footprint);
  if (layouts === undefined) return footprint.weights === 'uniform' ? 1 : radiusHolding('gaussian', 1 - LEAST_UNIFORM);
  return Math.max(...layouts.flat().map(({ x, y }) => Math.hypot(x, y)));
}

/** The smallest number that the device draws between 0 and 1: half a unit of 32 bits. */
const LEAST_UNIFORM = 2 ** -33;

/**
 * The share of the beam's energy within radius r (in half widths), for the Gaussian beam exp(−2 r²) or the disc of
 * radius 1.
 */
const energyWithin = (weights: Footprint['weights'], r: number): number =>
  weights === 'gaussian' ? 1 - Math.exp(-2 * r * r) : r * r;

/** The radius that contains a share of the energy. */
const radiusHolding = (weights: Footprint['weights'], share: number): number =>
  Math.sqrt(weights === 'gaussian' ? -Math.log(1 - share) / 2 : share);

/** The golden angle, in turns. Any number of its multiples spreads evenly over the unit interval. */
const GOLDEN = (3 - Math.sqrt(5)) / 2;

/**
 * HELIOS++'s layout: ring k at k/rings, its first ray above the axis. A ring represents the annulus half-way to its
 * neighbours and has the share of its energy. Energy beyond the last annulus is left out.
 */
function heliosLayout(rings: number, weights: Footprint['weights']): SubrayOffset[] {
  const within = (edge: number) => energyWithin(weights, edge / rings);
  const whole = within(rings - 0.5);
  return Array.from({ length: rings }, (_, ring) => {
    const rays = raysIn(ring);
    const share = (within(ring + 0.5) - (ring === 0 ? 0 : within(ring - 0.5))) / whole / rays;
    return polygon(rays, ring / rings, 0, share);
  }).flat();
}

/**
 * Layouts of regular polygons of three or four subrays, so that each has its middle on the axis and the same second
 * moments in all directions. Each polygon stands for a shell of the beam, and has, over all layouts, all radii of this
 * shell (`shellSquares`). So over many pulses the subrays are distributed as the beam's energy, and the spread of
 * ranges on a slope is that of the beam for each single pulse.
 */
function polygonLayouts({ subrays, weights }: Footprint, count: number): SubrayOffset[][] {
  const corners = polygonsOf(subrays);
  const shares = polygonShares(corners, subrays);
  const squares = shellSquares(weights, shares, count);
  return Array.from({ length: count }, (_, j) =>
    ringByRing(
      corners.flatMap((number, k) => polygon(number, Math.sqrt(squares[k][j]), k * GOLDEN, shares[k] / number)),
    ),
  );
}

/**
 * The subrays of each ring in the order of their azimuths: subrays traced together then mostly meet the same triangle.
 */
function ringByRing(layout: readonly SubrayOffset[]): SubrayOffset[] {
  const ordered: SubrayOffset[] = [];
  for (let ring = 0; ordered.length < layout.length; ring++) {
    const rays = layout.slice(ordered.length, ordered.length + raysIn(ring));
    ordered.push(...rays.sort((a, b) => Math.atan2(a.x, a.y) - Math.atan2(b.x, b.y)));
  }
  return ordered;
}

/** Corners of the polygons that make up a number of subrays, from the axis outwards: threes, fours, and a three. */
function polygonsOf(subrays: number): number[] {
  const threes = 4 - (subrays % 4);
  const fours = Array<number>((subrays - 3 * threes) / 4).fill(4);
  return [...Array<number>(threes - 1).fill(3), ...fours, 3];
}

/**
 * Share of an outermost subray, in those of equal ones. Of 19 equal ones, the three outermost could not go farther than
 * 1.4 half widths: all others would have to come too near the axis for the pulse to keep its width. Of fewer, none can.
 */
const OUTERMOST_SHARE = 0.47;
const LIGHTER_FROM = 19;

/** Shares of the polygons: the outermost subrays have about half of what the others have. */
function polygonShares(corners: readonly number[], subrays: number): number[] {
  const last = corners.length - 1;
  const outermost = (corners[last] * (subrays < LIGHTER_FROM ? 1 : OUTERMOST_SHARE)) / subrays;
  const inner = subrays - corners[last];
  return corners.map((number, k) => (k === last ? outermost : (number / inner) * (1 - outermost)));
}

/** Rays of one ring. */
const raysIn = (ring: number): number => (ring === 0 ? 1 : ringRayCount(ring + 1) - ringRayCount(ring));

/**
 * The corners of a regular polygon. The first one is `turned` steps (from one corner to the next) clockwise from
 * upwards.
 */
const polygon = (corners: number, radius: number, turned: number, share: number): SubrayOffset[] =>
  Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * (k + turned)) / corners;
    return { x: radius * Math.sin(angle), y: radius * Math.cos(angle), share };
  });

import { type Footprint, ringRayCount, ringsOf } from './footprint.js';

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
 */
const LAYOUTS = 64;
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
  const count = layoutCount(footprint);
  return Array.from({ length: count }, (_, k) => polygonLayout(rings, footprint.weights, (k + 0.5) / count));
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

/** Mean square of the distance from the axis, in half widths, for the Gaussian beam and for the disc. */
const MEAN_SQUARE = 1 / 2;

/** The golden section's fraction. Any number of its multiples spreads evenly over the unit interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

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
 * A layout of subrays with equal shares. Rings are made of regular polygons of three or four subrays. Each polygon
 * represents the shell of the beam that contains its share of the energy. It lies at the radius within which the
 * fraction `phase` (0…1, moved on by the golden section from polygon to polygon) of that share is contained. So over
 * all phases the subrays are distributed like the beam's energy. The layout is then scaled to the beam's mean square
 * radius. Polygons have equal second moments in all directions, so the spread of ranges on a slope is that of the beam
 * for each single pulse.
 */
function polygonLayout(rings: number, weights: Footprint['weights'], phase: number): SubrayOffset[] {
  const count = ringRayCount(rings);
  let before = 0;
  const layout = polygonsOf(rings).flatMap((corners, k) => {
    const fraction = (phase + k * GOLDEN) % 1;
    const radius = radiusHolding(weights, (before + corners * fraction) / count);
    before += corners;
    return polygon(corners, radius, k * GOLDEN, 1 / count);
  });
  const meanSquare = layout.reduce((sum, { x, y }) => sum + x * x + y * y, 0) / count;
  const scale = Math.sqrt(MEAN_SQUARE / meanSquare);
  return ringByRing(layout.map(({ x, y, share }) => ({ x: x * scale, y: y * scale, share })));
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

/** Corners of the polygons that make up the rings, from the axis outwards: 1, then threes and fours. */
function polygonsOf(rings: number): number[] {
  const sizes = [1];
  for (let ring = 1; ring < rings; ring++) {
    const rays = raysIn(ring);
    const polygons = Math.floor(rays / 3);
    for (let k = 0; k < polygons; k++) sizes.push(3 + (k < rays - 3 * polygons ? 1 : 0));
  }
  return sizes;
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

import { RandomStream } from '../../base/random-stream.js';
import type { ModelBuilder } from '../model-builder.js';
import type { Season } from '../season.js';
import type { MovingTraffic } from '../street/street-plan.js';
import type { VehicleWeights } from '../street/vehicle-kinds.js';

/** Requested properties of a district; absent: the defaults of `PROCEDURAL_SIZES`. */
export interface DistrictWish {
  /** Side of its square, metres. */
  extent?: number;
  /** Storeys of its highest houses. */
  storeys?: number;
  /** Share of occupied places along the kerbs, 0 … 1. */
  parked?: number;
  /** Number of persons. */
  people?: number;
  season?: Season;
  vehicles?: VehicleWeights;
  /** Vehicles and walkers that move; absent: none do. */
  moving?: MovingTraffic;
}

/** A rectangle along the axes, metres. */
export interface Area {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** Data common to all steps of generating a district. */
export interface DistrictPlan {
  seed: number;
  triangles: number;
  /** 0 … 5, like that of streets. */
  detail: number;
  wish: DistrictWish;
  half: number;
  /** Blocks from kerb to kerb, including pavements. */
  blocks: readonly Area[];
  model: ModelBuilder;
}

/** Half of the carriageway of all streets: a lane and a parking bay, as in `streetSection`. */
export const CARRIAGEWAY_HALF = 5.25;
export const PAVEMENT_WIDTH = 3;
/** Width of a block, from kerb to kerb; border blocks reach the edge of the district. */
const BLOCK_WIDTHS = [46, 70] as const;
/** Default extents of districts, each from this number of triangles on. */
const USUAL_EXTENTS: readonly (readonly [number, number])[] = [
  [300_000, 160],
  [0, 110],
];

/** The streets and blocks of a district, with a crossing at the origin. */
export function planDistrict(
  seed: number,
  triangles: number,
  { extent = USUAL_EXTENTS.find(([from]) => triangles >= from)?.[1] ?? 0 }: DistrictWish,
): Pick<DistrictPlan, 'half' | 'blocks'> {
  const half = extent / 2;
  const columns = bands(new RandomStream(seed, 'columns'), half);
  const rows = bands(new RandomStream(seed, 'rows'), half);
  const blocks = columns.flatMap(([x0, x1]) => rows.map(([y0, y1]): Area => ({ x0, x1, y0, y1 })));
  return { half, blocks };
}

/** Start and end of the blocks along an axis, on both sides of the street through the origin. */
function bands(random: RandomStream, half: number): [number, number][] {
  const found: [number, number][] = [];
  for (const side of [1, -1]) {
    let from = CARRIAGEWAY_HALF;
    while (from < half) {
      const [least, most] = BLOCK_WIDTHS;
      const isLast = half - from < 2 * least + 2 * CARRIAGEWAY_HALF;
      const to = isLast ? half : Math.min(from + random.range(least, most), half - least - 2 * CARRIAGEWAY_HALF);
      found.push(side > 0 ? [from, to] : [-to, -from]);
      from = to + 2 * CARRIAGEWAY_HALF;
    }
  }
  return found;
}

/** The area without a margin. */
export const inset = ({ x0, x1, y0, y1 }: Area, margin: number): Area => ({
  x0: x0 + margin,
  x1: x1 - margin,
  y0: y0 + margin,
  y1: y1 - margin,
});

/** A side of an area, seen from outside: its left end, the direction to its right end, its length. */
export interface AreaSide {
  x: number;
  y: number;
  /** Cosine and sine of the direction from left to right. */
  cos: number;
  sin: number;
  length: number;
}

/** The sides in the south, east, north and west. */
export const sidesOf = ({ x0, x1, y0, y1 }: Area): readonly AreaSide[] => [
  { x: x0, y: y0, cos: 1, sin: 0, length: x1 - x0 },
  { x: x1, y: y0, cos: 0, sin: 1, length: y1 - y0 },
  { x: x1, y: y1, cos: -1, sin: 0, length: x1 - x0 },
  { x: x0, y: y1, cos: 0, sin: -1, length: y1 - y0 },
];

/** Middles of the streets along an axis: between adjacent blocks. */
export function streetMiddles(spans: readonly (readonly [number, number])[]): number[] {
  const starts = [...new Set(spans.map(([from]) => from))];
  const isStreet = (from: number) => spans.some(([, to]) => Math.abs(from - to - 2 * CARRIAGEWAY_HALF) < 1e-6);
  return starts.filter(isStreet).map((from) => from - CARRIAGEWAY_HALF);
}

/** Each span of a list once. */
export const uniqueSpans = (spans: readonly (readonly [number, number])[]): (readonly [number, number])[] => [
  ...new Map(spans.map((span) => [span[0], span])).values(),
];

/** The streets of a district: where the middles of those along y, and along x, are; metres, rising. */
export interface StreetGrid {
  half: number;
  columns: number[];
  rows: number[];
}

/** The streets between the blocks of a district. */
export function streetGrid({ half, blocks }: Pick<DistrictPlan, 'half' | 'blocks'>): StreetGrid {
  const middles = (spans: [number, number][]) => streetMiddles(uniqueSpans(spans)).sort((a, b) => a - b);
  return {
    half,
    columns: middles(blocks.map(({ x0, x1 }) => [x0, x1])),
    rows: middles(blocks.map(({ y0, y1 }) => [y0, y1])),
  };
}

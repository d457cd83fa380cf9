import { type Affine, compose, rotation } from '../../base/affine.js';
import { hashSeed, RandomStream } from '../../base/random-stream.js';
import { ModelBuilder } from '../model-builder.js';
import type { Season } from '../season.js';
import { chooseStyle, type HouseStyle } from './house.js';
import { LANES_WIDTH, StreetLine } from './street-line.js';
import type { VehicleWeights } from './vehicle-kinds.js';

/** Left is +1, right −1, as seen along the street. */
export type Side = 1 | -1;

/** A piece of land along the street with a house, or a gap between houses. */
export interface Plot {
  side: Side;
  from: number;
  to: number;
  /** Distance of the house front from the centre line. */
  front: number;
  /** Distance of the house's back from the centre line. */
  back: number;
  style?: HouseStyle;
  boundary: 'hedge' | 'fence' | 'none';
}

/** Data common to all steps of generating a street. */
export interface StreetPlan {
  seed: number;
  triangles: number;
  detail: number;
  wish: StreetSize;
  line: StreetLine;
  plots: Plot[];
  model: ModelBuilder;
}

/** Requested traffic that moves, on the lanes and the pavements of a street or district. */
export interface MovingTraffic {
  /** Vehicles on its lanes; absent: none. */
  vehicles?: number;
  /** Persons on its pavements; absent: none. */
  walkers?: number;
  /** Speed of vehicles on a free lane, on average, m/s; absent: 13.9, or 8.3 in a district. */
  speed?: number;
  /** Other seeds, other traffic; absent: that of the scene. */
  seed?: number;
}

/** Requested sizes of a street; metres. Absent: a usual one whose length follows from the number of triangles. */
export interface StreetSize {
  length?: number;
  /** Width of all lanes together; absent: 3.05 m a lane. */
  width?: number;
  /** Number of lanes, both ways together. */
  lanes?: number;
  /** Number of vehicles on the lanes; absent: two. */
  traffic?: number;
  /** Length of the right lane around the origin that traffic and people leave free for a scanner's drive; absent: 0. */
  drive?: number;
  /** Relative frequency of each kind of vehicle; absent: cars only. */
  vehicles?: VehicleWeights;
  /** Share of occupied parking bays, 0 … 1. */
  parked?: number;
  /** Number of persons. */
  people?: number;
  /** Vehicles and walkers that move; absent: none do. */
  moving?: MovingTraffic;
  /** Season of trees and hedges; absent: summer. */
  season?: Season;
}

/** Length and level of detail of a street. */
export interface StreetScale {
  length: number;
  /** 0 … 5: from bare panes and flat roofs to single bricks and pantiles. */
  detail: number;
}

/** The scales of streets, the finest first. */
export const STREET_SCALES: readonly StreetScale[] = [
  { length: 200, detail: 5 },
  { length: 180, detail: 4 },
  { length: 150, detail: 3 },
  { length: 120, detail: 2 },
  { length: 100, detail: 1 },
  { length: 60, detail: 1 },
  { length: 50, detail: 0 },
  { length: 30, detail: 0 },
];

const FRONT_GARDEN = 2.9;

/** The empty street of this scale, with its plots. */
export function planStreet(
  seed: number,
  triangles: number,
  { length, detail }: StreetScale,
  wish: StreetSize = {},
): StreetPlan {
  const { lanes, width } = wish;
  const line = new StreetLine(length, hashSeed(seed, 'ground'), lanes, width ?? (lanes && (lanes * LANES_WIDTH) / 2));
  const random = new RandomStream(seed, 'plots');
  const plots = ([1, -1] as const).flatMap((side) => planSide(random, side, line));
  return { seed, triangles, detail, wish, line, plots, model: new ModelBuilder() };
}

/** Plots along one side, one house after the other, some with a front garden, some with a gap before the next. */
function planSide(random: RandomStream, side: Side, { length, section }: StreetLine): Plot[] {
  const plots: Plot[] = [];
  let from = -length / 2 + random.range(0.5, 2);
  for (;;) {
    const width = random.range(8, 13);
    const to = from + width;
    if (to > length / 2 - 0.5) return plots;
    const style = chooseStyle(random, width);
    const garden = !style.shop && random.chance(0.4);
    const front = section.pavement + (garden ? FRONT_GARDEN : 0.06);
    const boundary = !garden ? 'none' : random.chance(0.6) ? 'hedge' : 'fence';
    plots.push({ side, from, to, front, back: front + style.depth, style, boundary });
    from = to + 0.02;
    if (!random.chance(0.3)) continue;
    const gap = random.range(3, 5.5);
    plots.push({
      side,
      from,
      to: from + gap,
      front: section.pavement,
      back: section.pavement,
      boundary: random.chance(0.5) ? 'hedge' : 'fence',
    });
    from += gap;
  }
}

/** Whether a point beside the street is inside a house or within `margin` of one. */
export function isBuiltUp(plan: StreetPlan, along: number, left: number, margin: number): boolean {
  return plan.plots.some(
    (plot) =>
      plot.style !== undefined &&
      left * plot.side > plot.front - margin &&
      left * plot.side < plot.back + margin &&
      along > plot.from - margin &&
      along < plot.to + margin,
  );
}

/**
 * Frame on the ground at `along`, `left` metres left of the centre line, turned by `heading` radians from the street's
 * direction.
 */
export function standing(plan: StreetPlan, along: number, left: number, heading = 0): Affine {
  return compose(plan.line.frame(along, left), rotation([0, 0, 1], heading));
}

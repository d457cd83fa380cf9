import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Junction, SlowStretch, TrafficWay, WayStretch } from '../../scene/traffic-flow/traffic-plan.js';
import { wayThrough } from '../../scene/traffic-flow/way-pose.js';
import type { StreetGrid } from './district-plan.js';

/** The middle of a lane to the right of that of its street. */
export const LANE_RIGHT = 1.53;
/** Radius of a vehicle's way in a turn, metres: off the kerb, which is 5.25 m from the middle of a street. */
const TURN_RADIUS = 6;
/** Acceleration towards the inside of a turn that drivers take, m/s². */
const ACROSS = 2;
/** Metres from the middle of a junction at which vehicles wait, and behind which they have left it. */
const JUNCTION_HALF = 8.5;
/** Metres between two points of a way, and angle between two points of a turn. */
const STEP = 0.25;
const TURN_STEPS = 45;
/** Metres between the middles of two ways of which vehicles could meet: both go on straight, or one swings out. */
const MEET = { straight: 2.6, turning: 3.2 };

/** Directions of travel: east, north, west, south, counterclockwise. */
const DIRECTIONS: readonly Step[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const NONE: Step = [0, 0];
type Step = readonly [x: number, y: number];
type Point = readonly [x: number, y: number];

/** A vehicle that comes to junction (column, row) of a grid in a direction. */
interface Arrival {
  direction: number;
  column: number;
  row: number;
}

/** The ways of vehicles through a district, and the junctions where they cross each other. */
export interface LaneRoutes {
  ways: TrafficWay[];
  junctions: Junction[];
}

/**
 * Ways along all lanes of a grid of streets but the one that leads over the origin to the east. Every lane goes on as
 * one other lane behind a junction, straight on or in a turn to the right or left, as the seed says, and no two as the
 * same: so vehicles follow each other from border to border, or round and round, without merging. At the origin, all go
 * straight on.
 */
export function laneRoutes(grid: StreetGrid, random: RandomStream, unseen: number): LaneRoutes {
  const exits = grid.columns.map((x) => grid.rows.map((y) => exitsOf(x, y, random)));
  const visited = new Set<string>();
  const routes: Route[] = [];
  const trace = (start: Arrival, isClosed: boolean): void => {
    if (visited.has(keyOf(start)) || isFree(grid, start)) return;
    const arrivals: Arrival[] = [];
    for (let at: Arrival | undefined = start; at && !visited.has(keyOf(at)); at = follow(grid, exits, at)) {
      visited.add(keyOf(at));
      arrivals.push(at);
    }
    routes.push(new Route(grid, exits, arrivals, isClosed));
  };
  for (const start of entriesOf(grid)) trace(start, false);
  for (const start of allArrivals(grid)) trace(start, true);
  return { ways: routes.map((route) => route.finish(unseen)), junctions: junctionsOf(grid, routes) };
}

const keyOf = ({ direction, column, row }: Arrival): string => `${direction} ${column} ${row}`;

/** Whether the lane is left to a scanner. */
const isFree = ({ rows }: StreetGrid, { direction, row }: Arrival): boolean => direction === 0 && rows[row] === 0;

/** Where the lanes of each direction go on behind a junction: one of the ways in which all go on somewhere else. */
function exitsOf(x: number, y: number, random: RandomStream): readonly number[] {
  const all = y === 0 ? ORDERS_WITHOUT_EAST : ORDERS;
  const drawn = random.index(all.length);
  return x === 0 && y === 0 ? [0, 1, 2, 3] : all[drawn];
}

/** Orders of four directions in which none is turned round. */
const ORDERS: readonly (readonly number[])[] = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) =>
    [0, 1, 2, 3].flatMap((c) =>
      [0, 1, 2, 3].flatMap((d) => {
        const order = [a, b, c, d];
        const isOrder = new Set(order).size === 4 && order.every((to, from) => to !== (from + 2) % 4);
        return isOrder ? [order] : [];
      }),
    ),
  ),
);
const ORDERS_WITHOUT_EAST = ORDERS.filter(([east]) => east === 0);

/** The arrivals from beyond the border. */
const entriesOf = ({ columns, rows }: StreetGrid): Arrival[] => [
  ...rows.flatMap((_, row) => [
    { direction: 0, column: 0, row },
    { direction: 2, column: columns.length - 1, row },
  ]),
  ...columns.flatMap((_, column) => [
    { direction: 1, column, row: 0 },
    { direction: 3, column, row: rows.length - 1 },
  ]),
];

const allArrivals = ({ columns, rows }: StreetGrid): Arrival[] =>
  columns.flatMap((_, column) =>
    rows.flatMap((__, row) => DIRECTIONS.map((___, direction) => ({ direction, column, row }))),
  );

/** The next junction; undefined: it leaves the district. */
function follow(grid: StreetGrid, exits: readonly (readonly number[])[][], at: Arrival): Arrival | undefined {
  const direction = exits[at.column][at.row][at.direction];
  const [x, y] = DIRECTIONS[direction];
  const next = { direction, column: at.column + x, row: at.row + y };
  const isIn = next.column in grid.columns && next.row in grid.rows;
  return isIn ? next : undefined;
}

/** The point `ahead` metres along a lane from the middle of its junction. */
function onLane([x, y]: Point, direction: number, ahead: number): Point {
  const [dx, dy] = DIRECTIONS[direction];
  return [x + LANE_RIGHT * dy + ahead * dx, y - LANE_RIGHT * dx + ahead * dy];
}

/** A passage of a way through a junction: its first and last point. */
interface Passage {
  column: number;
  row: number;
  from: number;
  to: number;
  isTurn: boolean;
}

/** A way in the making. */
class Route {
  readonly passages: Passage[] = [];
  readonly points: Vec3[] = [];
  way: TrafficWay | undefined;
  private readonly turns: [from: number, to: number][] = [];
  private readonly isClosed: boolean;

  constructor(
    grid: StreetGrid,
    exits: readonly (readonly number[])[][],
    arrivals: readonly Arrival[],
    isClosed: boolean,
  ) {
    this.isClosed = isClosed;
    const middleOf = ({ column, row }: Arrival): Point => [grid.columns[column], grid.rows[row]];
    const [first] = arrivals;
    const begin = isClosed ? -midway(grid, first) : -(grid.half + along(middleOf(first), first.direction));
    const start = onLane(middleOf(first), first.direction, begin);
    this.lineTo(start);
    for (const at of arrivals) this.pass(at, middleOf(at), exits[at.column][at.row][at.direction]);
    const last = arrivals[arrivals.length - 1];
    const out = exits[last.column][last.row][last.direction];
    this.lineTo(isClosed ? start : onLane(middleOf(last), out, grid.half - along(middleOf(last), out)));
  }

  /** The way; `unseen`: metres beyond the border. */
  finish(unseen: number): TrafficWay {
    const way = wayThrough(this.points, this.isClosed ? 0 : unseen);
    const speed = Math.sqrt(ACROSS * TURN_RADIUS);
    const slow = this.turns.map(([from, to]): SlowStretch => ({ from: way.along[from], to: way.along[to], speed }));
    this.way = { ...way, ...(slow.length > 0 && { slow }) };
    return this.way;
  }

  private pass({ direction, column, row }: Arrival, middle: Point, out: number): void {
    const isTurn = out !== direction;
    const from = this.lineTo(onLane(middle, direction, -JUNCTION_HALF));
    if (isTurn) this.turn(middle, direction, out);
    const to = this.lineTo(onLane(middle, out, JUNCTION_HALF));
    this.passages.push({ column, row, from, to, isTurn });
  }

  private turn(middle: Point, direction: number, out: number): void {
    const [ahead, after] = [DIRECTIONS[direction], DIRECTIONS[out]];
    // The lanes meet to the right of both.
    const [x, y] = onLane(onLane(middle, direction, 0), out, 0);
    const centre: Point = [x + TURN_RADIUS * (after[0] - ahead[0]), y + TURN_RADIUS * (after[1] - ahead[1])];
    const at = (k: number): Point => {
      const angle = ((k / TURN_STEPS) * Math.PI) / 2;
      const [c, s] = [TURN_RADIUS * Math.cos(angle), TURN_RADIUS * Math.sin(angle)];
      return [centre[0] - c * after[0] + s * ahead[0], centre[1] - c * after[1] + s * ahead[1]];
    };
    const from = this.lineTo(at(0));
    for (let k = 1; k <= TURN_STEPS; k++) this.points.push([...at(k), 0]);
    this.turns.push([from, this.points.length - 1]);
  }

  /** Adds points up to this one; returns the number of it. */
  private lineTo([x, y]: Point): number {
    const [x0, y0] = this.points[this.points.length - 1] ?? [x, y];
    const steps = Math.ceil(Math.hypot(x - x0, y - y0) / STEP);
    for (let k = 1; k < steps; k++) this.points.push([x0 + ((x - x0) * k) / steps, y0 + ((y - y0) * k) / steps, 0]);
    this.points.push([x, y, 0]);
    return this.points.length - 1;
  }
}

/** How far a point is along a direction. */
const along = ([x, y]: Point, direction: number): number => {
  const [dx, dy] = DIRECTIONS[direction];
  return x * dx + y * dy;
};

/** Half of the way to a junction from the one before it. */
function midway({ columns, rows }: StreetGrid, { direction, column, row }: Arrival): number {
  const [dx, dy] = DIRECTIONS[direction] ?? NONE;
  return Math.abs(columns[column] - columns[column - dx] + rows[row] - rows[row - dy]) / 2;
}

function junctionsOf({ columns, rows }: StreetGrid, routes: readonly Route[]): Junction[] {
  return columns.flatMap((_, column) =>
    rows.map((__, row): Junction => {
      const here = routes.flatMap((route, way) =>
        route.passages.filter((one) => one.column === column && one.row === row).map((one) => ({ ...one, route, way })),
      );
      const stretches = here.map(({ route, way, from, to }): WayStretch => {
        const lengths = route.way?.along ?? new Float64Array();
        return { way, from: lengths[from], to: lengths[to] };
      });
      const conflicts = here.map((one) => here.map((other) => one !== other && canMeet(one, other)));
      return { stretches, conflicts };
    }),
  );
}

type PassageOf = Passage & { route: Route };

/** Whether vehicles on two passages of a junction could touch each other. */
function canMeet(one: PassageOf, other: PassageOf): boolean {
  const least = one.isTurn || other.isTurn ? MEET.turning : MEET.straight;
  const pointsOf = ({ route, from, to }: PassageOf) => route.points.slice(from, to + 1);
  const others = pointsOf(other);
  return pointsOf(one).some(([x, y]) => others.some(([u, v]) => Math.hypot(u - x, v - y) < least));
}

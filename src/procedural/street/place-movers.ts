import { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Crossing, TrafficPlan, TrafficWay, WayStretch } from '../../scene/traffic-flow/traffic-plan.js';
import { wayThrough } from '../../scene/traffic-flow/way-pose.js';
import type { GroundOutline } from './footprints.js';
import { CROSSING } from './place-objects.js';
import { CROSSING_WIDTH, SCANNER_HALF } from './place-vehicles.js';
import {
  addTraffic,
  inTurn,
  spreadOver,
  tooManyIn,
  UNSEEN,
  WALK_HALF,
  wantedVehicles,
  wantedWalkers,
} from './road-users.js';
import type { StreetLine } from './street-line.js';
import type { MovingTraffic, StreetPlan } from './street-plan.js';
import type { VehicleKind } from './vehicle-kinds.js';

/** Metres between two points of a way. */
const STEP = 0.25;
/** Distance of walkers from the back of the kerb, clear of lamps, trees and benches. */
const WALK_FROM_KERB = 1.75;
/** Radius of their corners. */
const CORNER = 0.6;
/** Where they cross, metres from the begin of the crossing. */
const WALKS = [0.9, 2.1];
/** Metres before and behind the crossing that vehicles keep clear of. */
const CLEAR = 0.3;

/** Metres that vehicles keep from the edge of their lane if they leave its middle: parked ones reach up to it. */
const LANE_MARGIN = 0.15;

/**
 * Vehicles on the lanes, and persons on the pavements, who cross at the crossing, as traffic that has settled down at
 * the moment 0. The lane that a scanner drives, and one that leads over the origin, have none. Throws UserError for
 * more than there is room for.
 */
export function placeMovers(plan: StreetPlan, moving: MovingTraffic): void {
  const random = new RandomStream(moving.seed ?? plan.seed, 'moving');
  const lefts = lanesOf(plan);
  const lanes = lefts.map((left) => laneWay(plan.line, left));
  const paths = [-1, 1].map((side) => walkPlaces(plan.line, side));
  const walks = paths.map((places) => walkWay(plan.line, places));
  const beside = (kind: VehicleKind, halfWidth: number) => besideLane(plan.line, kind, halfWidth);
  const vehicles = wantedVehicles(plan, plan.wish.vehicles, { ...moving, beside }, random);
  const walkers = wantedWalkers(plan, moving, random);
  const ways = [...lanes, ...walks];
  const spread = [
    ...spreadOver(ways, inTurn(vehicles, [0, lanes.length]), random, tooManyIn('street', 'vehicles', vehicles.length)),
    ...spreadOver(
      ways,
      inTurn(walkers, [lanes.length, ways.length]),
      random,
      tooManyIn('street', 'walkers', walkers.length),
    ),
  ];
  const others = lefts.map((left, way) => laneStretch(plan.line, lanes[way], { way, left }));
  const crossings = walks.map(
    (walk, k): Crossing => ({ first: walkStretch(plan.line, walk, paths[k], lanes.length + k), others }),
  );
  const traffic: TrafficPlan = { ways, movers: spread.map(({ mover }) => mover), crossings };
  addTraffic(plan.model, traffic, spread);
}

/** Rectangles along the walks of those who move: people who stand keep off them. */
export function walkFootprints({ line, wish }: StreetPlan): GroundOutline[] {
  if (!wish.moving?.walkers) return [];
  return [-1, 1].flatMap((side) => {
    const { points, along } = walkWay(line, walkPlaces(line, side));
    return Array.from({ length: along.length - 1 }, (_, k) => {
      const [dx, dy] = [points[3 * k + 3] - points[3 * k], points[3 * k + 4] - points[3 * k + 1]];
      const length = Math.hypot(dx, dy);
      const half = { halfLength: length / 2, halfWidth: WALK_HALF };
      return { x: points[3 * k] + dx / 2, y: points[3 * k + 1] + dy / 2, cos: dx / length, sin: dy / length, ...half };
    });
  });
}

/** The middles of lanes on which vehicles move. */
function lanesOf({ line, wish: { drive = 0 } }: StreetPlan): number[] {
  return line.laneMiddles().filter((left, k) => Math.abs(left) > SCANNER_HALF && !(drive > 0 && k === 0));
}

/** A point on the ground of the street. */
const pointAt = (line: StreetLine, along: number, left: number): Vec3 => [
  ...line.point(along, left),
  line.height(along, left),
];

/** The way of a lane, in the direction of its traffic. */
function laneWay(line: StreetLine, left: number): TrafficWay {
  const steps = Math.ceil(line.length / STEP);
  const points = Array.from({ length: steps + 1 }, (_, k) => pointAt(line, (k / steps - 0.5) * line.length, left));
  return wayThrough(left > 0 ? points.reverse() : points, UNSEEN.lane);
}

/** Where the crossing begins, metres along the street. */
const crossingOf = ({ length }: StreetLine): number => (length / 2) * CROSSING;

/** The crossing on a lane. */
function laneStretch(
  line: StreetLine,
  { along }: TrafficWay,
  { way, left }: { way: number; left: number },
): WayStretch {
  const at = (place: number) => {
    const share = 0.5 + place / line.length;
    return along[Math.round((left > 0 ? 1 - share : share) * (along.length - 1))];
  };
  const [begin, end] = [crossingOf(line) - CLEAR, crossingOf(line) + CROSSING_WIDTH + CLEAR].map(at);
  return { way, from: Math.min(begin, end), to: Math.max(begin, end) };
}

/** Places along and to the left of the street, metres. */
type Place = readonly [along: number, left: number];

/**
 * The walk at one side of the crossing, −1 or 1: from the end of the street on the right pavement to the crossing, over
 * it, and back on the left pavement.
 */
function walkPlaces(line: StreetLine, side: number): Place[] {
  const across = crossingOf(line) + WALKS[side < 0 ? 0 : 1];
  const left = line.section.kerbBack + WALK_FROM_KERB;
  const end = (side * line.length) / 2;
  const corner = (sign: number): Place[] =>
    Array.from({ length: 46 }, (_, k) => {
      const angle = (k * 2 * Math.PI) / 180;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [u, v] = sign < 0 ? [1 - s, c] : [1 - c, s];
      return [across + side * CORNER * u, sign * (left - CORNER) + sign * CORNER * v];
    });
  const bends = [corner(-1), corner(1)];
  return [
    ...between([end, -left], bends[0][0]),
    ...bends[0],
    ...between(bends[0][45], bends[1][0]).slice(1),
    ...bends[1],
    ...between(bends[1][45], [end, left]).slice(1),
    [end, left],
  ];
}

const walkWay = (line: StreetLine, places: readonly Place[]): TrafficWay =>
  wayThrough(
    places.map((place) => pointAt(line, ...place)),
    UNSEEN.walk,
  );

/** Places from one to another, without the last. */
function between([x0, y0]: Place, [x1, y1]: Place): Place[] {
  const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / STEP);
  return Array.from({ length: steps }, (_, k) => [x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps]);
}

/** The part of a walk from kerb to kerb: of its points, from the last one before a kerb to the first one behind. */
function walkStretch(
  { section }: StreetLine,
  { along }: TrafficWay,
  places: readonly Place[],
  way: number,
): WayStretch {
  const onRoad = (place: Place) => Math.abs(place[1]) < section.kerb;
  return { way, from: along[places.findIndex(onRoad) - 1], to: along[places.findLastIndex(onRoad) + 1] };
}

/** Metres to the left of its lane's middle: bicycles keep right, and others off a scanner at the origin. */
function besideLane(line: StreetLine, kind: VehicleKind, halfWidth: number): number {
  const laneHalf = line.section.lane / line.lanes;
  const most = Math.max(0, laneHalf - halfWidth - LANE_MARGIN);
  if (kind === 'bicycle') return -Math.min(most, 0.8);
  return -Math.min(most, Math.max(0, SCANNER_HALF + halfWidth - laneHalf));
}

import { UserError } from '../../base/errors.js';
import { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import type { TrafficPlan, TrafficWay } from '../../scene/traffic-flow/traffic-plan.js';
import { wayThrough } from '../../scene/traffic-flow/way-pose.js';
import type { GroundOutline } from '../street/footprints.js';
import { SCANNER_HALF } from '../street/place-vehicles.js';
import {
  addTraffic,
  byRoom,
  spreadOver,
  tooManyIn,
  UNSEEN,
  WALK_HALF,
  wantedVehicles,
  wantedWalkers,
} from '../street/road-users.js';
import { KERB_HEIGHT } from '../street/street-line.js';
import type { MovingTraffic } from '../street/street-plan.js';
import { TURNING_KINDS, type VehicleKind, type VehicleWeights } from '../street/vehicle-kinds.js';
import { type Area, type DistrictPlan, inset, streetGrid } from './district-plan.js';
import { LANE_RIGHT, laneRoutes } from './lane-routes.js';

/** 30 km/h, as where nobody has a main road. */
const USUAL_SPEED = 8.3;
/** Most metres by which vehicles leave the middle of their lane to the right. */
const ASIDE_MAX = 0.12;
const BICYCLE_ASIDE = 0.8;
/** Distance of walkers from the face of the kerb, between lamps, trees and benches and the houses. */
const WALK_IN = 2.45;
/** Radius of their corners, and the steps of one. */
const CORNER = 0.6;
const CORNER_STEPS = 45;

/**
 * Vehicles on the lanes of a district, and persons who walk round its blocks, as traffic that has settled down at the
 * moment 0. Throws UserError for more than there is room for, and for vehicles that do not turn in its junctions.
 */
export function placeDistrictMovers(plan: DistrictPlan, moving: MovingTraffic): void {
  const random = new RandomStream(moving.seed ?? plan.seed, 'moving');
  const { ways: lanes, junctions } = laneRoutes(streetGrid(plan), random, UNSEEN.lane);
  const walks = plan.blocks.map((block) => walkAround(block, random.chance(0.5)));
  const { speed = USUAL_SPEED, vehicles: count } = moving;
  const weights = turningWeights(plan.wish.vehicles, count);
  const vehicles = wantedVehicles(plan, weights, { vehicles: count, speed, beside }, random);
  const walkers = wantedWalkers(plan, moving, random);
  const ways = [...lanes, ...walks];
  const tooMany = (key: 'vehicles' | 'walkers', most: number) => tooManyIn('district', key, most);
  const placed = [
    ...spreadOver(ways, byRoom(ways, vehicles, [0, lanes.length]), random, tooMany('vehicles', vehicles.length)),
    ...spreadOver(ways, byRoom(ways, walkers, [lanes.length, ways.length]), random, tooMany('walkers', walkers.length)),
  ];
  const traffic: TrafficPlan = { ways, movers: placed.map(({ mover }) => mover), crossings: [], junctions };
  addTraffic(plan.model, traffic, placed);
}

/** The kinds of vehicles that turn in junctions. Throws UserError if there are none, and some are wanted. */
function turningWeights(vehicles: VehicleWeights = { car: 1 }, count = 0): VehicleWeights {
  const weights = Object.fromEntries(TURNING_KINDS.map((kind) => [kind, vehicles[kind] ?? 0]));
  if (count > 0 && Object.values(weights).every((weight) => weight === 0))
    throw new UserError(
      `moving.vehicles: found ${count}, but none of ${TURNING_KINDS.join(', ')}, which drive in districts, has a weight`,
    );
  return weights;
}

/** Metres to the left of the lane: bicycles keep right, and others off a scanner at the origin. */
const beside = (kind: VehicleKind, halfWidth: number): number =>
  kind === 'bicycle' ? -BICYCLE_ASIDE : -Math.min(ASIDE_MAX, Math.max(0, SCANNER_HALF + halfWidth - LANE_RIGHT));

/** The way round a block on its pavements; with `isReversed`, clockwise. */
function walkAround(block: Area, isReversed: boolean): TrafficWay {
  const { x0, x1, y0, y1 } = inset(block, WALK_IN + CORNER);
  // The middles of its corners, counterclockwise, and the direction from each to its first point.
  const corners: readonly (readonly [number, number, number])[] = [
    [x1, y0, -Math.PI / 2],
    [x1, y1, 0],
    [x0, y1, Math.PI / 2],
    [x0, y0, Math.PI],
  ];
  const points = corners.flatMap(([x, y, from]) =>
    Array.from({ length: CORNER_STEPS + 1 }, (_, k): Vec3 => {
      const angle = from + ((k / CORNER_STEPS) * Math.PI) / 2;
      return [x + CORNER * Math.cos(angle), y + CORNER * Math.sin(angle), KERB_HEIGHT];
    }),
  );
  // It begins and ends within a side, where it is straight.
  const begin: Vec3 = [(x0 + x1) / 2, y0 - CORNER, KERB_HEIGHT];
  const round = [begin, ...points, begin];
  return wayThrough(isReversed ? round.reverse() : round);
}

/** Rectangles along the ways of those who walk: people who stand keep off them. */
export function blockWalks({ blocks, wish }: DistrictPlan): GroundOutline[] {
  if (!wish.moving?.walkers) return [];
  return blocks.flatMap((block) => {
    const { x0, x1, y0, y1 } = inset(block, WALK_IN);
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    const alongX = { x, cos: 1, sin: 0, halfLength: (x1 - x0) / 2, halfWidth: WALK_HALF };
    const alongY = { y, cos: 0, sin: 1, halfLength: (y1 - y0) / 2, halfWidth: WALK_HALF };
    return [
      { ...alongX, y: y0 },
      { ...alongX, y: y1 },
      { ...alongY, x: x0 },
      { ...alongY, x: x1 },
    ];
  });
}

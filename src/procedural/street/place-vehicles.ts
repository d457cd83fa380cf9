import { UserError } from '../../base/errors.js';
import { RandomStream } from '../../base/random-stream.js';
import type { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { buildBicycle } from './bicycle.js';
import { buildCar, CAR_BODIES } from './car.js';
import { Footprints, footprintOf, type GroundOutline } from './footprints.js';
import { buildBus, buildLorry, buildVan, VEHICLE_PANES } from './large-vehicles.js';
import { BAY_FROM_LANE, BAY_LENGTH, CAR_COLOURS, CROSSING } from './place-objects.js';
import { type StreetPlan, standing } from './street-plan.js';
import { PARKING_KINDS, VEHICLE_KINDS, type VehicleKind, type VehicleWeights } from './vehicle-kinds.js';

/** Default share of occupied bays, and default number of vehicles on the lanes. */
const PARKED = 0.72;
const TRAFFIC = 2;
/** Least distances of vehicles on the road: beside, and at each end. */
const GAP_BESIDE = 0.05;
const GAP_AHEAD = 1;
/** Half of the square around the origin that is left to a scanner. */
export const SCANNER_HALF = 0.6;
/** Half of the width of the car that carries a scanner. */
const DRIVE_HALF = 1;
/** Distance of bays from the middle of the crossing. */
const CROSSING_CLEAR = 6;
export const CROSSING_WIDTH = 3;
/** Random places tried for a vehicle before all are tried in turn, and the spacing of these. */
const TRIES = 60;
const STEP = 0.5;

const TALL_PAINTS: readonly MaterialName[] = ['car_paint_white', 'car_paint_blue', 'car_paint_yellow', 'car_paint_red'];
const BICYCLE_PAINTS: readonly MaterialName[] = ['car_paint_black', 'car_paint_red', 'car_paint_blue'];
const RIDER_TOPS: readonly MaterialName[] = ['fabric_red', 'fabric_green', 'fabric_sand'];

/** Meshes of one kind, for vehicles on the lanes and for parked ones. */
interface Fleet {
  moving: number[];
  parked: number[];
}

/** State of placing vehicles. */
interface Road {
  plan: StreetPlan;
  random: RandomStream;
  taken: Footprints;
  fleets: Map<VehicleKind, Fleet>;
}

/**
 * Vehicles of the plan's kinds in the requested share of bays and number on the lanes; none overlaps another, the
 * crossing, or the scanner's place at the origin. Throws UserError if the lanes are too short for them.
 */
export function placeVehicles(plan: StreetPlan): void {
  const { vehicles = { car: 1 }, moving, traffic = moving ? 0 : TRAFFIC, parked = PARKED } = plan.wish;
  const road: Road = {
    plan,
    random: new RandomStream(plan.seed, 'vehicles'),
    taken: clearOfVehicles(plan),
    fleets: buildFleets(plan, vehicles),
  };
  const parking = parkingWeights(vehicles);
  if (Object.values(parking).some((weight) => weight > 0)) fillBays(road, parking, parked);
  for (let placed = 0; placed < traffic; placed++)
    if (!placeOnLane(road, vehicles)) throw tooMany(plan, traffic, placed);
}

/** Length of the rectangles that keep a lane free, short enough to follow the bend. */
const DRIVE_STEP = 4;

/** Rectangles along the middle of the right lane that a scanner drives. */
export function driveFootprints({ line, wish }: StreetPlan): GroundOutline[] {
  const { drive = 0 } = wish;
  const count = Math.ceil(Math.min(drive, line.length) / DRIVE_STEP);
  const half = { halfLength: DRIVE_STEP / 2, halfWidth: DRIVE_HALF };
  return Array.from({ length: count }, (_, k) => {
    const m = line.frame((k - (count - 1) / 2) * DRIVE_STEP, line.laneMiddles()[0]);
    return { x: m[3], y: m[7], cos: m[0], sin: m[4], ...half };
  });
}

/** The crossing, the origin and the scanner's drive. */
function clearOfVehicles(plan: StreetPlan): Footprints {
  const { line } = plan;
  const taken = new Footprints();
  const upright = { cos: 1, sin: 0 };
  taken.add({ ...upright, x: 0, y: 0, halfLength: SCANNER_HALF, halfWidth: SCANNER_HALF });
  const m = line.frame((line.length / 2) * CROSSING + CROSSING_WIDTH / 2, 0);
  const half = { halfLength: CROSSING_WIDTH / 2, halfWidth: line.section.lane };
  taken.add({ x: m[3], y: m[7], cos: m[0], sin: m[4], ...half });
  for (const footprint of driveFootprints(plan)) taken.add(footprint);
  return taken;
}

/** Inputs of the meshes of vehicles. */
export interface FleetPlan extends Pick<StreetPlan, 'model' | 'detail'> {
  wish: Pick<StreetPlan['wish'], 'vehicles'>;
}

/** The weights of the kinds that can park. */
export const parkingWeights = (vehicles: VehicleWeights): VehicleWeights =>
  Object.fromEntries(PARKING_KINDS.map((kind) => [kind, vehicles[kind] ?? 0]));

/** The meshes of each kind with a weight. */
export function buildFleets(plan: FleetPlan, weights: VehicleWeights): Map<VehicleKind, Fleet> {
  const kinds = VEHICLE_KINDS.filter((kind) => (weights[kind] ?? 0) > 0);
  return new Map(kinds.map((kind) => [kind, buildFleet(plan, kind)]));
}

function buildFleet(plan: FleetPlan, kind: VehicleKind): Fleet {
  const { model, detail } = plan;
  const add = (builders: MeshBuilder[]) => builders.map((builder) => model.addMesh(builder));
  const painted = (build: typeof buildVan) =>
    add(TALL_PAINTS.map((paint, i) => build(`${kind}_kind_${i + 1}`, paint, detail)));
  if (kind === 'bicycle')
    return {
      moving: add(BICYCLE_PAINTS.map((paint, i) => buildBicycle(`ridden_${i + 1}`, paint, detail, RIDER_TOPS[i]))),
      parked: add(BICYCLE_PAINTS.map((paint, i) => buildBicycle(`bicycle_kind_${i + 1}`, paint, detail))),
    };
  const meshes = kind === 'car' ? add(cars(plan)) : painted({ van: buildVan, lorry: buildLorry, bus: buildBus }[kind]);
  return { moving: meshes, parked: meshes };
}

/** The usual cars; their panes have a name of their own if vehicles have kinds. */
function cars({ detail, wish }: FleetPlan): MeshBuilder[] {
  const panes = wish.vehicles && VEHICLE_PANES;
  return CAR_COLOURS.map(([body, paint], i) => buildCar(`car_kind_${i + 1}`, CAR_BODIES[body], paint, detail, panes));
}

/** A kind at random, by weight; one weight must be above 0. */
export function pickKind(random: RandomStream, weights: VehicleWeights): VehicleKind {
  const kinds = VEHICLE_KINDS.filter((kind) => (weights[kind] ?? 0) > 0);
  let left = random.unit() * kinds.reduce((sum, kind) => sum + (weights[kind] ?? 0), 0);
  for (const kind of kinds) {
    left -= weights[kind] ?? 0;
    if (left < 0) return kind;
  }
  return kinds[kinds.length - 1];
}

/** Parks vehicles in this share of the bays, chosen at random. */
function fillBays({ plan, random, taken, fleets }: Road, weights: VehicleWeights, share: number): void {
  const bays = parkingBays(plan);
  const count = Math.round(share * bays.length);
  for (let i = 0; i < count; i++) {
    const [{ along, side }] = bays.splice(random.index(bays.length), 1);
    const kind = pickKind(random, weights);
    const mesh = random.pick(fleets.get(kind)?.parked ?? []);
    const length = 2 * footprintOf(plan.model.meshOf(mesh), standing(plan, 0, 0)).halfLength;
    const slack = Math.max(0, (BAY_LENGTH - length) / 2 - 0.15);
    const left = side * (plan.line.section.lane + BAY_FROM_LANE + random.bell() * 0.03);
    const heading = (side > 0 ? Math.PI : 0) + random.bell() * 0.01;
    const frame = standing(plan, along + random.range(-slack, slack), left, heading);
    taken.add(footprintOf(plan.model.meshOf(mesh), frame));
    plan.model.place(mesh, kind, frame);
  }
}

/** The middles of all bays outside the crossing. */
export function parkingBays({ line }: StreetPlan): { along: number; side: 1 | -1 }[] {
  const half = line.length / 2;
  const crossing = half * CROSSING + CROSSING_WIDTH / 2;
  const bays: { along: number; side: 1 | -1 }[] = [];
  for (const side of [1, -1] as const)
    for (let along = -half + BAY_LENGTH; along < half - BAY_LENGTH; along += BAY_LENGTH)
      if (Math.abs(along - crossing) > CROSSING_CLEAR) bays.push({ along, side });
  return bays;
}

/** Puts a vehicle on a lane: at random, or else at the first free place; returns whether there is one. */
function placeOnLane(road: Road, weights: VehicleWeights): boolean {
  const { plan, random, fleets } = road;
  const kind = pickKind(random, weights);
  const mesh = random.pick(fleets.get(kind)?.moving ?? []);
  const lanes = plan.line.laneMiddles();
  const { halfLength } = footprintOf(plan.model.meshOf(mesh), standing(plan, 0, 0));
  const end = plan.line.length / 2 - halfLength - GAP_AHEAD;
  for (let i = 0; i < TRIES; i++)
    if (takeLane(road, kind, mesh, random.range(-end, end), random.pick(lanes))) return true;
  for (const lane of lanes)
    for (let along = -end; along <= end; along += STEP) if (takeLane(road, kind, mesh, along, lane)) return true;
  return false;
}

/** Places the vehicle on the lane with this middle, a bicycle on the right of it, if the place is free. */
function takeLane(
  { plan, random, taken }: Road,
  kind: VehicleKind,
  mesh: number,
  along: number,
  lane: number,
): boolean {
  const direction = lane > 0 ? 1 : -1;
  const laneHalf = plan.line.section.lane / plan.line.lanes;
  const left = kind === 'bicycle' ? lane + direction * Math.max(0, Math.min(0.8, laneHalf - 0.6)) : lane;
  const heading = (lane > 0 ? Math.PI : 0) + random.bell() * 0.008;
  const frame = standing(plan, along, left, heading);
  const covered = footprintOf(plan.model.meshOf(mesh), frame);
  if (!taken.take({ ...covered, halfLength: covered.halfLength + GAP_AHEAD / 2 }, GAP_BESIDE)) return false;
  plan.model.place(mesh, kind, frame);
  return true;
}

function tooMany({ line }: StreetPlan, wanted: number, placed: number): UserError {
  return new UserError(
    `traffic: found ${wanted}, and a generated street ${line.length} m long with ${line.lanes} lanes has room for ${placed} of them`,
    { hint: 'take less traffic, a longer street, more or wider lanes, or fewer buses and lorries' },
  );
}

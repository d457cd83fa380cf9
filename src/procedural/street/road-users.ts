import { UserError } from '../../base/errors.js';
import type { RandomStream } from '../../base/random-stream.js';
import type { Driver } from '../../scene/traffic-flow/driver.js';
import type { RoadUser, TrafficPlan, TrafficWay } from '../../scene/traffic-flow/traffic-plan.js';
import { settled } from '../../scene/traffic-flow/traffic-state.js';
import { placeOfMover } from '../../scene/traffic-flow/way-pose.js';
import type { ModelBuilder } from '../model-builder.js';
import { footprintOf } from './footprints.js';
import { buildPerson, WALKERS } from './furniture.js';
import { buildFleets, type FleetPlan, pickKind } from './place-vehicles.js';
import type { MovingTraffic } from './street-plan.js';
import type { VehicleKind, VehicleWeights } from './vehicle-kinds.js';

/** Drivers in towns: Treiber, Hennecke, Helbing 2000, at 50 km/h; cyclists and heavy vehicles differ. */
const DRIVER: Driver = { speed: 13.9, headway: 1.5, gap: 2, acceleration: 1.4, braking: 2 };
const CYCLIST: Driver = { ...DRIVER, speed: 4.7, acceleration: 0.8 };
const HEAVY: Partial<Driver> = { acceleration: 0.9 };
/** Walkers keep an arm's length, at 1.35 m/s (Weidmann 1993, 1.34). */
const WALKER: Driver = { speed: 1.35, headway: 0.6, gap: 0.5, acceleration: 1, braking: 1 };
/** Standard deviation of speeds, as a share. */
const SPREAD = 0.08;

/** Metres of a round on which movers are not there. */
export const UNSEEN = { lane: 40, walk: 10 };
/** Metres of a lane, or of a walk, that movers leave free behind them on average, so that they get on. */
const ROOM = { lane: 9, walk: 4 };
/** Half of the width that walkers take. */
export const WALK_HALF = 0.45;
/** Seconds in which traffic settles down before the survey. */
const SETTLING = 90;

/** A mesh that moves, and how. */
export interface WantedMover extends Omit<RoadUser, 'along' | 'speed' | 'way'> {
  mesh: number;
  kind: VehicleKind | 'person';
}

/** A mover with its mesh. */
interface Placed {
  mesh: number;
  kind: WantedMover['kind'];
  mover: RoadUser;
}

/** Where vehicles drive in their lanes. */
interface VehicleWish extends Pick<MovingTraffic, 'vehicles' | 'speed'> {
  /** Metres to the left of the lane's middle. */
  beside(kind: VehicleKind, halfWidth: number): number;
}

/** Vehicles of these kinds, by weight, with drivers who differ. */
export function wantedVehicles(
  plan: FleetPlan,
  weights: VehicleWeights = { car: 1 },
  { vehicles = 0, speed, beside }: VehicleWish,
  random: RandomStream,
): WantedMover[] {
  if (vehicles === 0) return [];
  const fleets = buildFleets(plan, weights);
  return Array.from({ length: vehicles }, () => {
    const kind = pickKind(random, weights);
    const mesh = random.pick(fleets.get(kind)?.moving ?? []);
    const usual = kind === 'bicycle' ? CYCLIST : { ...DRIVER, ...(speed !== undefined && { speed }) };
    const driver = { ...usual, ...((kind === 'lorry' || kind === 'bus') && HEAVY) };
    const { halfWidth, ...ends } = extentOf(plan, mesh);
    return { mesh, kind, ...ends, left: beside(kind, halfWidth), driver: vary(driver, random) };
  });
}

/** Persons who walk, each at a pace of their own. */
export function wantedWalkers(plan: FleetPlan, { walkers = 0 }: MovingTraffic, random: RandomStream): WantedMover[] {
  if (walkers === 0) return [];
  const meshes = WALKERS.map((form, i) => plan.model.addMesh(buildPerson(`walker_kind_${i + 1}`, form, plan.detail)));
  return Array.from({ length: walkers }, () => {
    const mesh = random.pick(meshes);
    const { front, back } = extentOf(plan, mesh);
    return { mesh, kind: 'person', front, back, left: 0, driver: vary(WALKER, random) };
  });
}

/** A driver like this one, slower or faster. */
const vary = (driver: Driver, random: RandomStream): Driver => ({
  ...driver,
  speed: driver.speed * (1 + SPREAD * Math.max(-3, Math.min(3, random.bell()))),
});

/** Metres from the origin of a mesh to its front and back, and half of its width. */
function extentOf(plan: FleetPlan, mesh: number): Pick<RoadUser, 'front' | 'back'> & { halfWidth: number } {
  const frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const { x, y, halfLength, halfWidth } = footprintOf(plan.model.meshOf(mesh), frame, Infinity);
  return { front: halfLength + x, back: halfLength - x, halfWidth: halfWidth + Math.abs(y) };
}

/** Movers on the ways `first` to `end`, in turn: those of each way, by its number. */
export function inTurn(
  wanted: readonly WantedMover[],
  [first, end]: readonly [number, number],
): Map<number, WantedMover[]> {
  const ofWays = new Map<number, WantedMover[]>();
  // No way has room for any.
  if (first === end && wanted.length > 0) ofWays.set(-1, [...wanted]);
  for (let way = first; way < end; way++)
    ofWays.set(
      way,
      wanted.filter((_, k) => k % (end - first) === way - first),
    );
  return ofWays;
}

/** Movers on the ways `first` to `end`, each on the one with most room then: those of each way, by its number. */
export function byRoom(
  ways: readonly TrafficWay[],
  wanted: readonly WantedMover[],
  [first, end]: readonly [number, number],
): Map<number, WantedMover[]> {
  const ofWays = new Map<number, WantedMover[]>();
  const share = (way: number): number => {
    const own = ofWays.get(way) ?? [];
    return (ways[way].round - own.reduce((sum, { front, back }) => sum + front + back, 0)) / (own.length + 1);
  };
  for (const one of wanted) {
    let best = first;
    for (let way = first + 1; way < end; way++) if (share(way) > share(best)) best = way;
    ofWays.set(best, [...(ofWays.get(best) ?? []), one]);
  }
  return ofWays;
}

/** Movers on their ways, at distances that differ; at rest. Throws what `tooMany` makes where there is no room. */
export function spreadOver(
  ways: readonly TrafficWay[],
  ofWays: ReadonlyMap<number, readonly WantedMover[]>,
  random: RandomStream,
  tooMany: () => UserError,
): Placed[] {
  const placed: Placed[] = [];
  for (const [way, own] of ofWays) {
    const room = own[0]?.kind === 'person' ? ROOM.walk : ROOM.lane;
    const round = ways[way]?.round ?? 0;
    const free = round - own.reduce((sum, { front, back }) => sum + front + back, 0);
    if (free < own.length * room) throw tooMany();
    let from = 0;
    for (const { mesh, kind, ...mover } of own) {
      const share = free / own.length;
      const along = from + mover.back + (share - room) * random.unit() * 0.8;
      placed.push({ mesh, kind, mover: { ...mover, way, along, speed: 0 } });
      from += share + mover.front + mover.back;
    }
  }
  return placed;
}

/** Gives a model its traffic as it has settled down, with its bodies. */
export function addTraffic(model: ModelBuilder, traffic: TrafficPlan, placed: readonly Placed[]): void {
  if (placed.length === 0) return;
  traffic.movers = settled(traffic, SETTLING);
  for (const [k, { mesh, kind }] of placed.entries()) {
    const mover = traffic.movers[k];
    model.placeMover(mesh, kind, placeOfMover(traffic.ways[mover.way], mover));
  }
  model.traffic = traffic;
}

/** The fault of more movers than a scene has room for. */
export const tooManyIn = (scene: 'street' | 'district', key: 'vehicles' | 'walkers', count: number) => (): UserError =>
  new UserError(`moving.${key}: found ${count}, which the generated ${scene} has no room for`, {
    hint: scene === 'street' ? 'take fewer, a longer street, or more lanes' : 'take fewer, or a larger extent',
  });

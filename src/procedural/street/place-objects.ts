import { compose, transformPoint, translation } from '../../base/affine.js';
import { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { buildCar, CAR_BODIES } from './car.js';
import {
  buildBench,
  buildBin,
  buildBollard,
  buildLamp,
  buildPerson,
  buildSign,
  SIGN_FACES,
  WALKERS,
} from './furniture.js';
import { buildHouse } from './house.js';
import { houseCount, leastTriangles } from './house-budget.js';
import { buildPole, drawWire, wireFixings } from './overhead.js';
import { type StreetPlan, standing } from './street-plan.js';

export const QUARTER_TURN = Math.PI / 2;
const POLE_SPACING = 28;
/** Distance of a pole from the back of the kerb. */
const POLE_FROM_KERB = 0.45;
const LAMP_SPACING = 24;
/** Bays of parked cars; a compact car is some 4.4 m long. */
export const BAY_LENGTH = 6;
/** Distance of a parked car's middle from the lanes. */
export const BAY_FROM_LANE = 1.15;
const LANE_LEFT = 1.6;
/** Position of the zebra crossing, as a fraction of half the street; no car parks there. */
export const CROSSING = 0.45;
export const CAR_COLOURS: readonly (readonly [number, MaterialName])[] = [
  [0, 'car_paint_red'],
  [1, 'car_paint_silver'],
  [0, 'car_paint_white'],
  [2, 'car_paint_white'],
  [1, 'car_paint_blue'],
  [0, 'car_paint_black'],
  [1, 'car_paint_green'],
  [0, 'car_paint_yellow'],
];

/**
 * Places the houses on their plots, each a mesh of its own. Returns false as soon as the triangles of the model,
 * including those of the houses still to be placed, exceed `budget`.
 */
export function placeHouses(plan: StreetPlan, budget: number): boolean {
  let left = houseCount(plan);
  for (const { style, side, from, to, front } of plan.plots) {
    if (plan.model.triangleCount + leastTriangles(plan, left) > budget) return false;
    if (!style) continue;
    left--;
    const name = plan.model.nextName('house');
    const house = buildHouse(name, style, plan.detail, new RandomStream(plan.seed, name));
    const frame = compose(plan.line.frame((from + to) / 2, side * front, side), translation([-style.width / 2, 0, 0]));
    plan.model.placeNamed(plan.model.addMesh(house), name, frame);
  }
  return true;
}

/** Metres of a lane for a car on it, including the gap to the next. */
const CAR_GAP = 8;

/** Parks cars in the bays on both sides and puts others on the road: two, or as many as the plan has traffic. */
export function placeCars(plan: StreetPlan): void {
  const random = new RandomStream(plan.seed, 'cars');
  const cars = CAR_COLOURS.map(([body, paint], i) =>
    plan.model.addMesh(buildCar(`car_kind_${i + 1}`, CAR_BODIES[body], paint, plan.detail)),
  );
  const half = plan.line.length / 2;
  const crossing = half * CROSSING + 1.5;
  const place = (along: number, left: number) => {
    const heading = (left > 0 ? Math.PI : 0) + random.bell() * 0.012;
    plan.model.place(random.pick(cars), 'car', standing(plan, along, left, heading));
  };
  for (const side of [1, -1])
    for (let along = -half + BAY_LENGTH; along < half - BAY_LENGTH; along += BAY_LENGTH) {
      const at = along + random.bell() * 0.2;
      const free = Math.abs(at - crossing) > 6;
      if (random.chance(0.72) && free)
        place(at, side * (plan.line.section.lane + BAY_FROM_LANE + random.bell() * 0.04));
    }
  const { traffic } = plan.wish;
  if (traffic === undefined) {
    place(half * 0.62, -LANE_LEFT);
    place(-half * 0.5, LANE_LEFT);
  } else for (const { along, left } of trafficSpots(plan, traffic)) place(along, left);
}

/** Random places of `count` cars on the lanes, none in the gap of another. */
function trafficSpots({ line, seed }: StreetPlan, count: number): { along: number; left: number }[] {
  const random = new RandomStream(seed, 'traffic');
  const middles = line.laneMiddles();
  const each = Math.floor(line.length / CAR_GAP);
  const free = middles.flatMap((left) => Array.from({ length: each }, (_, k) => ({ left, k })));
  return Array.from({ length: Math.min(count, free.length) }, () => {
    const [{ left, k }] = free.splice(random.index(free.length), 1);
    const slack = (CAR_GAP - 5) / 2;
    return { along: (k + 0.5 - each / 2) * CAR_GAP + random.range(-slack, slack), left };
  });
}

/** Poles along the left kerb, with four wires from each to the next. */
export function placeOverheadLine(plan: StreetPlan): void {
  const { model, line, detail } = plan;
  const pole = model.addMesh(buildPole(detail));
  const count = Math.max(2, Math.floor(line.length / POLE_SPACING));
  const frames = Array.from({ length: count }, (_, i) =>
    standing(plan, (i - (count - 1) / 2) * POLE_SPACING, line.section.kerbBack + POLE_FROM_KERB),
  );
  for (const frame of frames) model.place(pole, 'pole', frame);
  const wires = new MeshBuilder('wires');
  for (let i = 0; i + 1 < count; i++)
    for (const fixing of wireFixings()) {
      const ends = [frames[i], frames[i + 1]].map((frame): Vec3 => transformPoint(frame, fixing));
      drawWire(wires, model.nextName('wire'), ends[0], ends[1], detail);
    }
  model.addUnique(wires);
}

/** Lamps along the right kerb, signs on both sides, benches, bins, bollards. */
export function placeFurniture(plan: StreetPlan): void {
  const { model, line, detail } = plan;
  const half = line.length / 2;
  const kerbside = line.section.kerbBack + 0.35;
  const lamp = model.addMesh(buildLamp(detail));
  for (let along = -half + 6; along < half; along += LAMP_SPACING)
    model.place(lamp, 'lamp', standing(plan, along, -kerbside, QUARTER_TURN));
  placeSigns(plan, kerbside);
  const bench = model.addMesh(buildBench());
  const bin = model.addMesh(buildBin(detail));
  for (let along = -half + 14; along < half - 4; along += 31) {
    model.place(bench, 'bench', standing(plan, along, -(line.section.pavement - 0.45), Math.PI));
    model.place(bin, 'bin', standing(plan, along + 1.5, -(line.section.pavement - 0.4)));
  }
  const bollard = model.addMesh(buildBollard(detail));
  for (const side of [1, -1])
    for (const offset of [-1.2, -0.2, 3.2, 4.2])
      model.place(bollard, 'bollard', standing(plan, half * CROSSING + offset, side * kerbside));
}

/** Signs face oncoming traffic: on the right along the street, on the left against it. */
function placeSigns(plan: StreetPlan, kerbside: number): void {
  const meshes = SIGN_FACES.map((sign, i) => plan.model.addMesh(buildSign(`sign_kind_${i + 1}`, sign, plan.detail)));
  const half = plan.line.length / 2;
  [-0.82, -0.3, 0.2, 0.4].forEach((place, i) => {
    plan.model.place(meshes[i % meshes.length], 'sign', standing(plan, half * place, -kerbside));
    plan.model.place(meshes[(i + 1) % meshes.length], 'sign', standing(plan, -half * place + 2, kerbside, Math.PI));
  });
}

/** People on the pavements and one on the crossing. */
export function placePeople(plan: StreetPlan): void {
  const random = new RandomStream(plan.seed, 'people');
  const meshes = WALKERS.map((form, i) => plan.model.addMesh(buildPerson(`person_kind_${i + 1}`, form, plan.detail)));
  const half = plan.line.length / 2;
  const { kerbBack, pavement } = plan.line.section;
  const count = Math.max(2, Math.round(plan.line.length / 14));
  for (let i = 0; i < count; i++) {
    const left = (i % 2 ? 1 : -1) * random.range(kerbBack + 1.5, pavement - 1);
    const heading = (random.chance(0.5) ? 0 : Math.PI) + random.bell() * 0.15;
    plan.model.place(
      meshes[i % WALKERS.length],
      'person',
      standing(plan, random.range(-0.95, 0.95) * half, left, heading),
    );
  }
  plan.model.place(meshes[0], 'person', standing(plan, half * CROSSING + 1.4, -1, QUARTER_TURN));
}

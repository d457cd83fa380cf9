import { compose, rotation, scaling, translation } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import { RandomStream } from '../../base/random-stream.js';
import { MeshBuilder } from '../mesh-builder.js';
import { Footprints, footprintOf } from '../street/footprints.js';
import {
  buildBench,
  buildBin,
  buildLamp,
  buildPerson,
  buildSign,
  buildTrafficLight,
  PEOPLE,
  SIGN_FACES,
} from '../street/furniture.js';
import { BAY_LENGTH } from '../street/place-objects.js';
import { buildFleets, parkingWeights, pickKind } from '../street/place-vehicles.js';
import { KERB_HEIGHT } from '../street/street-line.js';
import { growTreeKinds } from '../trees/grow-tree-kinds.js';
import { SPECIES, type Species } from '../trees/species.js';
import { drawBlade, TRIANGLES_PER_BLADE } from '../undergrowth.js';
import { type BlockPlan, type PlacedHouse, sideFrame } from './block.js';
import { type Area, type AreaSide, type DistrictPlan, inset, sidesOf } from './district-plan.js';
import { blockWalks } from './place-traffic.js';

/** Distances inwards from the face of the kerb. */
const LAMP_IN = 0.5;
const TREE_IN = 0.9;
const WALK_IN = [1.55, 1.85] as const;
/** The same beside those who move. */
const BESIDE_WALKS = [1.42, 1.52] as const;
/** Distance from corners within which places along the kerbs are left free. */
const CORNER_CLEAR = 8;
const LAMP_SPACING = 24;
const TREE_SPACING = 14;
const FIRST_TREE = 9;
/** Middle of a parked vehicle, outwards from the kerb. */
const BAY_OUT = 1.1;
const USUAL_PARKED = 0.6;
/** Metres of kerb for each person. */
const KERB_PER_PERSON = 40;
/** Square metres of courtyard for each tree, and their distances from houses and each other. */
const COURT_PER_TREE = 60;
const TREE_CLEAR = 2.6;
const TREE_GAP = 3;
const TRIES = 40;

const KINDS: readonly { species: Species; height: number }[] = [
  { species: SPECIES.lime, height: 7.5 },
  { species: SPECIES.maple, height: 7 },
  { species: SPECIES.oak, height: 9 },
  { species: SPECIES.birch, height: 10 },
  { species: SPECIES.spruce, height: 11 },
];
const STREET_KINDS = 2;

/** Sides of the blocks that lie along a street, not at the border of the district. */
const kerbs = ({ blocks, half }: DistrictPlan): AreaSide[] =>
  blocks.flatMap((block) => sidesOf(block).filter(({ x, y, cos }) => Math.abs(Math.abs(cos) > 0.5 ? y : x) < half - 1));

/** Vehicles along the kerbs, on the right of the lane beside them. */
export function parkVehicles(plan: DistrictPlan): void {
  const { vehicles = { car: 1 }, parked = USUAL_PARKED } = plan.wish;
  const weights = parkingWeights(vehicles);
  if (Object.values(weights).every((weight) => !weight)) return;
  const random = new RandomStream(plan.seed, 'parked');
  const fleets = buildFleets(plan, weights);
  for (const side of kerbs(plan))
    for (let along = CORNER_CLEAR; along < side.length - CORNER_CLEAR; along += BAY_LENGTH) {
      const [isTaken, kind, shift] = [random.chance(parked), pickKind(random, weights), random.range(-0.5, 0.5)];
      const mesh = random.pick(fleets.get(kind)?.parked ?? []);
      const frame = compose(sideFrame(side, along + shift, -BAY_OUT), translation([0, 0, -KERB_HEIGHT]));
      if (isTaken) plan.model.place(mesh, kind, compose(frame, rotation([0, 0, 1], random.bell() * 0.02)));
    }
}

/** Lamps along the kerbs, signs and traffic lights at the corners, benches and bins in front of the houses. */
export function placeStreetFurniture(plan: DistrictPlan): void {
  const { model, detail, seed } = plan;
  const random = new RandomStream(seed, 'furniture');
  const lamp = model.addMesh(buildLamp(detail));
  const signs = SIGN_FACES.map((sign, k) => model.addMesh(buildSign(`sign_kind_${k + 1}`, sign, detail)));
  const light = model.addMesh(buildTrafficLight(detail));
  const [bench, bin] = [buildBench(), buildBin(detail)].map((builder) => model.addMesh(builder));
  const out = rotation([0, 0, 1], -Math.PI / 2);
  for (const side of kerbs(plan)) {
    for (let along = 4; along < side.length; along += LAMP_SPACING)
      model.place(lamp, 'lamp', compose(sideFrame(side, along, LAMP_IN), out));
    if (random.chance(0.7)) model.place(random.pick(signs), 'sign', sideFrame(side, 2.2, LAMP_IN));
    model.place(light, 'traffic_light', sideFrame(side, side.length - 0.8, LAMP_IN));
    if (random.chance(0.5)) {
      // Midway between two trees.
      const along = FIRST_TREE + (random.index(2) + 0.5) * TREE_SPACING;
      model.place(bench, 'bench', sideFrame(side, along, TREE_IN));
      model.place(bin, 'bin', sideFrame(side, along + 1.4, TREE_IN));
    }
  }
}

/** People on the pavements, without overlaps. Throws UserError if there is no room for them. */
export function placePedestrians(plan: DistrictPlan): void {
  const random = new RandomStream(plan.seed, 'people');
  const sides = kerbs(plan);
  const length = sides.reduce((sum, side) => sum + side.length, 0);
  const { people = Math.round(length / KERB_PER_PERSON) } = plan.wish;
  const meshes = PEOPLE.map((form, k) => plan.model.addMesh(buildPerson(`person_kind_${k + 1}`, form, plan.detail)));
  const taken = new Footprints();
  const walks = blockWalks(plan);
  const [nearest, farthest] = walks.length > 0 ? BESIDE_WALKS : WALK_IN;
  for (const walk of walks) taken.add(walk);
  const place = () => {
    const [side, mesh] = [random.pick(sides), random.pick(meshes)];
    const heading = (random.chance(0.5) ? 0 : Math.PI) + random.bell() * 0.25;
    const frame = compose(
      sideFrame(side, random.range(1, side.length - 1), random.range(nearest, farthest)),
      rotation([0, 0, 1], heading),
    );
    if (!taken.take(footprintOf(plan.model.meshOf(mesh), frame), 0.1)) return false;
    plan.model.place(mesh, 'person', frame);
    return true;
  };
  for (let k = 0; k < people; k++)
    if (!Array.from({ length: TRIES }).some(place))
      throw new UserError(
        `people: found ${people}, and a generated district of this extent has room for ${k} of them`,
        {
          hint: 'take fewer people, or a larger extent',
        },
      );
}

/** Place and kind of a tree. */
interface TreeSpot {
  x: number;
  y: number;
  kind: number;
}

/** Trees along the kerbs and in the courtyards, clear of houses; their leaves use the rest of the budget. */
export function placeDistrictTrees(plan: DistrictPlan, blocks: readonly BlockPlan[]): void {
  const random = new RandomStream(plan.seed, 'trees');
  const spots = [...streetTrees(plan, random), ...blocks.flatMap((block) => courtTrees(block, random))];
  const counts = KINDS.map((_, kind) => spots.filter((spot) => spot.kind === kind).length);
  const meshes = growTreeKinds({ ...plan, season: plan.wish.season }, KINDS, counts);
  for (const { x, y, kind } of spots) {
    const size = random.range(0.8, 1.15);
    const turn = compose(rotation([0, 0, 1], random.range(0, 6.28)), scaling([size, size, size]));
    plan.model.place(meshes[kind], 'tree', compose(translation([x, y, KERB_HEIGHT]), turn));
  }
}

/** A tree between lamps along some kerbs. */
function streetTrees(plan: DistrictPlan, random: RandomStream): TreeSpot[] {
  return kerbs(plan).flatMap((side) => {
    const [hasTrees, kind] = [random.chance(0.6), random.index(STREET_KINDS)];
    const spots: TreeSpot[] = [];
    for (let along = FIRST_TREE; hasTrees && along < side.length - CORNER_CLEAR; along += TREE_SPACING) {
      const m = sideFrame(side, along, TREE_IN);
      spots.push({ x: m[3], y: m[7], kind });
    }
    return spots;
  });
}

function courtTrees({ court, houses }: BlockPlan, random: RandomStream): TreeSpot[] {
  const free = inset(court, TREE_CLEAR);
  const count = Math.max(0, Math.round(((court.x1 - court.x0) * (court.y1 - court.y0)) / COURT_PER_TREE));
  const spots: TreeSpot[] = [];
  for (let k = 0; k < count * 4 && spots.length < count; k++) {
    const [x, y] = [random.range(free.x0, free.x1), random.range(free.y0, free.y1)];
    const isFree =
      spots.every((spot) => Math.hypot(spot.x - x, spot.y - y) > TREE_GAP) &&
      !houses.some((house) => isIn(house, x, y));
    if (isFree) spots.push({ x, y, kind: STREET_KINDS + random.index(KINDS.length - STREET_KINDS) });
  }
  return spots;
}

/** Whether a place is in a house or nearer than a tree may be. */
function isIn({ style, frame: m }: PlacedHouse, x: number, y: number): boolean {
  const [dx, dy] = [x - m[3], y - m[7]];
  const [along, into] = [m[0] * dx + m[4] * dy, m[1] * dx + m[5] * dy];
  return (
    along > -TREE_CLEAR && along < style.width + TREE_CLEAR && into > -TREE_CLEAR && into < style.depth + TREE_CLEAR
  );
}

/** Blades of grass in the courtyards for the rest of the triangles. */
export function drawLawns(plan: DistrictPlan, courts: readonly Area[]): void {
  const random = new RandomStream(plan.seed, 'lawns');
  const builder = new MeshBuilder(plan.model.nextName('grass')).part('blades', 'grass');
  const blades = Math.floor((plan.triangles - plan.model.triangleCount) / TRIANGLES_PER_BLADE);
  for (let blade = 0; blade < blades; blade++) {
    const { x0, x1, y0, y1 } = inset(random.pick(courts), 0.2);
    drawBlade(
      builder,
      [random.range(x0, x1), random.range(y0, y1), KERB_HEIGHT - 0.02],
      random.range(0.05, 0.2),
      random,
    );
  }
  plan.model.addUnique(builder);
}

import { type Affine, compose, rotation, translation } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { RandomStream } from '../base/random-stream.js';
import type { Vec3 } from '../base/vec3.js';
import type { Model } from '../scene/model.js';
import { MeshBuilder } from './mesh-builder.js';
import { ModelBuilder } from './model-builder.js';
import { buildChair, buildDesk, buildScreen, buildSofa, buildTable } from './room/furniture.js';
import { randomFinish, scatterFurniture } from './room/scatter-furniture.js';
import { buildShell, plantPlace, ROOM, type RoomSize } from './room/shell.js';
import {
  buildBookshelf,
  buildBowl,
  buildCup,
  buildFloorLamp,
  buildPendant,
  buildPicture,
  buildRadiator,
} from './room/small-things.js';
import { buildCurtain, buildCurtainRod, buildRug } from './room/textiles.js';
import { lathe } from './shapes.js';
import { SPECIES } from './trees/species.js';
import { growTree } from './trees/tree.js';

/** Shares of the triangles that the furniture leaves; the rug's pile gets the rest. */
const PLANT_SHARE = 0.2;
const CURTAIN_SHARE = 0.25;
/** Fewest triangles of curtains, plant and rug. */
const SOFT_LEAST = 2_000;
const WEST = Math.PI / 2;
const SOUTH = Math.PI;
const EAST = -Math.PI / 2;
/** Number of triangles from which the room has three bookshelves, of some 6,500 triangles each. */
const MANY_BOOKS = 40_000;
/** Sides of round objects, each from this number of triangles on. */
const ROUNDNESS: readonly (readonly [number, number])[] = [
  [500_000, 24],
  [100_000, 16],
  [40_000, 10],
  [0, 6],
];

/** Data common to all steps of generating a room. */
interface RoomPlan {
  seed: number;
  triangles: number;
  sides: number;
  size: RoomSize;
  model: ModelBuilder;
}

const at = (position: Vec3, heading = 0): Affine => compose(translation(position), rotation([0, 0, 1], heading));

/**
 * A living room of 8 m × 6 m × 3 m, or another `size`, with a workplace, seen from inside; the middle of the floor is
 * the origin. More triangles make round objects rounder and go into curtains, leaves and the pile of the rug.
 */
export function generateRoom(
  seed: number,
  triangles: number,
  { furniture, ...wish }: Partial<RoomSize> & { furniture?: number } = {},
): Model {
  const [, sides] = ROUNDNESS.find(([from]) => triangles >= from) ?? ROUNDNESS[ROUNDNESS.length - 1];
  const size = { ...ROOM, ...wish };
  const plan: RoomPlan = { seed, triangles, sides, size, model: new ModelBuilder() };
  const finish = furniture === undefined ? undefined : randomFinish(seed);
  plan.model.addUnique(buildShell(size, (kind) => plan.model.nextName(kind), new RandomStream(seed, 'floor'), finish));
  if (furniture === undefined) placeSuite(plan);
  else scatterFurniture(plan, furniture);
  placeRadiators(plan);
  if (furniture !== undefined) checkBudget(plan);
  placeSoftThings(plan);
  return plan.model.finish();
}

/** The furniture of a usual living room. */
function placeSuite(plan: RoomPlan): void {
  placeDining(plan);
  placeSittingCorner(plan);
  placeDesk(plan);
  placeShelves(plan);
}

/** Throws UserError unless the furniture leaves triangles for curtains and the plant. */
function checkBudget({ triangles, model }: RoomPlan): void {
  const least = Math.ceil((model.triangleCount + SOFT_LEAST) / 1000) * 1000;
  if (triangles < least)
    throw new UserError(`a generated room with this furniture has more than ${triangles} triangles`, {
      hint: `take at least ${least} triangles, or less furniture`,
    });
}

function placeOnce(plan: RoomPlan, kind: string, builder: MeshBuilder, transform: Affine): void {
  plan.model.place(plan.model.addMesh(builder), kind, transform);
}

/** A table with six chairs, cups and a bowl, under a lamp. */
function placeDining(plan: RoomPlan): void {
  const { model, sides } = plan;
  const random = new RandomStream(plan.seed, 'dining');
  const [x, y] = [1.7, 0.7];
  placeOnce(plan, 'table', buildTable(), at([x, y, 0]));
  const chair = model.addMesh(buildChair(sides));
  const cups = (['ceramic', 'ceramic_blue'] as const).map((material, i) =>
    model.addMesh(buildCup(`cup_kind_${i + 1}`, material, sides * 2)),
  );
  for (const side of [1, -1])
    for (const dx of [-0.55, 0, 0.55]) {
      const place = y + side * (0.55 + random.range(0, 0.2));
      model.place(chair, 'chair', at([x + dx, place, 0], (side > 0 ? SOUTH : 0) + random.bell() * 0.15));
      if (dx !== 0)
        model.place(random.pick(cups), 'cup', at([x + dx * 0.9, y + side * 0.25, 0.75], random.range(0, 6.28)));
    }
  placeOnce(plan, 'bowl', buildBowl(sides * 2), at([x, y, 0.75]));
  placeOnce(plan, 'ceiling_lamp', buildPendant(sides * 2), at([x, y, plan.size.height]));
}

/** A sofa along the west wall, with pictures above and a lamp beside it. */
function placeSittingCorner(plan: RoomPlan): void {
  const west = -plan.size.width / 2;
  placeOnce(plan, 'sofa', buildSofa(Math.ceil(plan.sides * 0.8)), at([west + 0.6, 0.3, 0], WEST));
  placeOnce(plan, 'floor_lamp', buildFloorLamp(plan.sides * 2), at([west + 0.5, 1.8, 0]));
  const sizes = [
    [0.9, 0.6, 'fabric_green'],
    [0.5, 0.7, 'fabric_sand'],
    [0.4, 0.4, 'fabric_red'],
  ] as const;
  sizes.forEach(([width, height, canvas], i) => {
    placeOnce(
      plan,
      'picture',
      buildPicture(`picture_kind_${i + 1}`, width, height, canvas),
      at([west, 0.9 - i * 0.85, 1.75], WEST),
    );
  });
}

/** A desk against the east wall with a screen and a chair. */
function placeDesk(plan: RoomPlan): void {
  const east = plan.size.width / 2;
  placeOnce(plan, 'desk', buildDesk(), at([east - 0.4, -1.5, 0], EAST));
  placeOnce(plan, 'screen', buildScreen(), at([east - 0.3, -1.45, 0.74], EAST));
  placeOnce(plan, 'chair', buildChair(plan.sides), at([east - 1, -1.4, 0], EAST + 0.3));
}

/** Bookshelves on the south wall. */
function placeShelves(plan: RoomPlan): void {
  const { model } = plan;
  const random = new RandomStream(plan.seed, 'books');
  const shelves = plan.triangles < MANY_BOOKS ? [-2.6] : [-2.6, -1.55, -0.5];
  for (const x of shelves) {
    const name = model.nextName('bookshelf');
    const shelf = buildBookshelf(name, (kind) => model.nextName(kind), random);
    model.placeNamed(model.addMesh(shelf), name, at([x, -plan.size.depth / 2 + 0.02, 0], SOUTH));
  }
}

/** Radiators under the windows. */
function placeRadiators(plan: RoomPlan): void {
  const { model } = plan;
  const radiator = model.addMesh(buildRadiator(1.6));
  for (const x of alongWindows(plan, -1.8, 1.8)) model.place(radiator, 'radiator', at([x, plan.size.depth / 2, 0]));
}

/** Places along the north wall at a fixed distance from its corners, given for a usual room: left and right. */
function alongWindows({ size }: RoomPlan, ...places: number[]): number[] {
  const more = (size.width - ROOM.width) / 2;
  return places.map((x) => x + Math.sign(x) * more);
}

/** Curtains, a plant and the rug share the remaining triangles. */
function placeSoftThings(plan: RoomPlan): void {
  const { model } = plan;
  const north = plan.size.depth / 2 - 0.13;
  const rod = model.addMesh(buildCurtainRod(3.4));
  for (const x of alongWindows(plan, -1.8, 1.8)) model.place(rod, 'curtain_rod', at([x, north, 2.62]));
  const left = Math.max(0, plan.triangles - model.triangleCount);
  const curtain = model.addMesh(buildCurtain((left * CURTAIN_SHARE) / 4));
  for (const x of alongWindows(plan, -3.2, -0.4, 0.4, 3.2)) model.place(curtain, 'curtain', at([x, north, 2.6]));
  placePlant(plan, Math.floor(left * PLANT_SHARE));
  const rug = buildRug('rug_001', plan.triangles - model.triangleCount, new RandomStream(plan.seed, 'rug'));
  model.placeNamed(model.addMesh(rug), 'rug_001', at([-1.7, 0.3, 0]));
}

/** A rubber plant in a clay pot in the north-east corner. */
function placePlant(plan: RoomPlan, triangles: number): void {
  const [x, y] = plantPlace(plan.size);
  const pot = new MeshBuilder('plant_pot').part('pot', 'terracotta');
  lathe(
    pot,
    0,
    0,
    [
      [0.15, 0],
      [0.2, 0.33],
      [0.22, 0.33],
      [0.22, 0.38],
      [0.19, 0.38],
      [0.185, 0.34],
    ],
    plan.sides * 2,
  );
  pot.part('earth', 'soil');
  lathe(
    pot,
    0,
    0,
    [
      [0.185, 0.33],
      [0.185, 0.35],
    ],
    plan.sides * 2,
  );
  placeOnce(plan, 'plant_pot', pot, at([x, y, 0]));
  const species = { ...SPECIES.bush, name: 'plant', foliage: 'leaf', leafLength: 0.11, leafAreaIndex: 2 } as const;
  placeOnce(
    plan,
    'plant',
    growTree('plant', species, 1.1, triangles, new RandomStream(plan.seed, 'plant')),
    at([x, y, 0.36]),
  );
}

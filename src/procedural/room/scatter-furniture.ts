import { type Affine, compose, rotation, translation } from '../../base/affine.js';
import { TURN } from '../../base/angle.js';
import { RandomStream } from '../../base/random-stream.js';
import type { ModelBuilder } from '../model-builder.js';
import type { MaterialName } from '../palette.js';
import { Footprints, type GroundOutline } from '../street/footprints.js';
import { buildCarton, buildChair, buildDesk, buildScreen, buildSofa, buildTable } from './furniture.js';
import { doorX, plantPlace, type RoomFinish, type RoomSize } from './shell.js';
import { buildBookshelf, buildBowl, buildCup, buildFloorLamp } from './small-things.js';

const WOODS: readonly MaterialName[] = ['wood', 'wood_dark', 'wood_painted'];
const CLOTHS: readonly MaterialName[] = [
  'fabric_red',
  'fabric_blue',
  'fabric_green',
  'fabric_sand',
  'fabric_grey',
  'leather',
];
const PAINTS: readonly MaterialName[] = [
  'paint_white',
  'paint_sage',
  'plaster_cream',
  'plaster_rose',
  'plaster_blue',
  'plaster_green',
];
const FLOORS: readonly MaterialName[] = ['parquet', 'wood', 'wood_dark', 'concrete'];
const CARTONS: readonly MaterialName[] = ['paper', 'wood', 'plastic_white', 'plastic_dark'];

/** Half of the square around the origin that stays free for a scanner. */
const SCANNER_HALF = 0.7;
/** Floor that stays free in front of the door, along x and from the wall. */
const DOOR_CLEAR = { halfWidth: 0.65, depth: 1.2 };
/** Half of the square occupied by the plant in the corner. */
const PLANT_HALF = 0.45;
/** Radiators and curtains stand before the north wall. */
const NORTH_CLEAR = 0.3;
const GAP = 0.06;
/** Pieces tried for each square metre of the floor; hardly any would find a place after that. */
const TRIES_PER_AREA = 8;

/** Data for furniture at random places. */
interface Scatter {
  seed: number;
  sides: number;
  size: RoomSize;
  model: ModelBuilder;
}

/** A thing of a piece of furniture: its mesh, the kind of its object, and its place in the piece. */
interface Item {
  mesh: number;
  kind: string;
  /** Name of the object; absent: the next one of its kind. */
  name?: string;
  frame: Affine;
}

/**
 * Things that stand together: their rectangle around the origin, whether a wall is behind (at +y), and the things
 * themselves.
 */
interface Piece {
  halfLength: number;
  halfWidth: number;
  atWall: boolean;
  items(random: RandomStream): Item[];
}

const at = (x: number, y: number, z = 0, heading = 0): Affine =>
  compose(translation([x, y, z]), rotation([0, 0, 1], heading));

/** Colours of walls and floor at random. */
export function randomFinish(seed: number): RoomFinish {
  const random = new RandomStream(seed, 'finish');
  return { paint: random.pick(PAINTS), accent: random.pick(PAINTS), floor: random.pick(FLOORS) };
}

/**
 * Furniture at random places, in random materials: `density` 0 leaves the floor empty, 1 fills it; with the same seed,
 * a higher density only adds pieces. Nothing stands at the origin, in front of the door, or in another piece.
 */
export function scatterFurniture(scatter: Scatter, density: number): void {
  const random = new RandomStream(scatter.seed, 'furniture');
  const pieces = buildPieces(scatter, random.fork('materials'));
  const taken = keptClear(scatter.size);
  const spots: { piece: Piece; frame: Affine }[] = [];
  const tries = Math.ceil(scatter.size.width * scatter.size.depth * TRIES_PER_AREA);
  for (let i = 0; i < tries; i++) {
    const piece = random.pick(pieces);
    const frame = randomSpot(scatter.size, piece, random);
    if (taken.take(footprintAt(piece, frame), GAP)) spots.push({ piece, frame });
  }
  const things = random.fork('things');
  for (const { piece, frame } of spots.slice(0, Math.round(density * spots.length)))
    for (const { mesh, kind, name = scatter.model.nextName(kind), frame: within } of piece.items(things))
      scatter.model.placeNamed(mesh, name, compose(frame, within));
}

function keptClear(size: RoomSize): Footprints {
  const taken = new Footprints();
  const upright = { cos: 1, sin: 0 };
  taken.add({ ...upright, x: 0, y: 0, halfLength: SCANNER_HALF, halfWidth: SCANNER_HALF });
  const { halfWidth, depth } = DOOR_CLEAR;
  taken.add({ ...upright, x: doorX(size), y: (depth - size.depth) / 2, halfLength: halfWidth, halfWidth: depth / 2 });
  const [plantX, plantY] = plantPlace(size);
  taken.add({ ...upright, x: plantX, y: plantY, halfLength: PLANT_HALF, halfWidth: PLANT_HALF });
  return taken;
}

const footprintAt = ({ halfLength, halfWidth }: Piece, m: Affine): GroundOutline => ({
  x: m[3],
  y: m[7],
  cos: m[0],
  sin: m[4],
  halfLength,
  halfWidth,
});

/** A place inside the walls: with its back to one of them, or anywhere at a random angle. */
function randomSpot({ width, depth }: RoomSize, piece: Piece, random: RandomStream): Affine {
  const { halfLength, halfWidth } = piece;
  if (!piece.atWall) {
    const heading = random.chance(0.6) ? random.index(4) * (TURN / 4) + random.bell() * 0.06 : random.range(0, TURN);
    const [c, s] = [Math.abs(Math.cos(heading)), Math.abs(Math.sin(heading))];
    const x = width / 2 - (halfLength * c + halfWidth * s) - GAP;
    const y = depth / 2 - (halfLength * s + halfWidth * c) - GAP;
    return at(random.range(-x, x), random.range(-y, y - NORTH_CLEAR), 0, heading);
  }
  // The south, east and west walls; the windows are in the north.
  const wall = random.index(3);
  const along = (length: number) => random.range(-1, 1) * (length / 2 - halfLength - GAP);
  const out = halfWidth + 0.03;
  if (wall === 0) return at(along(width), out - depth / 2, 0, TURN / 2);
  if (wall === 1) return at(width / 2 - out, along(depth - 2 * NORTH_CLEAR), 0, -TURN / 4);
  return at(out - width / 2, along(depth - 2 * NORTH_CLEAR), 0, TURN / 4);
}

/** The pieces of a room of this seed, in its own materials. */
function buildPieces(scatter: Scatter, random: RandomStream): Piece[] {
  const { model, sides } = scatter;
  const wood = random.pick(WOODS);
  const chairs = [0, 1].map((i) =>
    model.addMesh(buildChair(sides, `chair_kind_${i + 1}`, random.pick(WOODS), random.pick(CLOTHS))),
  );
  const free = (halfLength: number, halfWidth: number, items: Piece['items']): Piece => ({
    ...{ halfLength, halfWidth, atWall: false, items },
  });
  const single = (halfLength: number, halfWidth: number, kind: string, mesh: number, atWall = false): Piece => ({
    ...{ halfLength, halfWidth, atWall, items: () => [{ mesh, kind, frame: at(0, 0) }] },
  });
  return [
    free(1, 1.1, tableItems(scatter, wood, chairs[0], random)),
    free(0.95, 0.5, tableItems(scatter, random.pick(WOODS), undefined, random)),
    single(0.28, 0.32, 'chair', chairs[1]),
    single(0.28, 0.32, 'chair', chairs[0]),
    ...[0, 1].map((i) => {
      const sofa = buildSofa(Math.ceil(sides * 0.8), `sofa_kind_${i + 1}`, random.pick(CLOTHS));
      return single(1.07, 0.47, 'sofa', model.addMesh(sofa), i === 0);
    }),
    { halfLength: 0.8, halfWidth: 0.8, atWall: true, items: deskItems(scatter, wood, chairs[1]) },
    bookshelf(scatter, [wood, random.pick(WOODS)]),
    single(0.25, 0.25, 'floor_lamp', model.addMesh(buildFloorLamp(sides * 2))),
    ...[0, 1, 2].map((i) => {
      const half = [random.range(0.15, 0.45), random.range(0.15, 0.35)];
      const height = random.range(0.2, 0.8);
      const carton = buildCarton(`box_kind_${i + 1}`, [2 * half[0], 2 * half[1], height], random.pick(CARTONS));
      return single(half[0], half[1], 'box', model.addMesh(carton));
    }),
  ];
}

/** A table with things on it, and with up to four chairs around it. */
function tableItems(
  { model, sides }: Scatter,
  top: MaterialName,
  chair: number | undefined,
  random: RandomStream,
): Piece['items'] {
  const table = model.addMesh(buildTable(`table_${chair === undefined ? 'bare' : 'set'}`, top));
  const cup = model.addMesh(buildCup('cup_kind', random.pick(['ceramic', 'ceramic_blue']), sides * 2));
  const bowl = model.addMesh(buildBowl(sides * 2));
  return (things) => {
    const items: Item[] = [{ mesh: table, kind: 'table', frame: at(0, 0) }];
    for (const x of [-0.6, 0.1])
      if (things.chance(0.5)) items.push({ mesh: cup, kind: 'cup', frame: at(x, things.range(-0.3, 0.3), 0.75) });
    if (things.chance(0.4)) items.push({ mesh: bowl, kind: 'bowl', frame: at(0.5, 0, 0.75) });
    for (const side of chair === undefined ? [] : [-1, 1])
      for (const x of [-0.45, 0.45])
        if (chair !== undefined && things.chance(0.75)) {
          const heading = (side > 0 ? TURN / 2 : 0) + things.bell() * 0.1;
          items.push({ mesh: chair, kind: 'chair', frame: at(x, side * things.range(0.5, 0.75), 0, heading) });
        }
    return items;
  };
}

/** A desk with its back to the wall, a screen and a chair. */
function deskItems({ model }: Scatter, top: MaterialName, chair: number): Piece['items'] {
  const desk = model.addMesh(buildDesk('desk', top));
  const screen = model.addMesh(buildScreen());
  return (things) => [
    { mesh: desk, kind: 'desk', frame: at(0, 0.43) },
    { mesh: screen, kind: 'screen', frame: at(things.range(-0.3, 0.3), 0.55, 0.74) },
    { mesh: chair, kind: 'chair', frame: at(things.range(-0.4, 0.2), -0.4, 0, things.bell() * 0.3) },
  ];
}

/** Bookshelves, each with its own books, since books are objects. */
function bookshelf({ model, seed }: Scatter, woods: readonly MaterialName[]): Piece {
  const books = new RandomStream(seed, 'books');
  return {
    halfLength: 0.5,
    halfWidth: 0.16,
    atWall: true,
    items: (things) => {
      const name = model.nextName('bookshelf');
      const shelf = buildBookshelf(name, (kind) => model.nextName(kind), books, things.pick(woods));
      return [{ mesh: model.addMesh(shelf), kind: 'bookshelf', name, frame: at(0, 0.15) }];
    },
  };
}

import type { Affine } from '../../base/affine.js';
import type { RandomStream } from '../../base/random-stream.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box, face, grid } from '../shapes.js';
import { drawOpening, drawWall, type Opening, type Wall } from '../street/facade.js';

/** Inner size of a room, metres: along x, along y, and its height; its floor's middle is the origin. */
export interface RoomSize {
  width: number;
  depth: number;
  height: number;
}

/** Materials of walls and floor. */
export interface RoomFinish {
  paint: MaterialName;
  /** Paint of the east wall. */
  accent: MaterialName;
  floor: MaterialName;
}

const FINISH: RoomFinish = { paint: 'paint_white', accent: 'paint_sage', floor: 'parquet' };

export const ROOM: Readonly<RoomSize> = Object.freeze({ width: 8, depth: 6, height: 3 });

const BOARD_WIDTH = 0.14;
const BOARD_LENGTH = 1.6;
const BOARD_GAP = 0.0015;
const BOARD_THICKNESS = 0.015;
const SKIRTING_HEIGHT = 0.08;

const WINDOW: Opening = { kind: 'window', x0: 1.2, x1: 3.2, z0: 0.85, z1: 2.45 };
/** The second window, at the same distance from the other corner. */
const secondWindow = (width: number): Opening => ({
  ...WINDOW,
  x0: 4.8 + (width - ROOM.width),
  x1: 6.8 + (width - ROOM.width),
});
const DOOR: Opening = { kind: 'door', x0: 0.6, x1: 1.55, z0: 0, z1: 2.1 };

/** Place of the plant, in the north-east corner. */
export const plantPlace = ({ width, depth }: RoomSize): [number, number] => [width / 2 - 0.6, depth / 2 - 0.75];

/** Middle of the door along x, in the south wall. */
export const doorX = ({ width }: RoomSize): number => width / 2 - (DOOR.x0 + DOOR.x1) / 2;

/**
 * The walls seen from inside, x to the right, y out of the room: north with two windows, east,
 * south with the door, west.
 */
function walls(
  { width: w, depth: d, height }: RoomSize,
  { paint, accent }: RoomFinish,
): { frame: Affine; wall: Wall }[] {
  const plain = (width: number, openings: Opening[] = []): Wall => ({
    width,
    base: 0,
    height,
    openings,
    material: paint,
  });
  return [
    { frame: [1, 0, 0, -w / 2, 0, 1, 0, d / 2, 0, 0, 1, 0], wall: plain(w, [WINDOW, secondWindow(w)]) },
    { frame: [0, 1, 0, w / 2, -1, 0, 0, d / 2, 0, 0, 1, 0], wall: { ...plain(d), material: accent } },
    { frame: [-1, 0, 0, w / 2, 0, -1, 0, -d / 2, 0, 0, 1, 0], wall: plain(w, [DOOR]) },
    { frame: [0, -1, 0, -w / 2, 1, 0, 0, -d / 2, 0, 0, 1, 0], wall: plain(d) },
  ];
}

/**
 * Walls, windows, door, ceiling and a floor of boards; objects `wall_001` … `wall_004`,
 * `window_001`, `door_001`, and so on.
 */
export function buildShell(
  size: RoomSize,
  nextName: (kind: string) => string,
  random: RandomStream,
  finish: RoomFinish = FINISH,
): MeshBuilder {
  const builder = new MeshBuilder('room');
  for (const { frame, wall } of walls(size, finish))
    builder.within(frame, () => {
      const name = nextName('wall');
      builder.object(name);
      drawWall(builder, wall);
      drawSkirting(builder, wall);
      for (const opening of wall.openings) {
        builder.object(nextName(opening.kind));
        drawOpening(builder, opening, wall.material, 2);
      }
    });
  builder.object(nextName('ceiling'));
  drawCeiling(builder, size);
  builder.object(nextName('floor'));
  drawFloor(builder, size, finish.floor, random);
  return builder;
}

/** Skirting boards, left out at doors. */
function drawSkirting(builder: MeshBuilder, wall: Wall): void {
  builder.part('skirting', 'wood_painted');
  const door = wall.openings.find((opening) => opening.kind === 'door');
  const pieces = door
    ? [
        [0, door.x0],
        [door.x1, wall.width],
      ]
    : [[0, wall.width]];
  for (const [x0, x1] of pieces)
    box(builder, [x0, -0.015, 0], [x1, 0, SKIRTING_HEIGHT], { bottom: false, back: false });
}

function drawCeiling(builder: MeshBuilder, { width: w, depth: d, height: h }: RoomSize): void {
  builder.part('ceiling', 'paint_white');
  grid(builder, 16, 12, (column, row) => [(column / 16 - 0.5) * w, (0.5 - row / 12) * d, h]);
}

/** Boards in staggered rows on a plain subfloor. */
function drawFloor(
  builder: MeshBuilder,
  { width, depth }: RoomSize,
  material: MaterialName,
  random: RandomStream,
): void {
  const [x, y] = [width / 2, depth / 2];
  builder.part('subfloor', 'concrete');
  const below = -BOARD_THICKNESS;
  face(builder, [-x, -y, below], [x, -y, below], [x, y, below], [-x, y, below]);
  // The strips of wall between subfloor and boards.
  for (const [ax, ay, bx, by] of [
    [-x, y, x, y],
    [x, y, x, -y],
    [x, -y, -x, -y],
    [-x, -y, -x, y],
  ])
    face(builder, [ax, ay, below], [bx, by, below], [bx, by, 0], [ax, ay, 0]);
  builder.part('boards', material);
  for (let low = -y; low < y - BOARD_GAP; low += BOARD_WIDTH) {
    const high = Math.min(low + BOARD_WIDTH - BOARD_GAP, y);
    for (let left = -x - random.range(0, BOARD_LENGTH); left < x - BOARD_GAP; left += BOARD_LENGTH) {
      const [from, to] = [Math.max(left, -x), Math.min(left + BOARD_LENGTH - BOARD_GAP, x)];
      if (to > from) box(builder, [from, low, below], [to, high, 0], { bottom: false });
    }
  }
}

import type { RandomStream } from '../../base/random-stream.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { bar, box, lathe, tube } from '../shapes.js';

/** A cup with a handle and thickness, 9.5 cm high. */
export function buildCup(name: string, material: MaterialName, sides: number): MeshBuilder {
  const builder = new MeshBuilder(name).part('body', material);
  lathe(
    builder,
    0,
    0,
    [
      [0.028, 0],
      [0.038, 0.03],
      [0.042, 0.095],
      [0.039, 0.095],
      [0.035, 0.03],
      [0.025, 0.008],
    ],
    sides,
  );
  const handle = [0, 1, 2, 3, 4, 5, 6].map((i): [number, number, number] => {
    const angle = Math.PI * (i / 6 - 0.5);
    return [0.036 + 0.028 * Math.cos(angle), 0, 0.055 + 0.027 * Math.sin(angle)];
  });
  tube(
    builder,
    handle,
    handle.map(() => 0.005),
    6,
    { start: 'flat', end: 'flat' },
  );
  return builder;
}

/** A bowl 30 cm across. */
export function buildBowl(sides: number): MeshBuilder {
  const builder = new MeshBuilder('bowl').part('body', 'ceramic_blue');
  lathe(
    builder,
    0,
    0,
    [
      [0.05, 0],
      [0.1, 0.02],
      [0.15, 0.08],
      [0.146, 0.082],
      [0.095, 0.025],
      [0.04, 0.012],
    ],
    sides,
  );
  return builder;
}

/** A standard lamp, 1.6 m high. */
export function buildFloorLamp(sides: number): MeshBuilder {
  const builder = new MeshBuilder('floor_lamp').part('stand', 'steel');
  lathe(
    builder,
    0,
    0,
    [
      [0.15, 0],
      [0.15, 0.015],
      [0.02, 0.04],
      [0.012, 0.06],
      [0.012, 1.35],
    ],
    sides,
  );
  builder.part('shade', 'fabric_sand');
  lathe(
    builder,
    0,
    0,
    [
      [0.21, 1.28],
      [0.22, 1.28],
      [0.15, 1.58],
      [0.14, 1.58],
    ],
    sides,
  );
  return builder;
}

/** A pendant lamp; the origin is its hook in the ceiling. */
export function buildPendant(sides: number): MeshBuilder {
  const builder = new MeshBuilder('ceiling_lamp').part('cable', 'wire');
  bar(builder, [0, 0, -1], [0, 0, 0], 0.004, 6);
  builder.part('shade', 'steel_dark');
  lathe(
    builder,
    0,
    0,
    [
      [0.24, -1.22],
      [0.25, -1.21],
      [0.2, -1.1],
      [0.08, -1.01],
      [0.02, -0.99],
    ],
    sides,
  );
  builder.part('bulb', 'lamp_glass');
  lathe(
    builder,
    0,
    0,
    [
      [0.015, -1.26],
      [0.045, -1.235],
      [0.05, -1.2],
    ],
    sides,
  );
  return builder;
}

/** A panel radiator of this width along x, with its back at y = 0. */
export function buildRadiator(width: number): MeshBuilder {
  const builder = new MeshBuilder('radiator').part('panel', 'paint_white');
  const columns = Math.round(width / 0.05);
  for (const y of [-0.1, -0.05]) box(builder, [-width / 2, y, 0.12], [width / 2, y + 0.012, 0.7]);
  for (let i = 0; i < columns; i++) {
    const x = ((i + 0.5) / columns - 0.5) * width;
    box(builder, [x - 0.012, -0.112, 0.15], [x + 0.012, -0.1, 0.67], { back: false });
  }
  builder.part('grille', 'paint_white');
  box(builder, [-width / 2, -0.112, 0.7], [width / 2, -0.025, 0.712]);
  builder.part('pipe', 'steel');
  for (const x of [-0.4, 0.4]) bar(builder, [x * width, -0.07, 0], [x * width, -0.07, 0.12], 0.009, 8);
  for (const x of [-0.3, 0.3]) bar(builder, [x * width, -0.04, 0.55], [x * width, 0, 0.55], 0.01, 8);
  return builder;
}

/** A framed picture hanging on a wall at y = 0, seen from −y; its centre is the origin. */
export function buildPicture(name: string, width: number, height: number, canvas: MaterialName): MeshBuilder {
  const builder = new MeshBuilder(name).part('frame', 'wood_dark');
  const [x, z] = [width / 2, height / 2];
  box(builder, [-x, -0.03, -z], [-x + 0.03, 0, z]);
  box(builder, [x - 0.03, -0.03, -z], [x, 0, z]);
  box(builder, [-x + 0.03, -0.03, -z], [x - 0.03, 0, -z + 0.03]);
  box(builder, [-x + 0.03, -0.03, z - 0.03], [x - 0.03, 0, z]);
  builder.part('canvas', canvas);
  box(builder, [-x + 0.03, -0.015, -z + 0.03], [x - 0.03, -0.005, z - 0.03]);
  return builder;
}

const COVERS: readonly MaterialName[] = [
  'fabric_red',
  'fabric_blue',
  'fabric_green',
  'fabric_sand',
  'leather',
  'paper',
];
const BOARD = 0.022;

/** A bookshelf 1 m wide along x and 2.1 m high, facing −y, full of books, which are separate objects. */
export function buildBookshelf(
  name: string,
  nextName: (kind: string) => string,
  random: RandomStream,
  wood: MaterialName = 'wood',
): MeshBuilder {
  const builder = new MeshBuilder(name).part('carcass', wood);
  for (const x of [-0.5, 0.5 - BOARD]) box(builder, [x, -0.3, 0], [x + BOARD, 0, 2.1]);
  box(builder, [-0.5 + BOARD, -0.012, 0], [0.5 - BOARD, 0, 2.1]);
  for (let shelf = 0; shelf < 7; shelf++) {
    const z = shelf * 0.34;
    builder.object(name).part('shelf', wood);
    box(builder, [-0.5 + BOARD, -0.3, z], [0.5 - BOARD, -0.012, z + BOARD]);
    if (shelf < 6) drawBooks(builder, z + BOARD, nextName, random);
  }
  return builder;
}

/** A row of upright books with covers around white pages, with some gaps. */
function drawBooks(builder: MeshBuilder, z: number, nextName: (kind: string) => string, random: RandomStream): void {
  for (let x = -0.47; x < 0.42; ) {
    const [thickness, height, depth] = [random.range(0.015, 0.05), random.range(0.18, 0.29), random.range(0.13, 0.2)];
    const gap = random.chance(0.08) ? random.range(0.03, 0.15) : 0.001;
    const back = -0.29 + random.range(0, 0.02);
    builder.object(nextName('book')).part('cover', random.pick(COVERS));
    box(builder, [x, back, z], [x + 0.002, back + depth, z + height]);
    box(builder, [x + thickness - 0.002, back, z], [x + thickness, back + depth, z + height]);
    box(builder, [x + 0.002, back, z], [x + thickness - 0.002, back + 0.002, z + height]);
    builder.part('pages', 'paper');
    box(
      builder,
      [x + 0.002, back + 0.002, z + 0.003],
      [x + thickness - 0.002, back + depth - 0.003, z + height - 0.004],
    );
    x += thickness + gap;
  }
}

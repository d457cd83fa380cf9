import { TURN } from '../../base/angle.js';
import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { gridFor } from '../heightfield.js';
import { MeshBuilder } from '../mesh-builder.js';
import { fractalNoise } from '../noise.js';
import { bar, box, grid } from '../shapes.js';

const CURTAIN_WIDTH = 0.75;
const CURTAIN_HEIGHT = 2.35;
const FOLDS = 7;
const FOLD_DEPTH = 0.045;
const CLOTH_THICKNESS = 0.003;

/** A curtain in folds, hanging along x from z = 0 down, of about `triangles` triangles; both sides of the cloth. */
export function buildCurtain(triangles: number): MeshBuilder {
  const builder = new MeshBuilder('curtain').part('cloth', 'fabric_sand');
  const least = { columns: FOLDS * 4, rows: 2 };
  const wanted = gridFor(triangles / 2, CURTAIN_WIDTH, CURTAIN_HEIGHT);
  const columns = Math.max(least.columns, wanted.columns);
  const rows = Math.max(least.rows, Math.floor(triangles / 4 / columns));
  const point = (column: number, row: number, back: number): Vec3 => {
    const [u, v] = [column / columns, row / rows];
    const fold = Math.sin(TURN * FOLDS * u + 0.8 * Math.sin(3 * v)) * FOLD_DEPTH * (1 - 0.4 * v);
    const sway = 0.02 * fractalNoise(u * 3, v * 3, 11, 3);
    return [(u - 0.5) * CURTAIN_WIDTH, fold + sway + back, (v - 1) * CURTAIN_HEIGHT];
  };
  grid(builder, columns, rows, (column, row) => point(column, row, 0));
  grid(builder, columns, rows, (column, row) => point(columns - column, row, CLOTH_THICKNESS));
  return builder;
}

/** The rod that curtains hang from, `width` along x. */
export function buildCurtainRod(width: number): MeshBuilder {
  const builder = new MeshBuilder('curtain_rod').part('rod', 'steel_dark');
  bar(builder, [-width / 2, 0, 0], [width / 2, 0, 0], 0.012, 12);
  for (const x of [-0.45, 0.45]) bar(builder, [x * width, 0, 0], [x * width, 0.12, 0], 0.008, 8);
  return builder;
}

const RUG: readonly [number, number] = [2.6, 1.8];
const RUG_THICKNESS = 0.008;
const PILE = 0.014;

/** A rug of 2.6 m × 1.8 m; triangles beyond its backing are tufts of the pile, in a pattern of stripes. */
export function buildRug(name: string, triangles: number, random: RandomStream): MeshBuilder {
  const builder = new MeshBuilder(name).part('backing', 'fabric_sand');
  box(builder, [-RUG[0] / 2, -RUG[1] / 2, 0], [RUG[0] / 2, RUG[1] / 2, RUG_THICKNESS]);
  const tufts = Math.floor((triangles - builder.triangleCount) / 2);
  const half = Math.min(0.02, Math.max(0.0015, Math.sqrt((RUG[0] * RUG[1]) / Math.max(1, tufts)) / 2));
  for (let tuft = 0; tuft < tufts; tuft++) drawTuft(builder, half, random);
  return builder;
}

/** A tuft: two triangles that cross each other. */
function drawTuft(builder: MeshBuilder, half: number, random: RandomStream): void {
  const x = random.range(-0.49, 0.49) * RUG[0];
  const y = random.range(-0.49, 0.49) * RUG[1];
  const border = Math.max(Math.abs(x) / RUG[0], Math.abs(y) / RUG[1]) > 0.42;
  builder.part('pile', border ? 'fabric_blue' : Math.floor((x + 2) / 0.25) % 2 === 0 ? 'fabric_red' : 'fabric_sand');
  const top: Vec3 = [
    x + random.range(-1, 1) * PILE * 0.5,
    y + random.range(-1, 1) * PILE * 0.5,
    RUG_THICKNESS + PILE * random.range(0.7, 1.1),
  ];
  for (const [dx, dy] of [
    [half, 0],
    [0, half],
  ])
    builder.triangle(
      builder.vertex(x - dx, y - dy, RUG_THICKNESS - 0.001),
      builder.vertex(x + dx, y + dy, RUG_THICKNESS - 0.001),
      builder.vertex(...top),
    );
}

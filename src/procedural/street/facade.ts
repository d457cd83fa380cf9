import type { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box, face } from '../shapes.js';

/** A hole in a wall, in the wall's frame. */
export interface Opening {
  kind: 'window' | 'door' | 'shop';
  x0: number;
  x1: number;
  z0: number;
  z1: number;
  balcony?: boolean;
}

/**
 * A wall seen from outside: x runs right, z up, y into the house. With `gable`, a triangle of this height is on top,
 * with its peak above the middle.
 */
export interface Wall {
  width: number;
  base: number;
  height: number;
  gable?: number;
  openings: readonly Opening[];
  material: MaterialName;
}

/** Depth of window panes behind the wall's face. */
const REVEAL = 0.16;
const FRAME = 0.06;
const BALCONY_DEPTH = 1.05;
const RAILING_HEIGHT = 0.95;
/** Clear width between railing bars is at most 12 cm (German building codes). */
const BAR_SPACING = 0.12;

/** Draws the wall's face without its openings; cells share corners, so there are no gaps. */
export function drawWall(builder: MeshBuilder, wall: Wall): void {
  const { width, base, height, openings } = wall;
  const xs = breaks([0, width, ...(wall.gable ? [width / 2] : []), ...openings.flatMap((o) => [o.x0, o.x1])]);
  const zs = breaks([base, height, ...openings.flatMap((o) => [o.z0, o.z1])]);
  builder.part('wall', wall.material);
  for (let i = 0; i + 1 < xs.length; i++) {
    const [x0, x1] = [xs[i], xs[i + 1]];
    for (let k = 0; k + 1 < zs.length; k++)
      if (!isOpen(openings, (x0 + x1) / 2, (zs[k] + zs[k + 1]) / 2))
        face(builder, [x0, 0, zs[k]], [x1, 0, zs[k]], [x1, 0, zs[k + 1]], [x0, 0, zs[k + 1]]);
    if (wall.gable) {
      const top = (x: number) => height + wall.gable! * (1 - Math.abs(x / width - 0.5) * 2);
      face(builder, [x0, 0, height], [x1, 0, height], [x1, 0, top(x1)], [x0, 0, top(x0)]);
    }
  }
}

const breaks = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);

/** Whether (x, z) is in one of the openings. */
export function isOpen(openings: readonly Opening[], x: number, z: number): boolean {
  return openings.some((o) => x > o.x0 && x < o.x1 && z > o.z0 && z < o.z1);
}

/** Fills an opening: reveals, pane or leaf, frame, sill, and a balcony if it has one. */
export function drawOpening(builder: MeshBuilder, opening: Opening, wallMaterial: MaterialName, detail: number): void {
  const { x0, x1, z0, z1, kind } = opening;
  builder.part('reveal', wallMaterial);
  face(builder, [x0, 0, z0], [x0, REVEAL, z0], [x0, REVEAL, z1], [x0, 0, z1]);
  face(builder, [x1, REVEAL, z0], [x1, 0, z0], [x1, 0, z1], [x1, REVEAL, z1]);
  face(builder, [x0, 0, z1], [x0, REVEAL, z1], [x1, REVEAL, z1], [x1, 0, z1]);
  face(builder, [x0, REVEAL, z0], [x0, 0, z0], [x1, 0, z0], [x1, REVEAL, z0]);
  if (kind === 'door') builder.part('door', 'door_green');
  else builder.part('window', 'glass');
  face(builder, [x0, REVEAL, z0], [x1, REVEAL, z0], [x1, REVEAL, z1], [x0, REVEAL, z1]);
  if (detail === 0) return;
  if (kind === 'door') drawDoorLeaf(builder, opening);
  else drawWindowFrame(builder, opening, detail);
  if (opening.balcony) drawBalcony(builder, opening, detail);
}

function drawWindowFrame(builder: MeshBuilder, { x0, x1, z0, z1, kind, balcony }: Opening, detail: number): void {
  const y0 = REVEAL - 0.05;
  const bars = (a: [number, number], b: [number, number]) =>
    box(builder, [a[0], y0, a[1]], [b[0], REVEAL + 0.01, b[1]]);
  builder.part('window_frame', kind === 'shop' ? 'steel_dark' : 'wood_painted');
  bars([x0, z0], [x0 + FRAME, z1]);
  bars([x1 - FRAME, z0], [x1, z1]);
  bars([x0 + FRAME, z0], [x1 - FRAME, z0 + FRAME]);
  bars([x0 + FRAME, z1 - FRAME], [x1 - FRAME, z1]);
  const middle = (x0 + x1) / 2;
  bars([middle - FRAME / 2, z0 + FRAME], [middle + FRAME / 2, z1 - FRAME]);
  const transom = z0 + (z1 - z0) * 0.68;
  if (detail > 1) bars([x0 + FRAME, transom], [x1 - FRAME, transom + FRAME * 0.7]);
  if (balcony) return;
  builder.part('sill', 'stone');
  box(builder, [x0 - 0.08, -0.07, z0 - 0.05], [x1 + 0.08, REVEAL - 0.02, z0 + 0.005]);
}

function drawDoorLeaf(builder: MeshBuilder, { x0, x1, z0, z1 }: Opening): void {
  const height = z1 - z0;
  for (const [low, high] of [
    [0.08, 0.42],
    [0.5, 0.78],
  ])
    for (const [left, right] of [
      [x0 + 0.12, (x0 + x1) / 2 - 0.05],
      [(x0 + x1) / 2 + 0.05, x1 - 0.12],
    ])
      box(builder, [left, REVEAL - 0.03, z0 + height * low], [right, REVEAL + 0.01, z0 + height * high]);
  builder.part('window', 'glass');
  box(builder, [x0 + 0.15, REVEAL - 0.02, z0 + height * 0.83], [x1 - 0.15, REVEAL + 0.01, z0 + height * 0.95]);
  builder.part('handle', 'steel');
  box(builder, [x1 - 0.14, REVEAL - 0.08, z0 + 1.02], [x1 - 0.1, REVEAL, z0 + 1.14]);
}

/** Two steps before a door `z0` above the ground. */
export function drawSteps(builder: MeshBuilder, { x0, x1, z0 }: Opening): void {
  builder.part('steps', 'stone');
  box(builder, [x0 - 0.25, -0.35, -0.3], [x1 + 0.25, 0, z0]);
  box(builder, [x0 - 0.25, -0.65, -0.3], [x1 + 0.25, -0.35, z0 / 2]);
}

function drawBalcony(builder: MeshBuilder, { x0, x1, z0 }: Opening, detail: number): void {
  const [left, right, front] = [x0 - 0.45, x1 + 0.45, -BALCONY_DEPTH];
  builder.part('balcony', 'concrete');
  box(builder, [left, front, z0 - 0.2], [right, 0.02, z0 - 0.04]);
  builder.part('railing', 'steel_dark');
  const top = z0 + RAILING_HEIGHT;
  box(builder, [left, front, top], [right, front + 0.05, top + 0.05]);
  box(builder, [left, front + 0.05, top], [left + 0.05, 0, top + 0.05]);
  box(builder, [right - 0.05, front + 0.05, top], [right, 0, top + 0.05]);
  const spacing = detail > 1 ? BAR_SPACING : BAR_SPACING * 4;
  const upright = (x: number, y: number) =>
    box(builder, [x, y, z0 - 0.04], [x + 0.02, y + 0.02, top], { bottom: false, top: false });
  for (let x = left; x < right; x += spacing) upright(x, front + 0.015);
  for (let y = front + spacing; y < 0; y += spacing) {
    upright(left + 0.015, y);
    upright(right - 0.035, y);
  }
}

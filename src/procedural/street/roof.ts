import type { Affine } from '../../base/affine.js';
import { TURN } from '../../base/angle.js';
import type { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box, face, grid, post, tube } from '../shapes.js';
import { drawOpening, drawWall, type Opening } from './facade.js';

/** A pitched roof over the rectangle 0 … width, 0 … depth with its ridge along x. */
export interface Roof {
  width: number;
  depth: number;
  /** Height of the eaves, the top of the walls. */
  eaves: number;
  /** Rise over run. */
  pitch: number;
  material: MaterialName;
  detail: number;
}

const OVERHANG = 0.35;
const VERGE = 0.18;
const THICKNESS = 0.16;
/** Height of the roof's face above the wall tops, so that walls end inside the roof. */
const LIFT = 0.1;
/** Visible part of a pantile, and the relief of its lower edge and its wave. */
const TILE_WIDTH = 0.3;
const TILE_LENGTH = 0.34;
const TILE_STEP = 0.035;
const TILE_WAVE = 0.022;
/** Points across a tile by level of detail; 0: rows as wide as the roof; no rows at detail 0. */
const WAVE_POINTS = [0, 0, 0, 2, 4, 8];

/** Height of the ridge above the eaves. */
export const ridgeRise = (roof: Roof) => (roof.depth / 2) * roof.pitch;

/** Draws both slopes with their tiles, ridge, verges, gutters and downpipes. */
export function drawRoof(builder: MeshBuilder, roof: Roof): void {
  const s = 1 / Math.sqrt(1 + roof.pitch * roof.pitch);
  const [cosine, sine] = [s, roof.pitch * s];
  const eavesZ = roof.eaves - OVERHANG * roof.pitch + LIFT;
  const length = roof.width + 2 * VERGE;
  const slope = (roof.depth / 2 + OVERHANG) / cosine;
  const front: Affine = [1, 0, 0, -VERGE, 0, cosine, -sine, -OVERHANG, 0, sine, cosine, eavesZ];
  const back: Affine = [-1, 0, 0, roof.width + VERGE, 0, -cosine, sine, roof.depth + OVERHANG, 0, sine, cosine, eavesZ];
  for (const frame of [front, back])
    builder.within(frame, () => {
      builder.part('roof', roof.material);
      drawTiles(builder, length, slope, roof.detail);
      drawSlab(builder, length, slope);
    });
  if (roof.detail > 0) drawEdges(builder, roof, eavesZ);
}

/** Overlapping rows of pantiles in the frame of a slope: x along the eaves, y up the slope, z out. */
function drawTiles(builder: MeshBuilder, length: number, slope: number, detail: number): void {
  const rows = detail === 0 ? 1 : Math.round(slope / TILE_LENGTH);
  const points = WAVE_POINTS[detail];
  const columns = points === 0 ? 1 : Math.round(length / TILE_WIDTH) * points;
  grid(builder, columns, rows * 2, (column, row) => {
    // Odd lines are lower edges of tiles, even ones upper edges at the place of the next lower edge, line 0 the foot of
    // the eaves.
    const wave = points === 0 || row === 0 ? 0 : TILE_WAVE * (1 - Math.cos((TURN * column) / points)) * 0.5;
    const height = row === 0 ? -THICKNESS : row % 2 === 1 ? TILE_STEP : 0.001;
    return [(column / columns) * length, (Math.floor(row / 2) / rows) * slope, wave + height];
  });
}

/** Underside and edges below the tiles. */
function drawSlab(builder: MeshBuilder, length: number, slope: number): void {
  builder.part('eaves', 'wood_painted');
  const t = -THICKNESS;
  face(builder, [0, slope, t], [length, slope, t], [length, 0, t], [0, 0, t]);
  box(builder, [-0.04, 0, t - 0.02], [0.02, slope, TILE_STEP + TILE_WAVE + 0.01]);
  box(builder, [length - 0.02, 0, t - 0.02], [length + 0.04, slope, TILE_STEP + TILE_WAVE + 0.01]);
}

/** Ridge tiles, gutters and downpipes. */
function drawEdges(builder: MeshBuilder, roof: Roof, eavesZ: number): void {
  const ridge = roof.eaves + LIFT + ridgeRise(roof);
  const sides = roof.detail > 1 ? 8 : 5;
  builder.part('ridge', roof.material);
  tube(
    builder,
    [
      [-VERGE, roof.depth / 2, ridge],
      [roof.width + VERGE, roof.depth / 2, ridge],
    ],
    [0.12, 0.12],
    sides,
    { start: 'flat', end: 'flat' },
  );
  builder.part('gutter', 'zinc');
  for (const y of [-OVERHANG - 0.06, roof.depth + OVERHANG + 0.06])
    tube(
      builder,
      [
        [-VERGE, y, eavesZ - 0.06],
        [roof.width + VERGE, y, eavesZ - 0.06],
      ],
      [0.065, 0.065],
      sides,
      { start: 'flat', end: 'flat' },
    );
  builder.part('downpipe', 'zinc');
  tube(
    builder,
    [
      [0.2, -OVERHANG - 0.06, eavesZ - 0.08],
      [0.2, -0.09, eavesZ - 0.55],
      [0.2, -0.09, 0],
    ],
    [0.045, 0.045, 0.045],
    sides,
    { start: 'flat', end: 'flat' },
  );
}

/** A brick chimney with a concrete cap and clay pots, centred at (x, y), up to 1 m above the ridge. */
export function drawChimney(builder: MeshBuilder, roof: Roof, x: number, y: number): void {
  const top = roof.eaves + ridgeRise(roof) + 1;
  const foot = roof.eaves + (roof.depth / 2 - Math.abs(y - roof.depth / 2)) * roof.pitch - 0.6;
  builder.part('chimney', 'brick');
  box(builder, [x - 0.45, y - 0.3, foot], [x + 0.45, y + 0.3, top]);
  builder.part('chimney_cap', 'concrete');
  box(builder, [x - 0.53, y - 0.38, top], [x + 0.53, y + 0.38, top + 0.1]);
  builder.part('chimney_pot', 'terracotta');
  for (const dx of [-0.22, 0.22]) post(builder, [x + dx, y, top + 0.1], 0.4, 0.12, roof.detail > 1 ? 12 : 6, 0.1);
}

const DORMER_WIDTH = 1.6;
const DORMER_HEIGHT = 1.45;
const DORMER_GABLE = 0.55;

/** A gabled dormer with a window on the front slope, centred at x, with its face at y. */
export function drawDormer(builder: MeshBuilder, roof: Roof, x: number, y: number, wallMaterial: MaterialName): void {
  const floor = roof.eaves + y * roof.pitch + LIFT;
  const depth = (DORMER_HEIGHT + DORMER_GABLE) / roof.pitch + 0.2;
  const opening: Opening = { kind: 'window', x0: 0.3, x1: DORMER_WIDTH - 0.3, z0: 0.25, z1: DORMER_HEIGHT - 0.08 };
  builder.within([1, 0, 0, x - DORMER_WIDTH / 2, 0, 1, 0, y, 0, 0, 1, floor], () => {
    drawWall(builder, {
      width: DORMER_WIDTH,
      base: -0.3,
      height: DORMER_HEIGHT,
      gable: DORMER_GABLE,
      openings: [opening],
      material: wallMaterial,
    });
    drawOpening(builder, opening, wallMaterial, roof.detail);
    builder.part('dormer_side', 'zinc');
    face(builder, [0, depth, -0.3], [0, 0, -0.3], [0, 0, DORMER_HEIGHT], [0, depth, DORMER_HEIGHT]);
    face(
      builder,
      [DORMER_WIDTH, 0, -0.3],
      [DORMER_WIDTH, depth, -0.3],
      [DORMER_WIDTH, depth, DORMER_HEIGHT],
      [DORMER_WIDTH, 0, DORMER_HEIGHT],
    );
    drawDormerRoof(builder, roof.material, depth);
  });
}

/** Two plain slopes that overhang the dormer's walls, visible from above and from below. */
function drawDormerRoof(builder: MeshBuilder, material: MaterialName, depth: number): void {
  const middle = DORMER_WIDTH / 2;
  const run = middle + 0.18;
  const low = DORMER_HEIGHT + DORMER_GABLE - (run / middle) * DORMER_GABLE + 0.06;
  const ridge = DORMER_HEIGHT + DORMER_GABLE + 0.06;
  builder.part('roof', material);
  for (const t of [0.05, 0]) {
    const left = [
      [middle - run, -0.2, low + t],
      [middle, -0.2, ridge + t],
      [middle, depth, ridge + t],
      [middle - run, depth, low + t],
    ] as const;
    const right = [
      [middle, -0.2, ridge + t],
      [middle + run, -0.2, low + t],
      [middle + run, depth, low + t],
      [middle, depth, ridge + t],
    ] as const;
    for (const [a, b, c, d] of [left, right])
      if (t > 0) face(builder, a, b, c, d);
      else face(builder, d, c, b, a);
  }
  for (const [x, from, to] of [
    [middle - run, depth, -0.2],
    [middle + run, -0.2, depth],
  ])
    face(builder, [x, from, low], [x, to, low], [x, to, low + 0.05], [x, from, low + 0.05]);
  for (const [x0, z0, x1, z1] of [
    [middle - run, low, middle, ridge],
    [middle, ridge, middle + run, low],
  ])
    face(builder, [x0, -0.2, z0], [x1, -0.2, z1], [x1, -0.2, z1 + 0.05], [x0, -0.2, z0 + 0.05]);
}

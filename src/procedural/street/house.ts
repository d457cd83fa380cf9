import type { Affine } from '../../base/affine.js';
import type { RandomStream } from '../../base/random-stream.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box } from '../shapes.js';
import { drawBricks } from './brickwork.js';
import { drawOpening, drawSteps, drawWall, type Opening, type Wall } from './facade.js';
import { drawChimney, drawDormer, drawRoof, type Roof, ridgeRise } from './roof.js';

/** Style of a house; the origin of its frame is the front's left foot, x right, y into the house. */
export interface HouseStyle {
  width: number;
  depth: number;
  storeys: number;
  /** Columns of windows across the front. */
  axes: number;
  doorAxis: number;
  shop: boolean;
  balconyAxis: number;
  wall: MaterialName;
  roof: MaterialName;
  pitch: number;
  dormers: boolean;
}

const GROUND_FLOOR = 3.3;
const UPPER_FLOOR = 2.95;
/** Height of the ground floor above the pavement, and depth of walls below it. */
const PLINTH = 0.36;
const FOOTING = -0.5;
const WINDOW_WIDTH = 1.15;
const WINDOW_HEIGHT = 1.55;
const PARAPET = 0.85;

const WALLS: readonly MaterialName[] = [
  'plaster_white',
  'brick',
  'plaster_cream',
  'plaster_rose',
  'brick_yellow',
  'plaster_blue',
  'plaster_green',
  'plaster_cream',
  'brick',
];

/** A random style for a house of this width. */
export function chooseStyle(random: RandomStream, width: number): HouseStyle {
  const axes = Math.max(2, Math.round(width / 2.3));
  const storeys = 2 + random.index(3);
  return {
    width,
    depth: random.range(9.5, 12),
    storeys,
    axes,
    doorAxis: random.index(axes),
    shop: storeys > 2 && random.chance(0.35),
    balconyAxis: random.chance(0.7) ? random.index(axes) : -1,
    wall: random.pick(WALLS),
    roof: random.chance(0.7) ? 'roof_tile' : 'roof_slate',
    pitch: random.range(0.62, 0.95),
    dormers: random.chance(0.6),
  };
}

/**
 * A house with four walls of real windows and a pitched roof; `detail` 0 … 5 adds frames, tiles, railings and bricks.
 */
export function buildHouse(name: string, style: HouseStyle, detail: number, random: RandomStream): MeshBuilder {
  const builder = new MeshBuilder(name);
  const height = GROUND_FLOOR + (style.storeys - 1) * UPPER_FLOOR + PLINTH;
  const roof: Roof = {
    width: style.width,
    depth: style.depth,
    eaves: height,
    pitch: style.pitch,
    material: style.roof,
    detail,
  };
  for (const [index, frame] of wallFrames(style).entries()) {
    const wall = describeWall(style, index, height, ridgeRise(roof), random);
    builder.within(frame, () => drawStructuredWall(builder, wall, detail, index === 0));
  }
  builder.within(wallFrames(style)[0], () => drawOrnaments(builder, style, height, detail));
  drawRoof(builder, roof);
  drawChimney(builder, roof, random.range(1, style.width - 1), style.depth / 2 + random.range(-1, 1));
  if (style.dormers && detail > 0)
    for (let axis = 0; axis < style.axes; axis += 2)
      drawDormer(
        builder,
        roof,
        axisX(style.width, style.axes, axis),
        0.9,
        style.wall === 'brick' ? 'plaster_white' : style.wall,
      );
  return builder;
}

/** Frames of front, right side, back and left side. */
function wallFrames({ width, depth }: HouseStyle): readonly Affine[] {
  return [
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, -1, 0, width, 1, 0, 0, 0, 0, 0, 1, 0],
    [-1, 0, 0, width, 0, -1, 0, depth, 0, 0, 1, 0],
    [0, 1, 0, 0, -1, 0, 0, depth, 0, 0, 1, 0],
  ];
}

function describeWall(style: HouseStyle, index: number, height: number, gable: number, random: RandomStream): Wall {
  const common = { base: FOOTING, height, material: style.wall };
  if (index === 0) return { ...common, width: style.width, openings: frontOpenings(style) };
  if (index === 2)
    return { ...common, width: style.width, openings: plainOpenings(style.width, style.axes, style.storeys) };
  const axes = random.chance(0.5) ? 2 : 1;
  return { ...common, width: style.depth, gable, openings: plainOpenings(style.depth, axes, style.storeys) };
}

const axisX = (width: number, axes: number, axis: number) => (width * (axis + 0.5)) / axes;
const floorZ = (storey: number) => PLINTH + (storey === 0 ? 0 : GROUND_FLOOR + (storey - 1) * UPPER_FLOOR);

/** One window per column and storey. */
function plainOpenings(width: number, axes: number, storeys: number): Opening[] {
  const openings: Opening[] = [];
  for (let storey = 0; storey < storeys; storey++)
    for (let axis = 0; axis < axes; axis++) openings.push(windowAt(axisX(width, axes, axis), storey));
  return openings;
}

function windowAt(x: number, storey: number): Opening {
  const z0 = floorZ(storey) + PARAPET;
  return { kind: 'window', x0: x - WINDOW_WIDTH / 2, x1: x + WINDOW_WIDTH / 2, z0, z1: z0 + WINDOW_HEIGHT };
}

/** Door, shop windows and windows with balconies. */
function frontOpenings(style: HouseStyle): Opening[] {
  const openings: Opening[] = [];
  for (let storey = 0; storey < style.storeys; storey++)
    for (let axis = 0; axis < style.axes; axis++) {
      const x = axisX(style.width, style.axes, axis);
      const window = windowAt(x, storey);
      if (storey === 0 && axis === style.doorAxis)
        openings.push({ kind: 'door', x0: x - 0.55, x1: x + 0.55, z0: PLINTH, z1: PLINTH + 2.3 });
      else if (storey === 0 && style.shop)
        openings.push({ kind: 'shop', x0: x - 0.9, x1: x + 0.9, z0: PLINTH + 0.2, z1: PLINTH + 2.5 });
      else if (storey > 0 && axis === style.balconyAxis)
        openings.push({ ...window, z0: floorZ(storey) + 0.05, balcony: true });
      else openings.push(window);
    }
  return openings;
}

/** A wall with its openings; bricks are in relief only on the front, which is seen from nearby. */
function drawStructuredWall(builder: MeshBuilder, wall: Wall, detail: number, isFront: boolean): void {
  drawWall(builder, wall);
  for (const opening of wall.openings) {
    drawOpening(builder, opening, wall.material, detail);
    if (opening.kind === 'door' && detail > 0) drawSteps(builder, opening);
  }
  if (isFront && detail >= BRICK_DETAIL && wall.material.startsWith('brick')) drawBricks(builder, wall);
}

/** Level of detail from which bricks are in relief. */
const BRICK_DETAIL = 5;

/** Plinth, string course and cornice along the front. */
function drawOrnaments(builder: MeshBuilder, style: HouseStyle, height: number, detail: number): void {
  if (detail === 0) return;
  const door = axisX(style.width, style.axes, style.doorAxis);
  builder.part('plinth', 'stone');
  for (const [x0, x1] of [
    [0, door - 0.6],
    [door + 0.6, style.width],
  ])
    box(builder, [x0, -0.05, FOOTING], [x1, 0, PLINTH - 0.02]);
  builder.part('cornice', 'plaster_white');
  box(builder, [0, -0.06, floorZ(1) + 0.12], [style.width, 0, floorZ(1) + 0.3]);
  for (let step = 0; step < 3; step++) {
    const z = height - 0.62 + step * 0.1;
    box(builder, [0, -0.06 - step * 0.06, z], [style.width, 0, z + 0.1]);
  }
}

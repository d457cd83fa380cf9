import type { PointColumns, PointKey } from '../../cloud/point-batch.js';
import { type CellBox, cellAt } from './cell-box.js';
import type { ColorColumns, Colorize } from './point-colors.js';
import { type CountPyramid, Spacing } from './spacing.js';
import type { SplatLooks } from './splat.js';

/** A disc's radius as a fraction of the distance between points: discs on a scan line's raster close the gaps. */
const RADIUS_PART = 0.9;
/** Smaller discs for leaves and wires, whose gaps are real. */
const RADIUS_PART_LOOSE = 0.45;
/** Light from the south-west, high up; unit vector. */
const TO_LIGHT = [-0.37, -0.56, 0.742];
/** Brightness of a surface that faces away from the light, and of one that faces it. */
const [SHADE, LIT] = [0.74, 1.06];

/** Attributes of a point for the second pass, besides those of its colour. */
export const SPLAT_KEYS = Object.freeze(['x', 'y', 'z', 'normal'] as const satisfies PointKey[]);
export type SplatColumns = PointColumns<(typeof SPLAT_KEYS)[number]> & ColorColumns;

/** Results of the first pass for the second; no longer modified. */
export interface SplatGround {
  density: CountPyramid;
  /** Absent: the cloud has no normals. */
  facing?: { box: CellBox; oneSided: Uint8Array };
}

/** Turns points into discs: colours, lit if the cloud has normals, and sizes from the density around them. */
export class SplatMaker {
  private readonly facing: SplatGround['facing'];
  private readonly colorize: Colorize;
  private readonly spacing: Spacing;

  constructor({ density, facing }: SplatGround, colorize: Colorize) {
    this.facing = facing;
    this.colorize = colorize;
    this.spacing = new Spacing(density);
  }

  /** Writes the appearance of the points to `looks`, which must have room for them. */
  prepare(points: SplatColumns, looks: SplatLooks): void {
    this.colorize(points, looks.color);
    const { count, x, y, z, normal } = points;
    const { color, radius, oneSided } = looks;
    const { facing, spacing } = this;
    for (let i = 0; i < count; i++) {
      const light = lightOn(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      if (light !== 1) color[i] = brighten(color[i], light);
      const isOneSided = facing !== undefined && facing.oneSided[cellAt(facing.box, x[i], y[i], z[i])] === 1;
      const part = facing !== undefined && !isOneSided ? RADIUS_PART_LOOSE : RADIUS_PART;
      radius[i] = part * spacing.at(x[i], y[i], z[i]);
      oneSided[i] = isOneSided ? 1 : 0;
    }
  }
}

/** 1 without a normal. */
function lightOn(x: number, y: number, z: number): number {
  if (x === 0 && y === 0 && z === 0) return 1;
  const facing = x * TO_LIGHT[0] + y * TO_LIGHT[1] + z * TO_LIGHT[2];
  return SHADE + (LIT - SHADE) * (0.5 + 0.5 * facing);
}

function brighten(color: number, factor: number): number {
  const r = Math.min(255, ((color >> 16) & 255) * factor);
  const g = Math.min(255, ((color >> 8) & 255) * factor);
  const b = Math.min(255, (color & 255) * factor);
  return (r << 16) | (g << 8) | b;
}

import type { PointBatch } from '../../cloud/point-batch.js';
import type { CloudOverview } from './overview.js';
import type { Colorize } from './point-colors.js';
import { Spacing } from './spacing.js';
import type { Splats } from './splat.js';

/** A disc's radius as a part of the distance between points: discs of points on a scan line's raster close up. */
const RADIUS_PART = 0.9;
/** Leaves and wires have gaps that belong there: smaller discs. */
const RADIUS_PART_LOOSE = 0.45;
/** Light from the south-west, high up; unit vector. */
const TO_LIGHT = [-0.37, -0.56, 0.742];
/** Brightness of a surface that faces away from the light, and of one that faces it. */
const [SHADE, LIT] = [0.74, 1.06];

/** Makes discs of points: their colours, lit where the cloud has normals, and their sizes from the density around them. */
export class SplatMaker {
  readonly #overview: CloudOverview;
  readonly #colorize: Colorize;
  readonly #spacing: Spacing;
  #color = new Uint32Array(0);
  #radius = new Float32Array(0);
  #oneSided = new Uint8Array(0);

  constructor(overview: CloudOverview, colorize: Colorize) {
    this.#overview = overview;
    this.#colorize = colorize;
    this.#spacing = new Spacing(overview.grid);
  }

  /** The batch as discs; valid until the next call. */
  prepare(batch: PointBatch): Splats {
    const { count, x, y, z, normal } = batch;
    if (this.#color.length < count) {
      this.#color = new Uint32Array(count);
      this.#radius = new Float32Array(count);
      this.#oneSided = new Uint8Array(count);
    }
    const { facing } = this.#overview;
    for (let i = 0; i < count; i++) {
      const light = lightOn(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      this.#color[i] = brighten(this.#colorize(batch, i), light);
      const isLoose = facing !== undefined && !facing.isOneSided(x[i], y[i], z[i]);
      this.#radius[i] = (isLoose ? RADIUS_PART_LOOSE : RADIUS_PART) * this.#spacing.at(x[i], y[i], z[i]);
      this.#oneSided[i] = facing && !isLoose ? 1 : 0;
    }
    return { count, x, y, z, normal, color: this.#color, radius: this.#radius, oneSided: this.#oneSided };
  }
}

/** 1 where there is no normal. */
function lightOn(x: number, y: number, z: number): number {
  if (x === 0 && y === 0 && z === 0) return 1;
  const facing = x * TO_LIGHT[0] + y * TO_LIGHT[1] + z * TO_LIGHT[2];
  return SHADE + (LIT - SHADE) * (0.5 + 0.5 * facing);
}

function brighten(color: number, factor: number): number {
  if (factor === 1) return color;
  const r = Math.min(255, ((color >> 16) & 255) * factor);
  const g = Math.min(255, ((color >> 8) & 255) * factor);
  const b = Math.min(255, (color & 255) * factor);
  return (r << 16) | (g << 8) | b;
}

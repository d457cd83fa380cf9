import { mixRgb, packRgb, type Rgb } from '../../picture/raster/color-ramps.js';
import { blendPixel, type Raster } from '../../picture/raster/raster.js';
import { type HeightRaster, heightRange } from '../height-raster.js';
import type { PlanMap } from '../plan-map.js';
import type { CoverageBands } from './coverage-bands.js';
import type { PlanFrame } from './map-frame.js';

/** Light from the north-west, half-way up, as on printed maps. */
const LIGHT = [-0.5, 0.5, Math.SQRT1_2] as const;
/** The highest ground is this much lighter than the lowest, and shadows keep this much light. */
const HEIGHT_LIGHT = 0.18;
const AMBIENT = 0.45;
/** Opacity of the coverage's colour over the ground, which is grey. */
const TINT = 0.72;
const GREY: Rgb = 0xb4bac2;

/**
 * Draws the scene from above into `panel`: shaded by its slopes, tinted by its coverage; leaves cells without a surface
 * empty.
 */
export function drawGround(panel: Raster, { relief, coverage }: PlanMap, frame: PlanFrame, bands: CoverageBands): void {
  const { area, columns, rows, cell } = relief;
  const light = hillshade(relief);
  const [left, top] = frame.toPixel([area.min[0], area.max[1]]);
  const [right, bottom] = frame.toPixel([area.max[0], area.min[1]]);
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) {
      const [east, north] = frame.toWorld(x + 0.5, y + 0.5);
      const [u, v] = [(east - area.min[0]) / cell[0], (north - area.min[1]) / cell[1]];
      if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
      const index = Math.floor(v) * columns + Math.floor(u);
      if (Number.isNaN(relief.heights[index])) continue;
      const tinted = mixRgb(GREY, bands.colorOf(coverage[index]), TINT);
      blendPixel(panel, x, y, shaded(tinted, between(light, relief, u - 0.5, v - 0.5) ?? light[index]), 1);
    }
}

function shaded(color: Rgb, light: number): Rgb {
  const channel = (shift: number) => Math.min(255, Math.round(((color >> shift) & 255) * light));
  return packRgb(channel(16), channel(8), channel(0));
}

/** Light of each cell, about 1 on level ground; NaN without a surface. */
function hillshade(relief: HeightRaster): Float64Array {
  const { heights, columns, rows, cell } = relief;
  const range = heightRange(relief);
  const spread = range && range.high > range.low ? range.high - range.low : 1;
  const at = (column: number, row: number, own: number) => {
    const height = heights[row * columns + column];
    return column < 0 || row < 0 || column >= columns || row >= rows || Number.isNaN(height) ? own : height;
  };
  return heights.map((own, index) => {
    if (Number.isNaN(own)) return Number.NaN;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const slopeX = (at(column + 1, row, own) - at(column - 1, row, own)) / (2 * cell[0]);
    const slopeY = (at(column, row + 1, own) - at(column, row - 1, own)) / (2 * cell[1]);
    const facing = LIGHT[2] - slopeX * LIGHT[0] - slopeY * LIGHT[1];
    const lambert = Math.max(0, facing / Math.hypot(slopeX, slopeY, 1)) / LIGHT[2];
    const raised = HEIGHT_LIGHT * ((own - (range?.low ?? own)) / spread - 0.5);
    return AMBIENT + (1 - AMBIENT) * Math.min(1.3, lambert) + raised;
  });
}

/**
 * The mean of the four cells around a point, weighted by the distance from their centres; undefined beside gaps and
 * edges.
 */
function between(light: Float64Array, { columns, rows }: HeightRaster, u: number, v: number): number | undefined {
  const [column, row] = [Math.floor(u), Math.floor(v)];
  if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) return undefined;
  const [s, t] = [u - column, v - row];
  const base = row * columns + column;
  const lower = light[base] * (1 - s) + light[base + 1] * s;
  const upper = light[base + columns] * (1 - s) + light[base + columns + 1] * s;
  const mean = lower * (1 - t) + upper * t;
  return Number.isNaN(mean) ? undefined : mean;
}

import { drawLegend, type Legend, legendRowHeight, legendRows } from '../raster/legend.js';
import { checkPictureSize } from '../raster/picture-size.js';
import { createRaster, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { type ChartFrame, type ChartTexts, chartLetterSize, drawFrame, frameArea, type Range } from './chart-frame.js';

/** A chart without its data. */
export interface EmptyChart {
  raster: Raster;
  frame: ChartFrame;
  /** Height of capitals, pixels. */
  size: number;
}

/** Ranges of the axes for an area of this many pixels. */
export type ShownRanges = (area: { width: number; height: number }) => { x: Range; y: Range };

/** Distance from the picture's upper edge to the legend, in heights of a capital. */
const LEGEND_TOP = 5.4;

/**
 * Draws frame, axes, titles and, if given, a legend on a page of `width` × `height` pixels. Throws UserError for sizes
 * that cannot be drawn.
 */
export function startChart(
  texts: ChartTexts,
  { width, height }: { width: number; height: number },
  theme: Theme,
  shown: ShownRanges,
  legend?: Legend,
): EmptyChart {
  checkPictureSize(width, height);
  const raster = createRaster(width, height, theme.page);
  const size = chartLetterSize(height);
  const [left, room] = [2 * size, width - 4 * size];
  const headRoom = legend ? legendRows(legend, room, size) * legendRowHeight(size) : 0;
  const area = frameArea(width, height, size, headRoom);
  const frame = { ...area, ...shown(area) };
  drawFrame(raster, texts, frame, size, theme);
  if (legend) drawLegend(raster, legend, left, Math.round(LEGEND_TOP * size), room, size, theme);
  return { raster, frame, size };
}

import { type Raster, strokeLine } from './raster.js';
import { niceLength } from './scale-bar.js';
import { drawText, textWidth } from './text.js';
import type { Theme } from './theme.js';

/** A view from above, north up: the world's coordinates of its upper left corner, and its scale. */
export interface MapFrame {
  west: number;
  north: number;
  pixelsPerMetre: number;
}

/** A coordinate on the frame of a map: pixels from the upper left corner, and its label. */
export interface MapTick {
  at: number;
  label: string;
}

/** Between groups of three digits. */
const THIN_SPACE = '\u2009';

/** `5 820 140`: whole metres with thin spaces. */
export const formatCoordinate = (metres: number): string =>
  `${metres < 0 ? '−' : ''}${Math.abs(Math.round(metres))}`.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);

/** Ticks at round whole metres along the upper edge of a map (`eastings`) and its left edge (`northings`). */
export function mapTicks(
  { west, north, pixelsPerMetre }: MapFrame,
  width: number,
  height: number,
  gap: number,
): { eastings: MapTick[]; northings: MapTick[] } {
  const step = Math.max(1, 2 * niceLength(gap / pixelsPerMetre));
  const along = (first: number, length: number, pixelOf: (coordinate: number) => number): MapTick[] => {
    const ticks: MapTick[] = [];
    for (let k = Math.ceil(first / step); k * step <= first + length / pixelsPerMetre; k++)
      ticks.push({ at: pixelOf(k * step), label: formatCoordinate(k * step) });
    return ticks;
  };
  return {
    eastings: along(west, width, (easting) => (easting - west) * pixelsPerMetre),
    northings: along(north - height / pixelsPerMetre, height, (northing) => (north - northing) * pixelsPerMetre),
  };
}

/** Least length of a tick, and least distance between labels, in heights of a letter. */
const [TICK_LETTERS, GAP_LETTERS] = [0.8, 5];
/**
 * Rows at the upper edge that belong to the title and the arrow, and at the lower edge to the scale bar, in letters.
 */
const [HEAD_LETTERS, FOOT_LETTERS] = [5, 4];

/** Ticks at round heights along the left edge of a view from the side, whose upper edge is at the height `top`. */
export function heightTicks(top: number, pixelsPerMetre: number, height: number, gap: number): MapTick[] {
  const step = 2 * niceLength(gap / pixelsPerMetre);
  const ticks: MapTick[] = [];
  for (let k = Math.ceil((top - height / pixelsPerMetre) / step); k * step <= top; k++)
    ticks.push({ at: (top - k * step) * pixelsPerMetre, label: formatHeight(k * step, step) });
  return ticks;
}

/** `-1.5`, `1 240`: with the digits that tell steps apart. */
const formatHeight = (height: number, step: number): string =>
  step >= 1 ? formatCoordinate(height) : height.toFixed(Math.ceil(-Math.log10(step))).replace('-', '−');

/** Draws ticks with heights along the left edge of a view from the side, clear of its other words. */
export function drawHeightTicks(
  raster: Raster,
  { top, pixelsPerMetre }: { top: number; pixelsPerMetre: number },
  size: number,
  theme: Theme,
): void {
  drawLeftTicks(raster, heightTicks(top, pixelsPerMetre, raster.height, GAP_LETTERS * size), size, theme);
}

/** Draws ticks with eastings and northings along the upper and the left edge of a map, clear of its other words. */
export function drawMapTicks(raster: Raster, frame: MapFrame, size: number, theme: Theme): void {
  const { width, height } = raster;
  const { eastings, northings } = mapTicks(frame, width, height, GAP_LETTERS * size);
  const tick = TICK_LETTERS * size;
  const arrow = width - HEAD_LETTERS * size;
  for (const { at, label } of eastings) {
    const left = Math.round(at - textWidth(label, size) / 2);
    if (left < size || left + textWidth(label, size) > arrow) continue;
    strokeLine(raster, [at, 0], [at, tick], 0.6, theme.quietText);
    drawText(raster, label, left, Math.round(2.8 * size), size, theme.quietText);
  }
  drawLeftTicks(raster, northings, size, theme);
}

function drawLeftTicks(raster: Raster, ticks: readonly MapTick[], size: number, theme: Theme): void {
  const tick = TICK_LETTERS * size;
  for (const { at, label } of ticks) {
    if (at < HEAD_LETTERS * size || at > raster.height - FOOT_LETTERS * size) continue;
    strokeLine(raster, [0, at], [tick, at], 0.6, theme.quietText);
    drawText(raster, label, Math.round(1.6 * tick), Math.round(at - size / 2), size, theme.quietText);
  }
}

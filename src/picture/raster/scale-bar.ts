import type { Raster } from './raster.js';
import { strokeLine } from './raster.js';
import { drawText, textWidth } from './text.js';
import type { Theme } from './theme.js';

/** The largest number of 1, 2 and 5 times a power of ten that does not exceed `value` (> 0). */
export function niceLength(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map((digit) => digit * power).find((length) => length <= value * (1 + 1e-9)) ?? power;
}

/** `250 m`, `2 km`, `5 cm`; `250 ft` of another unit. */
export function formatLength(metres: number, unit = 'm'): string {
  if (unit !== 'm') return `${+metres.toPrecision(3)} ${unit}`;
  if (metres >= 1000) return `${+(metres / 1000).toPrecision(3)} km`;
  if (metres >= 1) return `${+metres.toPrecision(3)} m`;
  return metres >= 0.01 ? `${+(metres * 100).toPrecision(3)} cm` : `${+(metres * 1000).toPrecision(3)} mm`;
}

/**
 * Draws a bar with a round length, about a fifth of the picture, in the lower left corner; a perspective has its scale
 * at `distance`. Lengths are metres unless the picture has another `unit`.
 */
export function drawScaleBar(
  raster: Raster,
  pixelsPerMetre: number,
  size: number,
  theme: Theme,
  { distance, unit }: { distance?: number; unit?: string } = {},
): void {
  const metres = niceLength((raster.width * 0.22) / pixelsPerMetre);
  const length = metres * pixelsPerMetre;
  const [left, bottom] = [size * 1.4, raster.height - size * 1.4];
  const tick = size * 0.4;
  const label = `${formatLength(metres, unit)}${distance === undefined ? '' : ` at ${formatLength(distance, unit)}`}`;
  strokeLine(raster, [left, bottom], [left + length, bottom], 0.9, theme.text);
  for (const x of [left, left + length]) strokeLine(raster, [x, bottom - tick], [x, bottom + tick], 0.9, theme.text);
  const middle = Math.round(left + length / 2 - textWidth(label, size) / 2);
  drawText(raster, label, Math.max(Math.round(left), middle), Math.round(bottom - 1.8 * size), size, theme.text);
}

/** Draws an upward arrow with `name` below it, N for north, in the upper right corner. */
export function drawUpArrow(raster: Raster, name: string, size: number, theme: Theme): void {
  const [x, top, bottom] = [raster.width - 2 * size, size * 1.2, size * 3];
  strokeLine(raster, [x, top], [x, bottom], 0.9, theme.text);
  for (const side of [-1, 1]) strokeLine(raster, [x, top], [x + side * size * 0.45, top + size * 0.6], 0.9, theme.text);
  drawText(raster, name, Math.round(x - textWidth(name, size) / 2), Math.round(bottom + size * 0.6), size, theme.text);
}

import type { Rgb } from './color-ramps.js';
import { GLYPH_GAP, GLYPH_ROWS, glyphOf } from './font.js';
import { blendPixel, distanceToSegment, type Raster } from './raster.js';

/** Thickness of a stroke as a fraction of a glyph cell. */
const STROKE_RADIUS = 0.46;

/** Width in pixels of `text` set with capitals `size` pixels high. */
export function textWidth(text: string, size: number): number {
  const cells = [...text].reduce((sum, character) => sum + glyphOf(character).width + GLYPH_GAP, 0);
  return Math.ceil((cells - GLYPH_GAP + 1) * cellOf(size));
}

/** Draws `text` with its upper left corner at (x, y), capitals `size` pixels high. */
export function drawText(raster: Raster, text: string, x: number, y: number, size: number, color: Rgb): void {
  const cell = cellOf(size);
  let left = x + cell / 2;
  for (const character of text) {
    const glyph = glyphOf(character);
    const strokes = glyph.strokes.map((s) => [
      left + s[0] * cell,
      y + (s[1] + 0.5) * cell,
      left + s[2] * cell,
      y + (s[3] + 0.5) * cell,
    ]);
    drawGlyph(raster, strokes, [left, y, glyph.width * cell], cell, color);
    left += (glyph.width + GLYPH_GAP) * cell;
  }
}

/** Cuts `text` at the end so that it fits into `width` pixels. */
export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let kept = text;
  while (kept.length > 1 && textWidth(`${kept}...`, size) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}...`;
}

const cellOf = (size: number) => size / GLYPH_ROWS;

/** Each pixel takes the coverage of its nearest stroke, so that joints do not become darker. */
function drawGlyph(
  raster: Raster,
  strokes: number[][],
  [left, top, width]: readonly [number, number, number],
  cell: number,
  color: Rgb,
): void {
  const DESCENDER_ROWS = 2;
  const radius = Math.max(0.55, cell * STROKE_RADIUS);
  const reach = radius + 1;
  const first = { column: Math.floor(left - reach), row: Math.floor(top - reach) };
  const columns = Math.ceil(left + width + reach) - first.column + 1;
  const rows = Math.ceil(top + (GLYPH_ROWS + DESCENDER_ROWS) * cell + reach) - first.row + 1;
  // Pixels farther from a stroke than the reach are not covered by it and do not change.
  const distances = new Float64Array(columns * rows).fill(reach);
  for (const stroke of strokes) measureStroke(distances, columns, rows, first, stroke, reach);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++)
      if (distances[at] < reach)
        blendPixel(raster, first.column + column, first.row + row, color, Math.min(1, radius + 0.5 - distances[at]));
}

/** Lowers the distances of pixels to that from a stroke, if it is smaller. */
function measureStroke(
  distances: Float64Array,
  columns: number,
  rows: number,
  first: { column: number; row: number },
  [x0, y0, x1, y1]: readonly number[],
  reach: number,
): void {
  const bottom = Math.min(rows - 1, Math.ceil(Math.max(y0, y1) + reach) - first.row);
  const right = Math.min(columns - 1, Math.ceil(Math.max(x0, x1) + reach) - first.column);
  for (let row = Math.max(0, Math.floor(Math.min(y0, y1) - reach) - first.row); row <= bottom; row++)
    for (let column = Math.max(0, Math.floor(Math.min(x0, x1) - reach) - first.column); column <= right; column++) {
      const distance = distanceToSegment(first.column + column + 0.5, first.row + row + 0.5, x0, y0, x1, y1);
      const at = row * columns + column;
      if (distance < distances[at]) distances[at] = distance;
    }
}

import type { Rgb } from './color-ramps.js';
import { GLYPH_GAP, GLYPH_ROWS, glyphOf } from './font.js';
import { blendPixel, distanceToSegment, type Raster } from './raster.js';

/** Thickness of a stroke as a part of a glyph cell. */
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

/** Each pixel takes the coverage of its nearest stroke, so that joints do not grow darker. */
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
  // A stroke that passes a pixel beyond this covers nothing of it.
  const boxes = strokes.map((s) => ({
    left: Math.min(s[0], s[2]) - reach,
    right: Math.max(s[0], s[2]) + reach,
    top: Math.min(s[1], s[3]) - reach,
    bottom: Math.max(s[1], s[3]) + reach,
  }));
  const bottom = Math.ceil(top + (GLYPH_ROWS + DESCENDER_ROWS) * cell + reach);
  const right = Math.ceil(left + width + reach);
  for (let row = Math.floor(top - reach); row <= bottom; row++)
    for (let column = Math.floor(left - reach); column <= right; column++) {
      let nearest = Infinity;
      for (let k = 0; k < strokes.length; k++) {
        const [box, s] = [boxes[k], strokes[k]];
        const [x, y] = [column + 0.5, row + 0.5];
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
        nearest = Math.min(nearest, distanceToSegment(x, y, s[0], s[1], s[2], s[3]));
      }
      if (nearest < reach) blendPixel(raster, column, row, color, Math.min(1, radius + 0.5 - nearest));
    }
}

import type { Rgb } from './color-ramps.js';

/** An opaque picture: 4 bytes a pixel (red, green, blue, alpha), rows from the top. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture filled with `color`. `allocate` makes its memory. */
export function createRaster(
  width: number,
  height: number,
  color: Rgb,
  allocate = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes),
): Raster {
  const data = new Uint8Array(allocate(4 * width * height));
  data.set([(color >> 16) & 255, (color >> 8) & 255, color & 255, 255].slice(0, data.length));
  for (let filled = 4; filled < data.length; filled *= 2) data.copyWithin(filled, 0, filled);
  return { width, height, data };
}

/** Blends `color` over one pixel with `coverage` 0…1; does nothing outside of the picture. */
export function blendPixel(raster: Raster, x: number, y: number, color: Rgb, coverage: number): void {
  if (x < 0 || y < 0 || x >= raster.width || y >= raster.height || coverage <= 0) return;
  const at = 4 * (y * raster.width + x);
  const { data } = raster;
  const part = Math.min(1, coverage);
  for (let k = 0; k < 3; k++) {
    const target = (color >> (16 - 8 * k)) & 255;
    data[at + k] = Math.round(data[at + k] + (target - data[at + k]) * part);
  }
  data[at + 3] = 255;
}

/** Fills the pixels [x, x + width) × [y, y + height); `coverage` 0…1. */
export function fillRect(
  raster: Raster,
  x: number,
  y: number,
  width: number,
  height: number,
  color: Rgb,
  coverage = 1,
): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) blendPixel(raster, column, row, color, coverage);
}

/** Draws a line with round ends from (x0, y0) to (x1, y1), in pixels, with smooth edges. */
export function strokeLine(
  raster: Raster,
  from: readonly [number, number],
  to: readonly [number, number],
  radius: number,
  color: Rgb,
  coverage = 1,
): void {
  const reach = radius + 1;
  const bottom = Math.ceil(Math.max(from[1], to[1]) + reach);
  const right = Math.ceil(Math.max(from[0], to[0]) + reach);
  for (let y = Math.floor(Math.min(from[1], to[1]) - reach); y <= bottom; y++)
    for (let x = Math.floor(Math.min(from[0], to[0]) - reach); x <= right; x++) {
      const distance = distanceToSegment(x + 0.5, y + 0.5, from[0], from[1], to[0], to[1]);
      blendPixel(raster, x, y, color, coverage * Math.min(1, radius + 0.5 - distance));
    }
}

/** Distance of (x, y) from the segment between (x0, y0) and (x1, y1). */
export function distanceToSegment(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / squared)) : 0;
  return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
}

/** Copies `source` into `target` with its upper left corner at (x, y), clipped to the target. */
export function pasteRaster(target: Raster, source: Raster, x: number, y: number): void {
  const columns = Math.min(source.width, target.width - x);
  const rows = Math.min(source.height, target.height - y);
  for (let row = 0; row < rows; row++) {
    const from = 4 * row * source.width;
    target.data.set(source.data.subarray(from, from + 4 * columns), 4 * ((y + row) * target.width + x));
  }
}

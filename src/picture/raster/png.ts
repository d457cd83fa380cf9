import { encode } from 'fast-png';
import type { Raster } from './raster.js';

/**
 * Returns the bytes of a PNG file (RGB, 8 bits a channel) that shows `raster`.
 *
 * @example
 * ```ts
 * writeFileSync('plan.png', encodePng(renderPlan(plan.map)));
 * ```
 */
export function encodePng(raster: Raster): Uint8Array {
  const { width, height, data } = raster;
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    rgb[3 * i] = data[4 * i];
    rgb[3 * i + 1] = data[4 * i + 1];
    rgb[3 * i + 2] = data[4 * i + 2];
  }
  return encode({ width, height, data: rgb, channels: 3, depth: 8 });
}

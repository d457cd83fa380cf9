import { mixRgb } from '../raster/color-ramps.js';
import { createRaster, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import type { DepthImage } from './splat.js';

/**
 * The picture of what a camera saw: colours times `light`, each pixel the mean of `oversampling`² of the image's,
 * before a background that grows lighter downwards. The image's width and height must be multiples of `oversampling`.
 */
export function develop(image: DepthImage, light: Float32Array, oversampling: number, theme: Theme): Raster {
  const raster = createRaster(image.width / oversampling, image.height / oversampling, theme.panelTop);
  for (let y = 0; y < raster.height; y++) {
    const background = mixRgb(theme.panelTop, theme.panelBottom, y / raster.height);
    for (let x = 0; x < raster.width; x++) developPixel(raster, x, y, image, light, oversampling, background);
  }
  return raster;
}

function developPixel(
  raster: Raster,
  x: number,
  y: number,
  image: DepthImage,
  light: Float32Array,
  oversampling: number,
  background: number,
): void {
  let [red, green, blue] = [0, 0, 0];
  for (let row = y * oversampling; row < (y + 1) * oversampling; row++)
    for (let column = x * oversampling; column < (x + 1) * oversampling; column++) {
      const from = row * image.width + column;
      const isEmpty = image.depth[from] === Infinity;
      const color = isEmpty ? background : image.color[from];
      const factor = isEmpty ? 1 : light[from];
      red += ((color >> 16) & 255) * factor;
      green += ((color >> 8) & 255) * factor;
      blue += (color & 255) * factor;
    }
  const parts = oversampling ** 2;
  const at = 4 * (y * raster.width + x);
  raster.data[at] = Math.round(red / parts);
  raster.data[at + 1] = Math.round(green / parts);
  raster.data[at + 2] = Math.round(blue / parts);
}

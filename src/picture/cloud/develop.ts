import type { Share } from '../crew/share.js';
import { mixRgb } from '../raster/color-ramps.js';
import type { Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import type { EyeDome } from './eye-dome.js';
import type { DepthImage } from './splat.js';

/**
 * Fills the own rows of `raster` from a camera's image: colours times light, each pixel the mean of `oversampling`²
 * pixels of the image, in front of a background that becomes lighter downwards. The image is `oversampling` times as
 * wide and high.
 */
export function develop(
  raster: Raster,
  image: DepthImage,
  dome: EyeDome,
  oversampling: number,
  theme: Theme,
  { part, parts }: Share,
): void {
  const light = Array.from({ length: oversampling }, () => new Float32Array(image.width));
  for (let y = part; y < raster.height; y += parts) {
    for (let k = 0; k < oversampling; k++) dome.lightRow(y * oversampling + k, light[k]);
    developRow(raster, y, image, light, mixRgb(theme.panelTop, theme.panelBottom, y / raster.height));
  }
}

function developRow(raster: Raster, y: number, image: DepthImage, light: Float32Array[], background: number): void {
  const { width, depth, color } = image;
  const { data } = raster;
  const oversampling = light.length;
  const parts = oversampling ** 2;
  for (let x = 0, to = 4 * y * raster.width; x < raster.width; x++, to += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let k = 0; k < oversampling; k++) {
      const rowLight = light[k];
      const row = (y * oversampling + k) * width;
      for (let column = x * oversampling, end = column + oversampling; column < end; column++) {
        const rgb = depth[row + column] === Infinity ? background : color[row + column];
        // An empty pixel has full light.
        const factor = rowLight[column];
        red += ((rgb >> 16) & 255) * factor;
        green += ((rgb >> 8) & 255) * factor;
        blue += (rgb & 255) * factor;
      }
    }
    data[to] = Math.round(red / parts);
    data[to + 1] = Math.round(green / parts);
    data[to + 2] = Math.round(blue / parts);
  }
}

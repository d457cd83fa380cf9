import type { Image } from './image.js';
import { oncePerImage } from './once-per-image.js';

/** Linear light of the 256 stored values: IEC 61966-2-1. */
export const LINEAR = Float64Array.from({ length: 256 }, (_, stored) => {
  const value = stored / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * The mean linear red, green and blue of the visible texels of an sRGB image, those with an alpha of at least `cutoff`
 * (0…1). Black without any.
 */
export const meanColor = oncePerImage(({ texels }, cutoff): readonly [number, number, number] => {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < texels.length; i += 4) {
    if (texels[i + 3] < 255 * cutoff) continue;
    count++;
    sum[0] += LINEAR[texels[i]];
    sum[1] += LINEAR[texels[i + 1]];
    sum[2] += LINEAR[texels[i + 2]];
  }
  const scale = 1 / Math.max(1, count);
  return [sum[0] * scale, sum[1] * scale, sum[2] * scale];
});

/** Weights of red, green and blue in brightness: ITU-R BT.709. */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** The image with its brightness, as stored, as alpha. */
export const brightnessAsAlpha = oncePerImage(({ width, height, texels }): Image => {
  const masked = texels.slice();
  for (let i = 0; i < texels.length; i += 4)
    masked[i + 3] = Math.round(LUMA[0] * texels[i] + LUMA[1] * texels[i + 1] + LUMA[2] * texels[i + 2]);
  return { width, height, texels: masked };
});

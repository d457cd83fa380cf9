import { type Steps, TEXELS_A_STEP } from '../../base/steps.js';
import type { Image } from './image.js';

/** Linear light of the 256 stored values: IEC 61966-2-1. */
export const LINEAR = Float64Array.from({ length: 256 }, (_, stored) => {
  const value = stored / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * The mean linear red, green and blue of the visible texels of an sRGB image, those with an alpha of at least `cutoff`
 * (0…1). Black if there are none.
 */
export function* meanColor({ texels }: Image, cutoff: number): Steps<readonly [number, number, number]> {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < texels.length; ) {
    const end = Math.min(texels.length, i + 4 * TEXELS_A_STEP);
    let [red, green, blue] = sum;
    for (; i < end; i += 4) {
      if (texels[i + 3] < 255 * cutoff) continue;
      count++;
      red += LINEAR[texels[i]];
      green += LINEAR[texels[i + 1]];
      blue += LINEAR[texels[i + 2]];
    }
    [sum[0], sum[1], sum[2]] = [red, green, blue];
    yield;
  }
  const scale = 1 / Math.max(1, count);
  return [sum[0] * scale, sum[1] * scale, sum[2] * scale];
}

/** Weights of red, green and blue in brightness: ITU-R BT.709. */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** The image with its brightness, as stored, as alpha. */
export function* brightnessAsAlpha({ width, height, texels }: Image): Steps<Image> {
  const masked = texels.slice();
  for (let i = 0; i < texels.length; ) {
    const end = Math.min(texels.length, i + 4 * TEXELS_A_STEP);
    for (; i < end; i += 4)
      masked[i + 3] = Math.round(LUMA[0] * texels[i] + LUMA[1] * texels[i + 1] + LUMA[2] * texels[i + 2]);
    yield;
  }
  return { width, height, texels: masked };
}

import { LINEAR } from '../image/mean-color.js';
import type { Texture } from '../texture.js';
import { LUMINANCE } from './scattering-of-file.js';

/** A picture of reflectances relative to a material's own. */
export interface RelativeReflectance {
  texture: Texture;
  /** Factor of the material's reflectance where the picture is white. */
  gain: number;
}

const FULL = 255;

/**
 * The picture of relative reflectances in a picture of colours: luminance (ITU-R BT.709) of the linear colours times
 * `tint`, divided by its mean over the texels with an alpha of at least `cutoff` (0…1). So the mean of the factors is
 * 1. Undefined for a picture that is black all over.
 */
export function relativeReflectance(
  picture: Texture,
  tint: readonly [number, number, number],
  cutoff: number,
): RelativeReflectance | undefined {
  const { texels, colorSpace } = picture;
  const linear = colorSpace === 'srgb' ? LINEAR : Float64Array.from({ length: 256 }, (_, stored) => stored / FULL);
  const weights = LUMINANCE.map((weight, channel) => weight * tint[channel]);
  const at = (i: number) =>
    weights[0] * linear[texels[i]] + weights[1] * linear[texels[i + 1]] + weights[2] * linear[texels[i + 2]];
  let [sum, count, most] = [0, 0, 0];
  for (let i = 0; i < texels.length; i += 4) {
    if (texels[i + 3] < FULL * cutoff) continue;
    const value = at(i);
    sum += value;
    count++;
    if (value > most) most = value;
  }
  if (!(sum > 0)) return undefined;
  const relative = new Uint8Array(texels.length);
  for (let i = 0; i < texels.length; i += 4) {
    relative.fill(Math.min(FULL, Math.round((FULL * at(i)) / most)), i, i + 3);
    relative[i + 3] = FULL;
  }
  return {
    texture: { ...picture, name: `${picture.name}, reflectance`, texels: relative, colorSpace: 'linear' },
    gain: (most * count) / sum,
  };
}

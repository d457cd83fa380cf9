// Texels at places of triangles: nearest texel, no filter. Every step is rounded to f32, as on the GPU, so that both
// engines read the same texel.

import { images } from './addresses.generated';
import { alongRowF32 } from './frames';
import {
  TEXEL_BITS_MASK, Texture, UvMap, WRAP_CLAMP, WRAP_MASK, WRAP_MIRROR, WRAP_U_SHIFT, WRAP_V_SHIFT,
} from './records.generated';
import { uvMapOf } from './shapeMaps';

/** Texture coordinates of a place: set by placeOnTexture. */
export let u: f32 = 0;
export let v: f32 = 0;

/** Coordinates of a point of the mesh's frame, on triangle number `triangle` of an instance that has them. */
@inline
export function placeOnTexture(instance: usize, triangle: u32, x: f32, y: f32, z: f32): void {
  const map = uvMapOf(instance, triangle);
  u = alongRowF32(map + UvMap.u, x, y, z);
  v = alongRowF32(map + UvMap.v, x, y, z);
}

/** The Texture record at a place among the images. */
@inline
export function textureAt(place: u32): usize {
  return images + (<usize>place << 2);
}

/** The texel at (u, v). */
export function texel(texture: usize): u32 {
  const format = load<u32>(texture, Texture.format);
  const width = load<u32>(texture, Texture.width), height = load<u32>(texture, Texture.height);
  const column = texelAlong(u, width, (format >> WRAP_U_SHIFT) & WRAP_MASK);
  const row = texelAlong(v, height, (format >> WRAP_V_SHIFT) & WRAP_MASK);
  const bits = format & TEXEL_BITS_MASK;
  const number = row * width + column;
  // Texels of 2ᵇ bits: 2⁵⁻ᵇ of them in a word.
  const word = load<u32>(images + (<usize>(load<u32>(texture, Texture.first) + (number >> (5 - bits))) << 2));
  if (bits == 5) return word;
  const inWord = (number & ((1 << (5 - bits)) - 1)) << bits;
  return (word >> inWord) & ((1 << (1 << bits)) - 1);
}

/** Number of the texel at `x` on an axis with `count` of them. */
@inline
function texelAlong(x: f32, count: u32, wrap: u32): u32 {
  let within = x - floor<f32>(x);
  if (wrap == WRAP_MIRROR) {
    const half = x * 0.5;
    const twice = (half - floor<f32>(half)) * 2;
    within = twice > 1 ? 2 - twice : twice;
  } else if (wrap == WRAP_CLAMP) within = min<f32>(max<f32>(x, 0), 1);
  return min<u32>(<u32>(within * <f32>count), count - 1);
}

import { linearToSrgb, srgbToLinear } from './srgb.js';

/** Light of each byte. */
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => srgbToLinear(byte / 255));

/**
 * A linear colour (clamped to 0…1 a channel) in one word, 0xRRGGBB. The bytes are sRGB-encoded, so that steps are fine
 * where the eye notices them, and a texel of a texture is returned unchanged.
 */
export function packLinearRgb(red: number, green: number, blue: number): number {
  return (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
}

/** Writes the linear colour of a word from `packLinearRgb` to `out[at]` … `out[at + 2]`. Ignores the upper byte. */
export function unpackLinearRgb(word: number, out: Float32Array, at: number): void {
  out[at] = LIGHT[(word >>> 16) & 255];
  out[at + 1] = LIGHT[(word >>> 8) & 255];
  out[at + 2] = LIGHT[word & 255];
}

const byteOf = (light: number): number => (light > 0 ? Math.round(255 * linearToSrgb(Math.min(1, light))) : 0);

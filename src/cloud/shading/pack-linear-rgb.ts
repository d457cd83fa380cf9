import { linearToSrgb, srgbToLinear } from './srgb.js';

/** Light of each byte. */
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => srgbToLinear(byte / 255));

/**
 * A linear colour (0…1 a channel, cut there) in one word, 0xRRGGBB: the bytes are sRGB-encoded, so that the steps are fine
 * where the eye sees them, and a texel of a texture comes back as it was.
 */
export function packLinearRgb(red: number, green: number, blue: number): number {
  return (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
}

/** Writes the linear colour of a word from `packLinearRgb` to `out[at]` … `out[at + 2]`. The upper byte means nothing. */
export function unpackLinearRgb(word: number, out: Float32Array, at: number): void {
  out[at] = LIGHT[(word >>> 16) & 255];
  out[at + 1] = LIGHT[(word >>> 8) & 255];
  out[at + 2] = LIGHT[word & 255];
}

const byteOf = (light: number): number => (light > 0 ? Math.round(255 * linearToSrgb(Math.min(1, light))) : 0);

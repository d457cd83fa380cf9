import { decode } from 'jpeg-js';
import { type Image, type ImageHeader, imageFault, MAX_TEXELS } from './image.js';
import { checkJpeg } from './jpeg-segments.js';

export { isJpeg } from './jpeg-segments.js';

/**
 * The decoder keeps the coefficients of all blocks: 4 bytes per sample, up to 4 samples per texel, in addition to
 * samples and texels.
 */
const DECODER_BYTES_PER_TEXEL = 32;
const MEBI = 1 << 20;

/**
 * The image in a JPEG file, baseline or progressive; alpha is 255 everywhere. Throws UserError if it is damaged,
 * truncated, too large, or of a rare kind.
 */
export function decodeJpeg(bytes: Uint8Array, name: string): Image {
  const { width, height } = checkJpeg(bytes, name);
  try {
    const { data } = decode(bytes, {
      useTArray: true,
      maxResolutionInMP: MAX_TEXELS / 1e6,
      maxMemoryUsageInMB: 1 + (DECODER_BYTES_PER_TEXEL * paddedTexels(width, height)) / MEBI,
    });
    return { width, height, texels: data };
  } catch (cause) {
    throw imageFault(name, 'the JPEG image is damaged', cause);
  }
}

/** The header of a JPEG file; checks its segments. Throws UserError as `decodeJpeg` does before decoding. */
export const readJpegHeader = (bytes: Uint8Array, name: string): ImageHeader => ({
  ...checkJpeg(bytes, name),
  hasAlpha: false,
});

/** Blocks are coded in groups of up to 32 × 32 texels. */
function paddedTexels(width: number, height: number): number {
  return (width + 32) * (height + 32);
}

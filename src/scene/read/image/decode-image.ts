import { UserError } from '../../../base/errors.js';
import type { Image } from './image.js';
import { decodeJpeg, isJpeg } from './jpeg.js';
import { decodePng, isPng } from './png.js';

/** Whether a file begins like a supported image, PNG or JPEG, whatever its name. */
export function isKnownImage(bytes: Uint8Array): boolean {
  return isPng(bytes) || isJpeg(bytes);
}

/**
 * The image in a PNG or JPEG file; messages call the file `name`. Throws UserError if it is neither, is damaged or
 * truncated, or has too many texels.
 */
export async function decodeImage(bytes: Uint8Array, name: string): Promise<Image> {
  if (isPng(bytes)) return decodePng(bytes, name);
  if (isJpeg(bytes)) return decodeJpeg(bytes, name);
  throw new UserError('is neither a PNG nor a JPEG image', {
    place: { file: name },
    hint: 'Save the texture as PNG (or JPEG if it has no transparency) and name that file in the material.',
  });
}

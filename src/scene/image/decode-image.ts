import { UserError } from '../../base/errors.js';
import type { Image, ImageHeader } from './image.js';
import { decodeJpeg, isJpeg, readJpegHeader } from './jpeg.js';
import { decodeKtx2, isKtx2, readKtx2Header } from './ktx2.js';
import { decodePng, isPng, readPngHeader } from './png.js';
import { decodeWebp, isWebp, readWebpHeader } from './webp.js';

interface ImageFormat {
  isOf(bytes: Uint8Array): boolean;
  header(bytes: Uint8Array, name: string): ImageHeader;
  decode(bytes: Uint8Array, name: string): Image | Promise<Image>;
}

/** A function like `decodeImage`, which may decode elsewhere. Throws AbortedError on `signal`. */
export type ImageDecoder = (bytes: Uint8Array, name: string, signal?: AbortSignal) => Promise<Image>;

/** The formats of images, by their first bytes. Decoders of the last two are loaded on demand. */
const FORMATS: readonly ImageFormat[] = [
  { isOf: isPng, header: readPngHeader, decode: decodePng },
  { isOf: isJpeg, header: readJpegHeader, decode: decodeJpeg },
  { isOf: isWebp, header: readWebpHeader, decode: decodeWebp },
  { isOf: isKtx2, header: readKtx2Header, decode: decodeKtx2 },
];

/** Whether a file begins like a supported image, PNG, JPEG, WebP or KTX2, under any name. */
export function isKnownImage(bytes: Uint8Array): boolean {
  return FORMATS.some(({ isOf }) => isOf(bytes));
}

/** ISO/IEC 14496-12: a box of its length, "ftyp" and a brand (AV1 Image File Format, section 6). */
const isAvif = (bytes: Uint8Array): boolean => /^ftypavi[fs]$/.test(String.fromCharCode(...bytes.subarray(4, 12)));

/**
 * The image in a PNG, JPEG, WebP or KTX2 file; messages call the file `name`. Throws UserError if it is another kind of
 * file, is damaged or truncated, or has too many texels.
 */
export async function decodeImage(bytes: Uint8Array, name: string): Promise<Image> {
  return formatOf(bytes, name).decode(bytes, name);
}

/**
 * The header of a PNG, JPEG, WebP or KTX2 file. Throws UserError if it is another kind of file, is truncated, or has
 * too many texels; nothing is decoded.
 */
export function readImageHeader(bytes: Uint8Array, name: string): ImageHeader {
  return formatOf(bytes, name).header(bytes, name);
}

function formatOf(bytes: Uint8Array, name: string): ImageFormat {
  const format = FORMATS.find(({ isOf }) => isOf(bytes));
  if (format) return format;
  if (isAvif(bytes))
    throw new UserError('is an AVIF image; PNG, JPEG, WebP and KTX2 are read', {
      place: { file: name },
      hint: 'Convert the model: npx @gltf-transform/cli png in.glb out.glb; or the image: magick in.avif out.png',
    });
  throw new UserError('is neither a PNG nor a JPEG image, nor WebP or KTX2', {
    place: { file: name },
    hint: 'Save the texture as PNG (or JPEG if it has no transparency) and name that file in the material.',
  });
}

import { Decoder } from '../../base/decoders/decoder.js';
import { attempt, checkImageSize, type Image, type ImageHeader, imageFault } from './image.js';

/** The used part of libwebp. */
interface WebpDecoder {
  /** Null if the image is damaged. */
  decode(bytes: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } | null;
}

const LIBWEBP = new Decoder<WebpDecoder>(() => import('../../base/decoders/webp.generated.js'));

/** Layout of the first chunk: RFC 9649, sections 2.5 to 2.7. */
const CHUNK_AT = 12;
const CONTENT_AT = CHUNK_AT + 8;
const HEADER_BYTES = 30;
const ANIMATED = 0x02;
const LOSSLESS_SIGNATURE = 0x2f;

const DAMAGED = 'the WebP image is damaged or cut off';

/** Whether the bytes begin like a WebP file. */
export function isWebp(bytes: Uint8Array): boolean {
  return bytes.length >= CHUNK_AT && tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WEBP';
}

/**
 * The image in a WebP file, lossy or lossless. Throws UserError if it is damaged, truncated, too large, or animated.
 */
export async function decodeWebp(bytes: Uint8Array, name: string): Promise<Image> {
  const { width, height } = readSize(bytes, name);
  checkImageSize(name, width, height);
  const decoder = await LIBWEBP.open();
  const image = attempt(name, DAMAGED, () => decoder(({ decode }) => decode(bytes)));
  if (image?.width !== width || image.height !== height) throw imageFault(name, DAMAGED);
  return { width, height, texels: new Uint8Array(image.data) };
}

/** The header of a WebP file. Throws UserError as `decodeWebp` does before decoding. */
export function readWebpHeader(bytes: Uint8Array, name: string): ImageHeader {
  const { width, height } = readSize(bytes, name);
  checkImageSize(name, width, height);
  // Only the plain lossy kind certainly has no alpha.
  return { width, height, hasAlpha: tag(bytes, CHUNK_AT) !== 'VP8 ' };
}

function readSize(bytes: Uint8Array, name: string): { width: number; height: number } {
  if (bytes.length < HEADER_BYTES) throw imageFault(name, 'the WebP image is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (tag(bytes, CHUNK_AT)) {
    case 'VP8 ':
      return {
        width: view.getUint16(CONTENT_AT + 6, true) & 0x3fff,
        height: view.getUint16(CONTENT_AT + 8, true) & 0x3fff,
      };
    case 'VP8L': {
      if (bytes[CONTENT_AT] !== LOSSLESS_SIGNATURE) break;
      const bits = view.getUint32(CONTENT_AT + 1, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    case 'VP8X':
      if (bytes[CONTENT_AT] & ANIMATED) throw imageFault(name, 'the WebP image is animated');
      return { width: 1 + uint24(view, CONTENT_AT + 4), height: 1 + uint24(view, CONTENT_AT + 7) };
  }
  throw imageFault(name, 'the WebP image is damaged: its first chunk is of no known kind');
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

const tag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

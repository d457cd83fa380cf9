import { crc32 } from 'node:zlib';
import { decodeImage } from '../../../src/scene/image/decode-image.js';
import { JPEG, PROGRESSIVE_JPEG, pngChunk, pngEnd, pngFile, pngHeader, pngRows } from '../../scene/image/images.js';
import { uastcKtx2, WEBP_LOSSLESS, WEBP_LOSSY } from '../../scene/image/packed-images.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { PAINT } from './obj.js';

const GREY = pngFile(
  pngHeader(3, 2, 8, 0),
  pngRows([
    [0, 1, 2, 3],
    [1, 4, 5, 6],
  ]),
  pngEnd,
);
const DEEP = pngFile(
  pngHeader(1, 2, 16, 2),
  pngRows([
    [0, 1, 2, 3, 4, 5, 6],
    [2, 1, 2, 3, 4, 5, 6],
  ]),
  pngEnd,
);
const PALETTE = pngFile(
  pngHeader(4, 1, 2, 3),
  pngChunk('PLTE', [255, 0, 0, 0, 255, 0, 0, 0, 255]),
  pngChunk('tRNS', [0, 128]),
  pngRows([[0, 0b00011000]]),
  pngEnd,
);
const INTERLACED = pngFile(pngHeader(1, 1, 8, 6, 1), pngRows([[0, 9, 8, 7, 6]]), pngEnd);

/** Decodes a mutant; a texel needs all four of its bytes. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const { width, height, texels } = await decodeImage(bytes, file);
  return texels.length === 4 * width * height ? undefined : `${texels.length} bytes for ${width} × ${height} texels`;
}

export const png: FuzzKind = {
  name: 'png',
  weight: 40,
  isText: false,
  dictionary: ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'iCCP', 'tEXt'],
  seeds: () => [PAINT, GREY, DEEP, PALETTE, INTERLACED].map((bytes) => ({ file: 'image.png', bytes })),
  mend,
  use,
};

export const jpeg: FuzzKind = {
  name: 'jpeg',
  weight: 60,
  isText: false,
  dictionary: ['\u00ff\u00d8', 'JFIF', 'Exif', 'Adobe'],
  seeds: () => [JPEG, PROGRESSIVE_JPEG].map((bytes) => ({ file: 'image.jpg', bytes })),
  use,
};

export const webp: FuzzKind = {
  name: 'webp',
  weight: 20,
  isText: false,
  dictionary: ['RIFF', 'WEBP', 'VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM'],
  seeds: () => [WEBP_LOSSLESS, WEBP_LOSSY].map((bytes) => ({ file: 'image.webp', bytes })),
  use,
};

export const ktx2: FuzzKind = {
  name: 'ktx2',
  weight: 10,
  isText: false,
  dictionary: ['KTX 20', 'KTXorientation', 'KTXwriter'],
  seeds: () => [{ file: 'image.ktx2', bytes: uastcKtx2(8, [200, 100, 50, 128]) }],
  use,
};

/** The checksums of all chunks made right. */
function mend(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  for (let at = 8; at + 12 <= out.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > out.length) break;
    view.setUint32(end, crc32(out.subarray(at + 4, end)));
    at = end + 4;
  }
  return out;
}

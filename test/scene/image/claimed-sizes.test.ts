/** Images of some hundred bytes that claim as many texels as are allowed, or more. */
import { expect, it } from 'vitest';
import { decodeImage } from '../../../src/scene/image/decode-image.js';
import { JPEG, PROGRESSIVE_JPEG, pngEnd, pngFile, pngHeader, pngRows } from './images.js';
import { uastcKtx2, WEBP_LOSSLESS, WEBP_LOSSY } from './packed-images.js';

/** Squared, the number of texels that is allowed. */
const SIDE = 8192;

const changed = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};

const words16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, value >> 8]);
const png = (side: number, colorType: number) =>
  pngFile(pngHeader(side, side, 8, colorType), pngRows([[0, 1, 2, 3, 4]]), pngEnd);
/** The frame of a JPEG, whose height and width are the fourth to seventh byte behind its marker. */
const jpeg = (bytes: Uint8Array, side: number) => {
  const frame = bytes.findIndex((byte, i) => byte === 0xff && (bytes[i + 1] === 0xc0 || bytes[i + 1] === 0xc2));
  return changed(bytes, frame + 5, side >> 8, side & 255, side >> 8, side & 255);
};
/** 14 bits each, less one, behind the signature. */
const lossless = (side: number) => {
  const bits = (side - 1) | ((side - 1) << 14);
  return changed(
    WEBP_LOSSLESS,
    21,
    bits & 255,
    (bits >> 8) & 255,
    (bits >> 16) & 255,
    (WEBP_LOSSLESS[24] & 0xf0) | ((bits >> 24) & 15),
  );
};
const words32 = (value: number) => words16(value & 0xffff, value >>> 16);

it.each([
  ['PNG of colours', png(SIDE, 6)],
  ['PNG of greys', png(SIDE, 0)],
  ['JPEG', jpeg(JPEG, SIDE)],
  ['progressive JPEG', jpeg(PROGRESSIVE_JPEG, SIDE)],
  ['WebP without loss', lossless(SIDE)],
  ['WebP with loss', changed(WEBP_LOSSY, 26, ...words16(SIDE, SIDE))],
  ['KTX2', changed(uastcKtx2(4, [1, 2, 3, 255]), 20, ...words32(SIDE), ...words32(SIDE))],
])('%s is refused, soon and without much memory', async (_, bytes) => {
  expect(bytes.length).toBeLessThan(1500);
  const before = process.resourceUsage();
  await expect(decodeImage(bytes, 'a.image')).rejects.toMatchObject({ name: 'UserError' });
  const after = process.resourceUsage();
  expect(after.userCPUTime - before.userCPUTime).toBeLessThan(5e6);
  expect((after.maxRSS - before.maxRSS) / 1024).toBeLessThan(700);
});

it.each([
  ['PNG', png(SIDE + 1, 6)],
  ['JPEG', jpeg(JPEG, SIDE + 1)],
  ['WebP without loss', lossless(SIDE + 1)],
  ['WebP with loss', changed(WEBP_LOSSY, 26, ...words16(SIDE + 1, SIDE + 1))],
  ['KTX2', changed(uastcKtx2(4, [1, 2, 3, 255]), 20, ...words32(SIDE + 1), ...words32(SIDE + 1))],
])('%s of more texels is refused by its head', async (_, bytes) => {
  await expect(decodeImage(bytes, 'a.image')).rejects.toThrow(`the image is ${SIDE + 1} × ${SIDE + 1} texels large`);
});

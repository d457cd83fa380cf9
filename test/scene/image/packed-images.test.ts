import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { decodeImage, isKnownImage } from '../../../src/scene/image/decode-image.js';
import { decodeKtx2 } from '../../../src/scene/image/ktx2.js';
import { testRandom } from '../../support/random.js';
import { EXTRACT } from '../../support/reference-data.js';
import { faultOf } from '../scene-files.js';
import { uastcKtx2, WEBP_LOSSLESS, WEBP_LOSSY } from './packed-images.js';

/** A copy with some bytes replaced. */
const changed = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};
const fault = (bytes: Uint8Array) => faultOf(decodeImage(bytes, 'm.webp'));

describe('KTX2 files of Khronos', () => {
  it.each([
    ['cyan_rgb_reference_basis', [2, 255, 255, 255]],
    ['cyan_rgb_reference_uastc', [0, 255, 255, 255]],
    ['rgba-mipmap-reference-basis', [253, 0, 0, 255]],
  ])('%s is read', async (name, color) => {
    const { width, height, texels } = await decodeImage(readFileSync(EXTRACT.path(`khronos/${name}.ktx2`)), name);
    expect([width, height, texels.length]).toEqual([64, 64, 4 * 64 * 64]);
    expect(texels.every((value, k) => value === color[k % 4])).toBe(true);
  });
});

describe('AVIF', () => {
  it.each(['avif', 'avis'])('is refused with commands that convert it (%s)', async (brand) => {
    const bytes = new TextEncoder().encode(`\0\0\0 ftyp${brand}\0\0\0\0`);
    const error = await decodeImage(bytes, 'a.avif').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message: 'is an AVIF image; PNG, JPEG, WebP and KTX2 are read',
      hint: expect.stringContaining('npx @gltf-transform/cli png in.glb out.glb'),
    });
  });
});

describe('WebP', () => {
  it('reads each texel without loss, transparent ones too, without a network', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { width, height, texels } = await decodeImage(WEBP_LOSSLESS, 'a.webp');
    expect([width, height]).toEqual([2, 2]);
    expect([...texels]).toEqual([255, 0, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0, 20, 30, 40, 128]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reads images with loss', async () => {
    const { width, height, texels } = await decodeImage(WEBP_LOSSY, 'a.webp');
    expect([width, height]).toEqual([16, 16]);
    const [r, g, b, a] = texels;
    expect(Math.max(Math.abs(r - 200), Math.abs(g - 100), Math.abs(b - 50))).toBeLessThan(6);
    expect(a).toBe(255);
  });

  it.each<[string, Uint8Array, string]>([
    ['cut off', WEBP_LOSSLESS.subarray(0, 24), 'the WebP image is cut off'],
    ['cut off in its data', WEBP_LOSSY.subarray(0, 40), 'the WebP image is damaged or cut off'],
    ['of no known kind', changed(WEBP_LOSSLESS, 12, 65, 65, 65, 65), 'its first chunk is of no known kind'],
    ['animated', changed(WEBP_LOSSLESS, 12, 0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, 2), 'the WebP image is animated'],
    [
      'too large',
      changed(WEBP_LOSSLESS, 12, 0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 255, 255, 0),
      'the image is 65536 × 65536 texels large',
    ],
  ])('refuses an image that is %s', async (_, bytes, message) => {
    expect(await fault(bytes)).toContain(message);
  });
});

describe('KTX2', () => {
  it('makes no array of the class of the bytes, which warns if it is Buffer', async () => {
    let made = 0;
    class Counted extends Uint8Array {
      constructor(bytes: ArrayBuffer, at?: number, length?: number) {
        super(bytes, at, length);
        made++;
      }
    }
    const bytes = uastcKtx2(8, [200, 100, 50, 255]);
    const counted = new Counted(bytes.buffer as ArrayBuffer);
    expect((await decodeKtx2(counted, 'a.ktx2')).width).toBe(8);
    expect(made).toBe(1);
  });

  it('reads UASTC', async () => {
    const image = uastcKtx2(8, [200, 100, 50, 128]);
    expect(isKnownImage(image)).toBe(true);
    const { width, height, texels } = await decodeImage(image, 'a.ktx2');
    expect([width, height, texels.length]).toEqual([8, 8, 256]);
    for (let i = 0; i < texels.length; i += 4) expect([...texels.subarray(i, i + 4)]).toEqual([200, 100, 50, 128]);
  });

  const image = uastcKtx2(4, [1, 2, 3, 255]);
  it.each<[string, Uint8Array, string]>([
    ['cut off', image.subarray(0, 60), 'the KTX2 image is cut off'],
    ['cut off in its data', image.subarray(0, 170), 'the KTX2 image is cut off'],
    ['of another format', changed(image, 12, 37), 'the KTX2 image has the format 37 of Vulkan'],
    ['a cube', changed(image, 36, 6), 'several layers, sides or depths'],
    ['too large', changed(image, 20, 0, 0, 1, 0, 0, 0, 1, 0), 'the image is 65536 × 65536 texels large'],
    ['unpacked without end', changed(changed(image, 44, 2), 96, 0, 0, 0, 0, 1), 'bytes for 4 × 4 texels'],
    ['damaged', changed(image, 104, 9, 9, 9, 9), 'the KTX2 image is damaged'],
  ])('refuses an image that is %s', async (_, bytes, message) => {
    expect(await fault(bytes)).toContain(message);
  });
});

it.each([
  ['WebP', WEBP_LOSSY],
  ['KTX2', uastcKtx2(8, [1, 2, 3, 4])],
])('ends with an image or a UserError for any damaged %s', { timeout: 30_000 }, async (_, image) => {
  const random = testRandom(16);
  for (let round = 0; round < 60; round++) {
    const bytes = image.slice(0, random() < 0.2 ? Math.floor(random() * image.length) : undefined);
    for (let k = 0; k < 3; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    expect(await faultOf(decodeImage(bytes, 'x'))).toBeTypeOf('string');
  }
});

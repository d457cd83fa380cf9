import { deflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { finish } from '../../../src/base/steps.js';
import { decodeImage } from '../../../src/scene/image/decode-image.js';
import { hasAlphaBelow } from '../../../src/scene/image/has-alpha-below.js';
import { brightnessAsAlpha, meanColor } from '../../../src/scene/image/mean-color.js';
import { testRandom } from '../../support/random.js';
import { faultOf } from '../scene-files.js';
import { JPEG, PROGRESSIVE_JPEG, pngChunk, pngEnd, pngFile, pngHeader, pngRows, rgbaPng } from './images.js';

const texelsOf = async (bytes: Uint8Array) => {
  const { width, height, texels } = await decodeImage(bytes, 'leaf.png');
  expect(texels).toHaveLength(4 * width * height);
  return Array.from({ length: width * height }, (_, i) => [...texels.subarray(4 * i, 4 * i + 4)]);
};

describe('PNG', () => {
  it('reads RGBA of 8 bits, and what its encoder wrote', async () => {
    const texels = [
      [255, 0, 10, 255],
      [1, 2, 3, 4],
      [0, 0, 0, 0],
      [9, 8, 7, 128],
      [50, 60, 70, 255],
      [5, 6, 7, 127],
    ];
    expect(await texelsOf(rgbaPng(2, texels))).toEqual(texels);
    const encoded = encode({ width: 3, height: 2, data: Uint8Array.from(texels.flat()), channels: 4, depth: 8 });
    expect(await texelsOf(encoded)).toEqual(texels);
  });

  it('reads grey of 1 bit, each row from a new byte', async () => {
    const file = pngFile(
      pngHeader(9, 2, 1, 0),
      pngRows([
        [0, 0b10100000, 0b10000000],
        [0, 0b00000001, 0],
      ]),
      pngEnd,
    );
    const texels = await texelsOf(file);
    expect(texels.map(([r]) => r / 255)).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect(texels[0]).toEqual([255, 255, 255, 255]);
  });

  it('reads a palette of 2 bits with its transparencies', async () => {
    const palette = pngChunk('PLTE', [10, 20, 30, 40, 50, 60, 70, 80, 90]);
    const transparency = pngChunk('tRNS', [0, 99]);
    const file = pngFile(pngHeader(3, 1, 2, 3), palette, transparency, pngRows([[0, 0b00_01_10_00]]), pngEnd);
    expect(await texelsOf(file)).toEqual([
      [10, 20, 30, 0],
      [40, 50, 60, 99],
      [70, 80, 90, 255],
    ]);
    const wrong = pngFile(pngHeader(3, 1, 2, 3), palette, pngRows([[0, 0b00_01_11_00]]), pngEnd);
    expect(await faultOf(decodeImage(wrong, 'leaf.png'))).toContain('leaf.png: the PNG image has no colour 3');
  });

  it('reads 16 bits, rounded, with a transparent colour; grey with alpha', async () => {
    const row = [0, 0x12, 0x34, 0, 0, 0xff, 0xff, 0x7f, 0x7f, 0, 0, 0xff, 0x00];
    const transparency = pngChunk('tRNS', [0x12, 0x34, 0, 0, 0xff, 0xff]);
    // 0x1234 = 4660 of 65535 is 18.13 of 255; 0x7f7f 127; 0xff00 254.01.
    expect(await texelsOf(pngFile(pngHeader(2, 1, 16, 2), transparency, pngRows([row]), pngEnd))).toEqual([
      [18, 0, 255, 0],
      [127, 0, 254, 255],
    ]);
    expect(await texelsOf(pngFile(pngHeader(2, 1, 8, 4), pngRows([[0, 5, 6, 7, 8]]), pngEnd))).toEqual([
      [5, 5, 5, 6],
      [7, 7, 7, 8],
    ]);
  });

  it('reads interlaced images', async () => {
    // 3 × 3 grey values 1 … 9. Pass 1: (0,0); pass 4: (2,0); pass 5: rows 2; pass 6: (1,0), (1,2); pass 7: row 1.
    const rows = [
      [0, 1],
      [0, 3],
      [0, 7, 9],
      [0, 2],
      [0, 8],
      [0, 4, 5, 6],
    ];
    const texels = await texelsOf(pngFile(pngHeader(3, 3, 8, 0, 1), pngRows(rows), pngEnd));
    expect(texels.map(([grey]) => grey)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const bits = pngFile(pngHeader(3, 3, 1, 0, 1), pngRows(rows), pngEnd);
    expect(await faultOf(decodeImage(bits, 'leaf.png'))).toContain('interlaced and has 1 bits a sample');
  });

  it('never unpacks more than its size needs', async () => {
    const bomb = deflateSync(new Uint8Array(200_000_000));
    expect(bomb.length).toBeLessThan(300_000);
    const before = process.memoryUsage().arrayBuffers;
    const tooMuch = pngFile(pngHeader(2, 2, 8, 6), pngChunk('IDAT', bomb), pngEnd);
    expect(await faultOf(decodeImage(tooMuch, 'leaf.png'))).toContain('do not fit its size: it is damaged');
    const profile = pngChunk('iCCP', [65, 0, 0, ...bomb]);
    const withProfile = pngFile(pngHeader(1, 1, 8, 0), profile, pngRows([[0, 7]]), pngEnd);
    expect(await texelsOf(withProfile)).toEqual([[7, 7, 7, 255]]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it.each([
    [
      'a size that nothing has',
      pngFile(pngHeader(60_000, 60_000, 8, 6), pngRows([[0]]), pngEnd),
      'the image is 60000 × 60000 texels large; at most 67108864 are read, 8192 × 8192',
    ],
    ['no size', pngFile(pngHeader(0, 5, 8, 6), pngRows([[0]]), pngEnd), 'it is empty'],
    [
      'more texels than are stored',
      pngFile(pngHeader(8000, 8000, 8, 6), pngRows([[0]]), pngEnd),
      'do not fit its size',
    ],
    ['no texels', pngFile(pngHeader(1, 1, 8, 0), pngEnd), 'the PNG image has no texels'],
    ['a wrong colour type', pngFile(pngHeader(1, 1, 8, 5), pngRows([[0, 1]]), pngEnd), 'colour type 5, 8 bits'],
    ['an unknown filter', pngFile(pngHeader(1, 1, 8, 0), pngRows([[9, 1]]), pngEnd), 'the PNG image is damaged'],
    ['no header', pngFile(pngRows([[0, 1]]), pngEnd), 'does not begin with its one header'],
    [
      'two headers',
      pngFile(pngHeader(1, 1, 8, 0), pngHeader(1, 1, 8, 0), pngEnd),
      'does not begin with its one header',
    ],
    ['no end', pngFile(pngHeader(1, 1, 8, 0), pngRows([[0, 1]])), 'the PNG image is cut off'],
  ])('refuses %s', async (_, file, message) => {
    const fault = String(await faultOf(decodeImage(file, 'leaf.png')));
    expect(fault).toContain('leaf.png: ');
    expect(fault).toContain(message);
    expect(fault.split('\n')[1]).toMatch(/Open the image|Save a smaller/);
  });
});

describe('JPEG', () => {
  it('reads a baseline image to within 2 of what was stored', async () => {
    const texels = await texelsOf(JPEG);
    expect(texels).toHaveLength(16 * 8);
    texels.forEach((texel, i) => {
      const wanted = i % 16 < 8 ? [200, 40, 20, 255] : [20, 60, 220, 255];
      for (let k = 0; k < 4; k++) expect(Math.abs(texel[k] - wanted[k])).toBeLessThanOrEqual(2);
    });
  });

  it('reads a progressive image with less resolution in colour', async () => {
    const texels = await texelsOf(PROGRESSIVE_JPEG);
    expect(texels).toHaveLength(20 * 12);
    const greenError = texels.map(([, g], i) => Math.abs(g - 20 * Math.floor(i / 20)));
    expect(Math.max(...greenError)).toBeLessThanOrEqual(14);
  });

  it('refuses one that is cut off, larger than its bytes, of many scans, or without texels', async () => {
    const fault = async (bytes: Uint8Array) => String(await faultOf(decodeImage(bytes, 'a.jpg')));
    for (let length = 4; length < JPEG.length; length += 7)
      expect(await fault(JPEG.subarray(0, length)), `${length} bytes`).toContain('a.jpg: the JPEG image is cut off');
    const frame = JPEG.findIndex((byte, i) => byte === 0xff && JPEG[i + 1] === 0xc0);
    const resized = (high: number, low: number) => {
      const bytes = JPEG.slice();
      bytes.set([high, low, high, low], frame + 5);
      return bytes;
    };
    expect(await fault(resized(0xff, 0xff))).toContain('the image is 65535 × 65535 texels large; at most');
    expect(await fault(resized(0x10, 0))).toContain('4096 × 4096 texels in 291 bytes: the JPEG image is damaged');
    expect(await fault(resized(0, 0))).toContain('it is empty');
    const scan = JPEG.findIndex((byte, i) => byte === 0xff && JPEG[i + 1] === 0xda);
    const scans = Array.from({ length: 101 }, () => [...JPEG.subarray(scan, -2)]).flat();
    expect(await fault(Uint8Array.from([...JPEG.subarray(0, scan), ...scans, 0xff, 0xd9]))).toContain(
      'more than 100 scans',
    );
    expect(await fault(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))).toContain('the JPEG image has no texels');
  });
});

it('says what other files are not', async () => {
  expect(await faultOf(decodeImage(new TextEncoder().encode('GIF89a'), 'old.gif'))).toBe(
    'old.gif: is neither a PNG nor a JPEG image, nor WebP or KTX2\n  Save the texture as PNG (or JPEG if it has no transparency) and name that file in the material.',
  );
});

it('ends with an image or a UserError for any broken file', async () => {
  const seed = 11;
  const random = testRandom(seed);
  const png = rgbaPng(
    4,
    Array.from({ length: 16 }, (_, i) => [i, 2 * i, 3 * i, 255 - i]),
  );
  for (const good of [png, JPEG, PROGRESSIVE_JPEG])
    for (let round = 0; round < 400; round++) {
      const bytes = good.slice(0, round % 5 === 0 ? Math.floor(random() * good.length) : good.length);
      for (let k = 0; k < round % 4; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const outcome = await decodeImage(bytes, 'x').catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome, `seed ${seed}, round ${round}`).toBeInstanceOf(UserError);
    }
});

describe('a decoded image', () => {
  const image = {
    width: 2,
    height: 2,
    texels: Uint8Array.from([255, 0, 188, 255, 0, 0, 188, 255, 255, 255, 255, 10, 128, 128, 128, 127]),
  };

  it('knows its mean linear colour, of what the mask leaves', () => {
    // sRGB 188 is 0.50289 of the light (IEC 61966-2-1), 128 is 0.21586.
    const [r, g, b] = finish(meanColor(image, 0.5));
    expect([r, g]).toEqual([0.5, 0]);
    expect(b).toBeCloseTo(0.50289, 4);
    expect(finish(meanColor(image, 0))[1]).toBeCloseTo((1 + 0.21586) / 4, 4);
    expect(finish(meanColor({ ...image, texels: new Uint8Array(16) }, 0.5))).toEqual([0, 0, 0]);
  });

  it('knows whether it is transparent somewhere', () => {
    expect([0.02, 0.04, 0.5, 1].map((cutoff) => finish(hasAlphaBelow(image, cutoff)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('takes brightness for alpha', () => {
    // 0.2126 · 255 + 0.0722 · 188 = 67.8
    expect([...finish(brightnessAsAlpha(image)).texels].filter((_, i) => i % 4 === 3)).toEqual([68, 14, 255, 128]);
  });
});

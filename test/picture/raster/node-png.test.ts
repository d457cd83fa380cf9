import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { encodePngInThreads } from '../../../src/picture/raster/node-png.js';
import { encodePng } from '../../../src/picture/raster/png.js';
import { createRaster, type Raster } from '../../../src/picture/raster/raster.js';

/** A picture in which some is even and some is as good as random. */
function mixed(width: number, height: number): Raster {
  const raster = createRaster(width, height, 0x204060);
  for (let i = 0, state = 1; i < raster.data.length / 2; i++) {
    state = Math.imul(state, 1664525) + 1013904223;
    if (i % 4 !== 3) raster.data[i] = state >>> 24;
  }
  return raster;
}

describe('encodePngInThreads', () => {
  // Of one pixel; of a band of the stream; of bands that end within a row.
  it.each([
    [1, 1],
    [320, 240],
    [997, 1201],
  ])('writes %d × %d pixels as others read them', async (width, height) => {
    const raster = mixed(width, height);
    const found = decode(await encodePngInThreads(raster), { checkCrc: true });
    const expected = decode(encodePng(raster));
    expect([found.width, found.height, found.channels, found.depth]).toEqual([width, height, 3, 8]);
    expect(Buffer.compare(Buffer.from(found.data.buffer), Buffer.from(expected.data.buffer))).toBe(0);
  });
});

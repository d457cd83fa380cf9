import { describe, expect, it } from 'vitest';
import { identifyCodes } from '../../../src/crs/epsg-table.js';
import { geotiffCodes } from '../../../src/io/las/geotiff-keys.js';

/** A directory of GeoTIFF keys: version 1.1.0, then key, place, count and value of each. */
const directory = (...entries: readonly (readonly number[])[]) =>
  new Uint8Array(Uint16Array.from([1, 1, 0, entries.length, ...entries.flat()]).buffer);

describe('geotiffCodes', () => {
  it('finds the plane and the heights', () => {
    const keys = directory([1024, 0, 1, 1], [2048, 0, 1, 4289], [3072, 0, 1, 28992], [4096, 0, 1, 5709]);
    expect(geotiffCodes(keys)).toEqual({ plane: 28992, height: 5709 });
  });

  it('takes a geographic system where no projected one is named', () => {
    expect(geotiffCodes(directory([2048, 0, 1, 4326], [3072, 0, 1, 32767]))).toEqual({
      plane: 4326,
      height: undefined,
    });
  });

  it('reads no further than the record, and no values that stand elsewhere', () => {
    expect(geotiffCodes(directory([3072, 34736, 1, 28992]))).toEqual({ plane: undefined, height: undefined });
    expect(geotiffCodes(directory([3072, 0, 1, 28992]).subarray(0, 15))).toEqual({
      plane: undefined,
      height: undefined,
    });
    expect(geotiffCodes(new Uint8Array(0))).toEqual({ plane: undefined, height: undefined });
  });
});

describe('identifyCodes', () => {
  it('names systems, whatever their unit', async () => {
    expect(await identifyCodes(28992, 5709)).toEqual({
      name: 'Amersfoort / RD New + NAP height',
      code: 'EPSG:28992+5709',
    });
    expect(await identifyCodes(4326)).toEqual({ name: 'WGS 84', code: 'EPSG:4326' });
    expect(await identifyCodes(12345)).toEqual({ name: 'EPSG:12345', code: 'EPSG:12345' });
  });
});

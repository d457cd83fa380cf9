import { describe, expect, it } from 'vitest';
import { isTiff, readGeoidTiff } from '../../../src/scene/read/geotiff/read-geoid.js';
import { geoKeys, geoTiff, type TiffTag } from './tiff-files.js';

/** Three columns from 8° E, two rows from 48° N: 30 60 90 over 10 20 30. */
const VALUES = [30, 60, 90, 10, 20, 30];
const DEGREES: readonly TiffTag[] = [
  geoKeys({ 1024: 2, 1025: 2, 2048: 4326 }),
  [33550, 12, [1, 1, 0]],
  [33922, 12, [0, 0, 0, 8, 48, 0]],
];

const items = (scale: number, offset: number, unit: string): TiffTag => [
  42112,
  2,
  `<GDALMetadata><Item sample="0" role="scale">${scale}</Item><Item sample="0" role="offset">${offset}</Item><Item sample="0" role="unittype">${unit}</Item></GDALMetadata>`,
];

async function read(bytes: Uint8Array) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => warnings.push(text) };
  return { geoid: await readGeoidTiff(bytes, { file: 'g.tif', log }), warnings };
}

describe('a geoid in GeoTIFF', () => {
  it('is bilinear between the places of its heights', async () => {
    const bytes = geoTiff('f4', { values: VALUES, tags: DEGREES });
    expect(isTiff(bytes)).toBe(true);
    const { geoid, warnings } = await read(bytes);
    expect([geoid(8, 48), geoid(10, 48), geoid(8, 47), geoid(9, 47)]).toEqual([30, 90, 10, 20]);
    expect(geoid(8.5, 47.5)).toBe(30);
    expect(geoid(8.5 - 360, 47.5)).toBe(30);
    expect([geoid(7.9, 47.5), geoid(8.5, 48.1)]).toEqual([Number.NaN, Number.NaN]);
    expect(warnings).toEqual([]);
  });

  it('has its heights in the middle of cells that are areas', async () => {
    const areas = [geoKeys({ 1024: 2, 1025: 1, 2048: 4326 }), ...DEGREES.slice(1)];
    const { geoid } = await read(geoTiff('f4', { values: VALUES, tags: areas }));
    expect([geoid(8.5, 47.5), geoid(9.5, 46.5)]).toEqual([30, 20]);
  });

  it('has the scale, offset and unit that it states', async () => {
    const { geoid } = await read(geoTiff('i2', { values: VALUES, tags: [...DEGREES, items(0.5, 1, 'metre')] }));
    expect(geoid(9, 48)).toBe(31);
    const feet = await read(geoTiff('i2', { values: VALUES, tags: [...DEGREES, items(1, 0, 'foot')] }));
    expect(feet.geoid(9, 48)).toBeCloseTo(60 * 0.3048, 9);
  });

  it('has no height where the raster has none', async () => {
    const { geoid } = await read(geoTiff('f4', { values: VALUES, tags: [...DEGREES, [42113, 2, '20']] }));
    expect(geoid(9, 47)).toBeNaN();
  });

  it('is not in metres', async () => {
    await expect(read(geoTiff('f4', { values: VALUES }))).rejects.toThrow('the raster is not in degrees');
  });
});

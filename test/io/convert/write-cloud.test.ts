import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { cloudKind } from '../../../src/io/cloud-kinds.js';
import { CLOUD_FORMATS, type CloudFormatName, hasOption } from '../../../src/io/clouds/cloud-formats.js';
import { type CloudPoints, type WriteCloudOptions, writeCloud } from '../../../src/io/convert/write-cloud.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';

const POINTS: CloudPoints = {
  x: Float64Array.of(447_524.125, 447_525.5, NaN, 447_526.75),
  y: Float64Array.of(5_412_345.25, 5_412_346.5, 1, 5_412_347),
  z: Float64Array.of(1.5, -2.25, 0, 3),
  classification: Uint8Array.of(2, 6, 1, 9),
  intensity: Uint16Array.of(100, 65_535, 3, 0),
};

async function written(name: string, points = POINTS, options: WriteCloudOptions = {}) {
  const files = createWebFiles();
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => warnings.push(text) };
  const file = await writeCloud(name, points, { created: new Date(0), log, ...options, files });
  const cloud = await openCloud(name, { files });
  const { value } = await cloud.batches().next();
  await cloud.close();
  return { file, warnings, info: cloud.info, batch: value as PointBatch };
}

describe('writeCloud', () => {
  it.each(Object.keys(CLOUD_FORMATS) as CloudFormatName[])('writes points in memory as %s', async (format) => {
    const { file, warnings, info, batch } = await written(`cloud${cloudKind(format).endings[0]}`);
    expect(file).toMatchObject({ points: 3, path: `cloud${cloudKind(format).endings[0]}` });
    expect(info.format).toBe(format);
    // COPC has an order of its own.
    const order = [...batch.x.keys()].sort((a, b) => batch.x[a] - batch.x[b]);
    const [first, , last] = order;
    expect(batch.x[first]).toBeCloseTo(447_524.125, 3);
    expect(batch.y[last]).toBeCloseTo(5_412_347, 3);
    if (hasOption(format, 'fields')) expect(order.map((i) => batch.classification[i])).toEqual([2, 6, 9]);
    else
      expect(warnings).toContain(
        `cloud.${format} has no classification: ${format.toUpperCase()} has coordinates, intensities and colours alone`,
      );
    expect(order.map((i) => batch.intensity[i])).toEqual([100, 65_535, 0]);
    expect(warnings.at(-1)).toContain('points without a place are left out: 1');
    expect(POINTS.x[0]).toBe(447_524.125);
  });

  it('leaves out what the points do not have', async () => {
    expect((await written('a.ply')).info.attributes.map(({ name }) => name)).toEqual([
      'x',
      'y',
      'z',
      'intensity',
      'classification',
    ]);
  });

  it('states the reference system and takes options of the format', async () => {
    const output = { pointFormat: 7, scale: 0.01, fields: 'minimal' } as const;
    const { info, batch } = await written('a.laz', POINTS, { crs: 'EPSG:25832', output });
    expect(info.crs?.code).toBe('EPSG:25832');
    expect(info.las).toEqual({ version: '1.4', pointFormat: 7 });
    expect(batch.x[0]).toBeCloseTo(447_524.13, 6);
  });

  it.each([
    ['a.txt', POINTS, {}, 'the ending says no format that is written'],
    ['a.ply', POINTS, { output: { scale: 0.1 } }, 'scale: found 0.1, and ply has no such option'],
    ['a.las', POINTS, { output: { scale: -1 } }, 'scale: found -1: '],
    ['a.las', { ...POINTS, rgb: new Uint16Array(4) }, {}, 'rgb: found 4 numbers, expected 12 for 4 points'],
    ['a.las', { ...POINTS, x: [1, 2, 3, 4] as never }, {}, 'x: found Array, expected a Float64Array'],
    ['a.las', { ...POINTS, z: undefined as never }, {}, 'z: found undefined, expected a Float64Array'],
    ['a.las', { ...POINTS, intensity: new Float32Array(4) as never }, {}, 'expected a Uint16Array'],
    ['a.las', { ...POINTS, foo: new Uint8Array(4) }, {}, 'foo: no attribute of points, expected some of x, y, z'],
    ['a.las', null as never, {}, 'x: found undefined'],
    ['a.las', { ...POINTS, y: new Float64Array(3) }, {}, 'y: found 3 numbers, expected 4 for 4 points'],
  ])('refuses what it cannot write: %s', async (name, points, options, message) => {
    await expect(written(name, points, options)).rejects.toThrow(message);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { inMetres, inOneUnit } from '../../../src/io/clouds/cloud-units.js';
import { compareClouds } from '../../../src/io/clouds/compare-clouds.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';
import type { ReadableCloud } from '../../../src/io/records/readable-cloud.js';
import { type GeoValue, geoRecords } from '../../support/geo-keys.js';
import { lasBytes, type StoredPoint } from '../../support/las-files.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const FEET = { 1024: 1, 3072: 2994 };
const METRES = { 1024: 1, 3072: 2993 };
const MIXED = { 1024: 1, 3072: 26910, 4096: 6360 };
const DEGREES = { 1024: 2, 2048: 4326 };

async function cloud(name: string, keys: Record<number, GeoValue>, points: StoredPoint[], scale = 0.0001) {
  const path = join(folder, `${name}.las`);
  writeFileSync(path, lasBytes({ minor: 2, format: 0, vlrs: geoRecords(keys), points, scale: [scale, scale, 0.0001] }));
  return openReadable(nodeFiles, path);
}

async function placesOf(file: ReadableCloud): Promise<number[][]> {
  const places: number[][] = [];
  for await (const { count, x, y, z } of readPoints(file))
    for (let i = 0; i < count; i++) places.push([x[i], y[i], z[i]]);
  return places;
}

const POINT = [{ x: 100_000, y: 200_000, z: 30_000 }];

it('reads feet, and metres with heights in feet, in metres', async () => {
  const feet = inMetres(await cloud('feet', FEET, POINT));
  expect((await placesOf(feet))[0]).toEqual([3.048, 6.096, 0.9144].map((value) => expect.closeTo(value, 9)));
  expect(feet.bounds?.max).toEqual([3.048, 6.096, 0.9144].map((value) => expect.closeTo(value, 9)));
  const mixed = inMetres(await cloud('mixed', MIXED, POINT));
  expect((await placesOf(mixed))[0]).toEqual([10, 20, expect.closeTo((3 * 12) / 39.37, 9)]);
  const plain = await cloud('plain', METRES, POINT);
  expect(inMetres(plain)).toBe(plain);
  expect(inMetres(feet)).toBe(feet);
});

it('lays degrees out in metres about their middle', async () => {
  // A thousandth of a degree at 45° north: 78.85 m to the east, 111.13 m to the north (Snyder 1987, table 5).
  const at = (x: number, y: number) => ({ x: Math.round(1e6 * x), y: Math.round(1e6 * y), z: 0 });
  const [west, east] = await placesOf(
    inMetres(await cloud('degrees', DEGREES, [at(8, 44.9995), at(8.001, 45.0005)], 1e-6)),
  );
  expect(east[0] - west[0]).toBeCloseTo(78.85, 1);
  expect(east[1] - west[1]).toBeCloseTo(111.13, 1);
});

it('keeps the unit of the plane where heights have another', async () => {
  const { cloud: drawn, unit } = inOneUnit(await cloud('feet', FEET, POINT));
  expect([unit?.symbol, await placesOf(drawn)]).toEqual(['ft', [[10, 20, 3]]]);
  const mixed = inOneUnit(await cloud('mixed', MIXED, POINT));
  expect([mixed.unit?.symbol, (await placesOf(mixed.cloud))[0][2]]).toEqual(['m', expect.closeTo(0.9144018, 6)]);
});

it('compares a cloud in feet with the same one in metres', async () => {
  const feet = await cloud('feet', FEET, [{ x: 0, y: 0, z: 0 }, ...POINT]);
  const metres = await cloud('metres', METRES, [
    { x: 0, y: 0, z: 0 },
    { x: 30_480, y: 60_960, z: 9144 },
  ]);
  const { aToB, warnings } = await compareClouds(feet, metres);
  expect(aToB.distance.max).toBeLessThan(1e-6);
  expect(warnings).toEqual([`${feet.path}: coordinates are in the unit foot; they are compared in metres`]);
  const other = await cloud('other', { 1024: 1, 3072: 32610 }, POINT);
  await expect(compareClouds(feet, other)).rejects.toThrow('is in WGS 84 / UTM zone 10N (EPSG:32610)');
});

it('takes a cloud without a system to be in the units of the other', async () => {
  const feet = await cloud('feet', FEET, POINT);
  const none = await cloud('none', {}, [{ x: 110_000, y: 200_000, z: 30_000 }, ...POINT]);
  const { aToB, bToA, warnings } = await compareClouds(feet, none);
  expect([aToB.distance.max, bToA.distance.max]).toEqual([0, expect.closeTo(0.3048, 6)]);
  expect(warnings).toHaveLength(3);
});

it('opens a cloud in its own unit, or in metres, and says which', async () => {
  const { path } = await cloud('feet', FEET, POINT);
  const opened = async (metres: boolean) => {
    const { info, ...file } = await openCloud(path, { files: nodeFiles, metres });
    const { values } = await file.record(0);
    await file.close();
    return { info, x: values.find(({ name }) => name === 'x') };
  };
  const own = await opened(false);
  expect([own.info.bounds?.max[0], own.x, own.info.warnings]).toMatchObject([10, { value: 10, unit: 'ft' }, []]);
  const metric = await opened(true);
  expect(metric.info.warnings).toEqual(['coordinates are in the unit foot; they are shown in metres']);
  expect(metric.x).toMatchObject({ value: expect.closeTo(3.048, 9), unit: 'm' });
  expect(metric.info.bounds?.max[0]).toBeCloseTo(3.048, 9);
});

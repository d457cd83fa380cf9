import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../src/base/log.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { writeCloud } from '../../src/io/convert/write-cloud.js';
import { readGeoTiff } from '../../src/scene/read/geotiff/read-geotiff.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** A point each quarter of a metre of a square of 8 m, at the heights of `heightAt`. */
function squareOf(heightAt: (x: number, y: number) => number) {
  const [x, y, z, classification]: number[][] = [[], [], [], []];
  for (let i = 0; i < 32; i++)
    for (let j = 0; j < 32; j++) {
      x.push(691_000 + i / 4);
      y.push(5_334_000 + j / 4);
      z.push(heightAt(i / 4, j / 4));
      classification.push(i < 16 ? 2 : 6);
    }
  return {
    ...{ x: Float64Array.from(x), y: Float64Array.from(y), z: Float64Array.from(z) },
    classification: Uint8Array.from(classification),
    intensity: Uint16Array.from(x, (_, k) => k),
  };
}

beforeAll(async () => {
  const write = (name: string, heightAt: (x: number, y: number) => number, crs?: string) =>
    writeCloud(at(name), squareOf(heightAt), { crs, files: nodeFiles });
  await write('a.las', () => 100, 'EPSG:25832');
  await write('b.laz', (x, y) => (x < 2 && y < 4 ? 100.75 : x >= 6 ? 99.5 : 100), 'EPSG:25832');
  await write('local.las', () => 100);
});

/** A GeoTIFF as the reader of elevation models has it. */
const heightsOf = (path: string) =>
  readGeoTiff(readFileSync(path), { file: path, log: SILENT_LOG } as Parameters<typeof readGeoTiff>[1]);

const run = (words: string) => subray(words);

describe('subray compare -o', () => {
  it.each(['laz', 'csv'])('writes b with its distances to a, as %s', async (ending) => {
    const out = at(`d.${ending}`);
    const { code, stdout, stderr } = await run(`compare ${at('a.las')} ${at('b.laz')} --limit 2 -o ${out}`);
    expect([code, stderr]).toEqual([0, ending === 'csv' ? expect.stringContaining('reference system') : '']);
    expect(stdout).toContain(`distances: ${out}`);
    const found = new Map<number, number>();
    for await (const batch of readPoints(await openReadable(nodeFiles, out)))
      for (let k = 0; k < batch.count; k++) found.set(batch.intensity[k], batch.distance?.[k] ?? Number.NaN);
    expect(found.size).toBe(1024);
    // The point number 32 i + j; a lower one is nearest to the point above it, 0.5 m, a higher one 0.75 m.
    expect([0, 15, 16, 32 * 7, 32 * 8, 32 * 24, 1023].map((k) => found.get(k))).toEqual(
      [0.75, 0.75, 0, 0.75, 0, 0.5, 0.5].map((value) => expect.closeTo(value, 5)),
    );
  });

  it('has NaN for points of pulses that are not compared', async () => {
    const pulsed = { ...squareOf(() => 100), pulse: Uint32Array.from({ length: 1024 }, (_, k) => k) };
    await writeCloud(at('p.las'), pulsed, { files: nodeFiles });
    const { code } = await run(`compare ${at('p.las')} ${at('p.las')} --every 4 -o ${at('e.laz')}`);
    expect(code).toBe(0);
    const distances: number[] = [];
    for await (const batch of readPoints(await openReadable(nodeFiles, at('e.laz'))))
      distances.push(...(batch.distance ?? []));
    expect(distances.slice(0, 8)).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      0,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      0,
    ]);
  });

  it('has NaN for points of classes that are not compared', async () => {
    const { code } = await run(`compare ${at('a.las')} ${at('b.laz')} --classes 6 --limit 2 -o ${at('c.laz')}`);
    expect(code).toBe(0);
    const found = new Map<number, number>();
    for await (const batch of readPoints(await openReadable(nodeFiles, at('c.laz'))))
      for (let k = 0; k < batch.count; k++) found.set(batch.intensity[k], batch.distance?.[k] ?? -1);
    expect([0, 511, 512, 32 * 23, 32 * 24, 1023].map((k) => found.get(k))).toEqual([
      Number.NaN,
      Number.NaN,
      0,
      0,
      0.5,
      0.5,
    ]);
  });

  it('replaces neither a cloud that it reads, nor another file without --force', async () => {
    const own = await run(`compare ${at('a.las')} ${at('b.laz')} -o ${at('a.las')} --force`);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('a.las')]);
    const again = await run(`compare ${at('a.las')} ${at('b.laz')} -o ${at('local.las')}`);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
  });
});

describe('subray compare --dod', () => {
  it('writes the differences of the mean heights, cell by cell, in the system of the clouds', async () => {
    const dod = at('dod.tif');
    const { code, stdout, stderr } = await run(`compare ${at('a.las')} ${at('b.laz')} --limit 2 --dod ${dod} --cell 2`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`differences: ${dod}: 4 × 4 cells of 2 m, 16 cells with points of both`);
    // Two cells of 4 m² by 0.75 m, four by -0.5 m.
    expect(stdout).toContain('mean -0.0313, RMS 0.3644 m; 6 m³ above a, 8 m³ below');
    const { x, y, dx, dy, columns, rows, heights, crs } = await heightsOf(dod);
    expect([x, y, dx, dy, columns, rows, crs]).toEqual([691_001, 5_334_007, 2, 2, 4, 4, 'EPSG:25832']);
    const row = [0, 0, 0, -0.5];
    const raised = [0.75, 0, 0, -0.5];
    expect([...heights]).toEqual([row, row, raised, raised].flat().map((value) => expect.closeTo(value, 5)));
  });

  it('counts one class, and leaves out cells without points of both clouds', async () => {
    const { code, stdout } = await run(
      `compare ${at('a.las')} ${at('b.laz')} --limit 2 --dod ${at('ground.tif')} --dod-class 2 --json`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).differences).toMatchObject({
      columns: 8,
      rows: 8,
      cell: 1,
      cells: 32,
      lowered: 0,
      raised: 6,
    });
    const bytes = readFileSync(at('ground.tif'));
    expect(bytes.includes('-9999')).toBe(true);
  });

  it('warns where no system is named', async () => {
    const { code, stderr } = await run(`compare ${at('local.las')} ${at('local.las')} --dod ${at('none.tif')}`);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('none.tif names no reference system: neither cloud does'),
    ]);
  });

  it.each([
    ['--dod d.png', '--dod: found "d.png", expected a path that ends in .tif'],
    ['--cell 2', '--cell belongs to --dod'],
    ['--dod d.tif --cell 0', '--cell: found "0", expected a number > 0'],
    ['--dod d.tif --cell 0.000001', 'cells of 0.000001 m, expected at most 40000000'],
    ['--dod d.tif --dod-class 256', '--dod-class: found "256", expected a whole number from 0 to 255'],
  ])('refuses %s', async (options, message) => {
    const words = options.replace(/ d\./, ` ${at('refused')}.`);
    const { code, stderr } = await run(`compare ${at('a.las')} ${at('b.laz')} ${words}`);
    expect(code).toBe(2);
    expect(stderr.replaceAll(at('refused'), 'd').replace('1e-6', '0.000001')).toContain(message);
    expect(existsSync(at('refused.tif'))).toBe(false);
  });
});

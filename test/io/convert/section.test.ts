/** Points of a section along a slanted line, or a line with bends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import type { SectionStrip } from '../../../src/cloud/section-line.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { geoRecords } from '../../support/geo-keys.js';
import { lasBytes } from '../../support/las-files.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

/** A 5 × 5 grid of points, 1 m apart, at heights of 10 x + y. */
async function cloud(): Promise<string> {
  const [csv, las] = [fresh('csv'), fresh('las')];
  const rows = Array.from({ length: 25 }, (_, k) => [k % 5, Math.floor(k / 5)]).map(([x, y]) => [x, y, 10 * x + y]);
  writeFileSync(csv, `x,y,z\n${rows.map((row) => row.join(',')).join('\n')}\n`);
  await convertCloud(csv, las);
  return las;
}

/** The diagonal of the grid, 1 m wide: it holds the points on it, and those 0.707 m beside are out. */
const DIAGONAL: SectionStrip = {
  places: [
    [0, 0],
    [4, 4],
  ],
  width: 1,
};

async function batchesOf(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return batches;
}

it('keeps what lies in the strip, as records and as attributes, and counts the rest', async () => {
  for (const [ending, form] of [
    ['las', 'records'],
    ['ply', 'attributes'],
  ]) {
    const out = fresh(ending);
    const { leftOut, form: used } = await convertCloud(await cloud(), out, { section: DIAGONAL });
    expect([used, leftOut.cropped]).toEqual([form, 20]);
    const [{ z, along }] = await batchesOf(out);
    expect([...z].map(Math.round)).toEqual([0, 11, 22, 33, 44]);
    expect(along).toBeUndefined();
  }
});

it('says in LAS of extraction that it is a part', async () => {
  const out = fresh('las');
  await convertCloud(await cloud(), out, { section: DIAGONAL });
  expect(readFileSync(out).toString('latin1', 26, 36)).toBe('EXTRACTION');
});

it('tells where in the section its points are, where fields name it', async () => {
  const section = { ...DIAGONAL, width: 1.5 };
  for (const ending of ['csv', 'las', 'npz', 'e57']) {
    const out = fresh(ending);
    await convertCloud(await cloud(), out, { section, output: { fields: ['along', 'across'] } });
    const [{ count, x, y, along = [], across = [] }] = await batchesOf(out);
    expect(count).toBe(5 + 8);
    const wrong = Array.from({ length: count }, (_, i) => i).filter(
      (i) =>
        !(Math.abs(along[i] - (x[i] + y[i]) * Math.SQRT1_2) < 6e-4) ||
        !(Math.abs(across[i] - (x[i] - y[i]) * Math.SQRT1_2) < 6e-4),
    );
    expect(wrong, ending).toEqual([]);
  }
});

it('follows a line with a bend, whose stations go on round it', async () => {
  // Along the lower edge, then up the right one.
  const places = [
    [0, 0],
    [4, 0],
    [4, 4],
  ] as const;
  const out = fresh('csv');
  const options = { section: { places, width: 0.5 }, output: { fields: ['along'] } };
  await convertCloud(await cloud(), out, options);
  const rows = readFileSync(out, 'utf8').trim().split('\n').slice(1);
  expect(rows.map((row) => row.split(',').map(Number)).map(([, , z, along]) => [z, along])).toEqual([
    ...[0, 10, 20, 30, 40].map((z, k) => [z, k]),
    ...[41, 42, 43, 44].map((z, k) => [z, 5 + k]),
  ]);
});

it('is in the unit of the clouds, also where the output holds metres', async () => {
  // Oregon in international feet, 0.3048 m.
  const vlrs = geoRecords({ 1024: 1, 3072: 2994, 3076: 9002 });
  const points = [0, 1, 2, 3, 4].map((k) => ({ x: k, y: k, z: 0 }));
  const from = fresh('las');
  writeFileSync(from, lasBytes({ minor: 2, format: 1, vlrs, points, scale: [1, 1, 1] }));
  const section: SectionStrip = { ...DIAGONAL, places: [DIAGONAL.places[0], [3, 3]] };
  const out = fresh('e57');
  await convertCloud(from, out, { section, output: { fields: ['along'] } });
  const [{ count, along = [] }] = await batchesOf(out);
  expect(count).toBe(4);
  expect(along[3]).toBeCloseTo(Math.hypot(3, 3) * 0.3048, 4);
});

it('goes with a crop: both must have a point', async () => {
  const out = fresh('csv');
  const crop = { min: [1, 0, -1], max: [3, 9, 99] } as { min: [number, number, number]; max: [number, number, number] };
  await convertCloud(await cloud(), out, { section: DIAGONAL, crop });
  const [{ x }] = await batchesOf(out);
  expect([...x]).toEqual([1, 2]);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { readInOne } from '../read-in-one.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A scan: a quarter turn to the left about z, then a step to 100, 200, 10. */
const scan = (columns: number, rows: number, ...cells: string[]): string =>
  [
    ...[columns, rows, '100 200 10', '0 1 0', '-1 0 0', '0 0 1'],
    ...['0 1 0 0', '-1 0 0 0', '0 0 1 0', '100 200 10 1', ...cells],
  ]
    .map((line) => `${line}\n`)
    .join('');

const QUARTER = scan(2, 2, '0 0 0 0.5', '1 0 0 0.25', '1 2 3 1.0', '0 2 0 0');

it('reads the cells of a scan where its matrix places them; empty ones have no place', async () => {
  const { cloud, points } = await readInOne(file('one.ptx', QUARTER));
  expect(cloud).toMatchObject({ title: 'PTX, 1 scan', pointCount: 4, grid: { width: 2, height: 2 }, warnings: [] });
  // The rows of the matrix are where the axes of the scanner go: x to y, y to −x.
  expect([...points.x]).toEqual([Number.NaN, 100, 98, 98]);
  expect([...points.y]).toEqual([Number.NaN, 201, 201, 200]);
  expect([...points.z]).toEqual([Number.NaN, 10, 13, 10]);
  expect([...points.intensity]).toEqual([32768, 16384, 65535, 0]);
});

it('reads several scans, with colours in some alone', async () => {
  const both = QUARTER + scan(1, 2, '1 0 0 0.5 255 0 1', '0 0 0 0.5 0 0 0');
  const { cloud, points } = await readInOne(file('two.ptx', both));
  expect(cloud).toMatchObject({
    title: 'PTX, 2 scans',
    pointCount: 6,
    warnings: ['scan 0 has no red, green, blue; its points have 0 there'],
  });
  expect(cloud).not.toHaveProperty('grid', expect.anything());
  expect([...points.y].slice(4)).toEqual([201, Number.NaN]);
  expect([...(points.rgb ?? [])].slice(9, 15)).toEqual([0, 0, 0, 65535, 0, 257]);
  const lines = describeCloudFile(await describeCloud(cloud, { threads: 1 }));
  // Empty cells are no fault.
  expect(lines.join('\n')).not.toMatch(/have no place/);
});

it.each([
  ['a stretch of the height', ['0 1 0 0', '-1 0 0 0', '0 0 2 0'], [98, 201, 16], '1 × 1 × 2'],
  ['millimetres', ['0 0.001 0 0', '-0.001 0 0 0', '0 0 0.001 0'], [99.998, 200.001, 10.003], '0.001 × 0.001 × 0.001'],
])('places cells by a matrix that scales, in words: %s', async (_, rows, place, scales) => {
  const text = QUARTER.replace('0 1 0 0\n-1 0 0 0\n0 0 1 0\n', rows.map((row) => `${row}\n`).join(''));
  const { cloud, points } = await readInOne(file('scaled.ptx', QUARTER + text + text));
  expect([points.x[6], points.y[6], points.z[6]]).toEqual(place);
  expect(cloud.warnings).toEqual([`scan 1 and 1 other: the matrix scales the axes by ${scales}; points are placed so`]);
});

it('is known by its first lines', async () => {
  expect((await readInOne(file('scan.txt', QUARTER))).cloud.format).toBe('ptx');
});

it.each([
  ['a scan that ends early', scan(2, 2, '0 0 0 0.5'), 'scan 0: the file ends after 1 of 4 cells', 11],
  ['a head that ends early', `${QUARTER}3\n4\n1 2 3\n`, 'scan 1: the file ends in its head', 17],
  ['no whole number of columns', scan(1.5, 2), 'scan 0: found "1.5", expected the number of its columns', 1],
  ['a short matrix', QUARTER.replace('100 200 10 1', '100 200 10'), 'scan 0: found 3 numbers, expected 4', 10],
  ['a word in a pose', QUARTER.replace('-1 0 0\n', '-1 zero 0\n'), 'scan 0: found "zero", expected a number', 5],
  ['a cell of five numbers', scan(1, 1, '1 2 3 0.5 7'), 'scan 0: found 5 numbers in a cell, expected 3, 4, 6 or 7', 11],
  [
    'a matrix of zeros',
    QUARTER.replace('0 1 0 0\n-1 0 0 0\n', '0 0 0 0\n0 0 0 0\n'),
    'scan 0: expected a matrix that',
    10,
  ],
  ['a place in the last column', QUARTER.replace('0 1 0 0\n', '0 1 0 100\n'), 'scan 0: expected a matrix that', 10],
  ['a shear', QUARTER.replace('-1 0 0 0\n', '-1 0.5 0 0\n'), 'scan 0: expected a matrix that turns, scales and', 10],
  [
    'a shear of millimetres',
    QUARTER.replace('0 1 0 0\n-1 0 0 0\n', '0 0.001 0 0\n-0.001 0.0005 0 0\n'),
    'that turns, scales',
    10,
  ],
  ['a shorter cell', scan(1, 2, '1 2 3 0.5', '1 2 3'), 'found 3 numbers, expected 4', 12],
])('refuses %s', async (_, text, message, line) => {
  const failure = await readInOne(file('wrong.ptx', text)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'UserError', place: { line } });
  expect(String(failure)).toContain(message);
});

it('takes no memory for cells that a file announces and lacks', async () => {
  await expect(readInOne(file('huge.ptx', scan(999_999_999, 999_999)))).rejects.toThrow('the file ends after 0 of');
});

it('writes one column of points, in front of which they are all', async () => {
  const path = join(folder, 'written.ptx');
  const header = { ...cloudHeader(), bounds: { min: [0, 0, 0], max: [5, 5, 5] }, optional: ['rgb'] } as const;
  const sink = await createPointSink({ path, format: 'ptx' }, header as never, { files: nodeFiles });
  const batch = sampleBatch(2, 1, { colour: true });
  for (const axis of [batch.x, batch.y, batch.z]) axis.set([0, 4.5]);
  batch.intensity.set([0, 65535]);
  batch.rgb?.set([65535, 0, 257, 0, 0, 0]);
  await sink.write(batch);
  await sink.finish();
  const lines = readFileSync(path, 'latin1')
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toEqual([
    ...['1', '2', '-1 -1 -1', '1 0 0', '0 1 0', '0 0 1'],
    ...['1 0 0 0', '0 1 0 0', '0 0 1 0', '-1 -1 -1 1'],
    ...['1.0000 1.0000 1.0000 0.000000 255 0 1', '5.5000 5.5000 5.5000 1.000000 0 0 0'],
  ]);
  // A point at 0, 0, 0 is no empty cell.
  expect([...(await readInOne(path)).points.x]).toEqual([0, 4.5]);
});

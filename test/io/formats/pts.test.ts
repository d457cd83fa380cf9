import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readInOne } from '../read-in-one.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const LEICA =
  '3\n1.786 -0.154 8.507 -2048 117 130 149\n0.683 -0.742 8.596 1024 130 137 153\n1.566 -0.269 8.522 2047 126 135 150\n';

it('reads intensities from −2048 to 2047 and colours of 8 bits, as Leica writes them', async () => {
  const { cloud, points } = await readInOne(file('leica.pts', LEICA));
  expect(cloud).toMatchObject({ title: 'PTS', pointCount: 3, warnings: [] });
  expect([...points.x]).toEqual([1.786, 0.683, 1.566]);
  expect([...points.intensity]).toEqual([0, Math.round((3072 * 65535) / 4095), 65535]);
  expect([...(points.rgb ?? [])].slice(0, 3)).toEqual([117 * 257, 130 * 257, 149 * 257]);
});

it.each(['cloud.xyz', 'cloud.txt', 'cloud.csv'])('knows a PTS by its first lines, called %s', async (name) => {
  const { cloud, points } = await readInOne(file(name, LEICA));
  expect(cloud).toMatchObject({ format: 'pts', pointCount: 3 });
  expect(points.intensity[2]).toBe(65535);
});

it.each([
  ['x y z', '2\n1 2 3\n4 5 6\n', { z: [3, 6] }],
  ['x y z i', '2\n1 2 3 -100\n4 5 6 100\n', { z: [3, 6] }],
  ['x y z r g b', '2\n1 2 3 255 0 0\n4 5 6 0 0 255\n', { rgb: [65535, 0, 0, 0, 0, 65535] }],
] as const)('reads rows of %s', async (_, text, expected) => {
  const { points } = await readInOne(file('rows.pts', text));
  for (const [key, numbers] of Object.entries(expected))
    expect([...(points[key as 'x'] as Float64Array)]).toEqual(numbers);
});

it('reads intensities that are from 0 to 255 as such, and says so', async () => {
  const { cloud, points } = await readInOne(file('bytes.pts', '2\n1 2 3 0\n4 5 6 255\n'));
  expect([...points.intensity]).toEqual([0, 65535]);
  expect(cloud.warnings).toEqual([
    'its intensities are from 0 to 255; they are shown as 0 … 65535 (--intensity-range=-2048,2047 reads them otherwise)',
  ]);
});

it('reads intensities with decimals by the same rule', async () => {
  expect([...(await readInOne(file('parts.pts', '2\n1 2 3 -2047.5\n4 5 6 2047\n'))).points.intensity]).toEqual([
    8, 65535,
  ]);
  expect([...(await readInOne(file('unit.pts', '2\n1 2 3 0.25\n4 5 6 1\n'))).points.intensity]).toEqual([16384, 65535]);
});

it('reads several clouds of a file one after the other', async () => {
  const { cloud, points } = await readInOne(file('two.pts', '2\n1 2 3 -5\n4 5 6 7\n\n1\n7 8 9 10\n'));
  expect(cloud).toMatchObject({ pointCount: 3, warnings: [] });
  expect([...points.x]).toEqual([1, 4, 7]);
});

it('says where the counts and the rows differ', async () => {
  expect((await readInOne(file('short.pts', '5\n1 2 3 -4\n'))).cloud.warnings).toEqual([
    'it announces 5 points, and has 1; it may be cut off',
  ]);
  expect((await readInOne(file('long.pts', '1\n1 2 3 -4\n2 3 4 5\n'))).cloud.warnings).toEqual([
    'it announces 1 point, and has 2',
  ]);
});

it('refuses a row of another length with its line', async () => {
  await expect(readInOne(file('odd.pts', '2\n1 2 3 -4\n2 3 4 5 6\n'))).rejects.toThrow(/after the last column/);
  await expect(readInOne(file('odd.pts', '2\n1 2 3 -4\n2 3 4 5 6\n'))).rejects.toMatchObject({ place: { line: 3 } });
});

it('writes the number of points, then a row for each, with intensities from −2048 to 2047', async () => {
  const path = join(folder, 'written.pts');
  const sink = await createPointSink(
    { path, format: 'pts' },
    { ...cloudHeader(), optional: ['rgb'] },
    { files: nodeFiles },
  );
  const batch = sampleBatch(3, 1, { colour: true });
  batch.intensity.set([0, 65535, 16]);
  batch.rgb?.set([65535, 0, 257, 128, 129, 65407]);
  await sink.write(batch);
  await sink.finish();
  const [count, ...rows] = readFileSync(path, 'latin1').trimEnd().split('\n');
  expect(count.trim()).toBe('3');
  expect(rows.map((row) => row.split(' ').slice(3, 4))).toEqual([['-2048'], ['2047'], ['-2047.00']]);
  expect(rows.map((row) => row.split(' ').slice(4)).slice(0, 2)).toEqual([
    ['255', '0', '1'],
    ['0', '1', '255'],
  ]);
  expect(rows[0].split(' ').slice(0, 3)).toEqual([batch.x[0], batch.y[0], batch.z[0]].map((c) => c.toFixed(4)));
});

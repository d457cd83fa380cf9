import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { compareClouds } from '../../../src/io/clouds/compare-clouds.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The intensities of a cloud, and the warnings of its points. */
async function read(path: string) {
  const warnings: string[] = [];
  const intensities: number[] = [];
  const cloud = await openReadable(nodeFiles, path);
  const log = { ...SILENT_LOG, warn: (text: string) => void warnings.push(text) };
  for await (const { intensity } of readPoints(cloud, log)) intensities.push(...intensity);
  return { intensities, warnings };
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error & { format?(): string }) => error.format?.() ?? error.message,
  );

const plyHead = (format: string, type: string, name: string, count: number) =>
  `ply\nformat ${format} 1.0\nelement vertex ${count}\nproperty float x\nproperty float y\nproperty float z\nproperty ${type} ${name}\nend_header\n`;

const pcdHead = (data: string, type: string, name: string, count: number) =>
  `VERSION 0.7\nFIELDS x y z ${name}\nSIZE 4 4 4 4\nTYPE F F F ${type}\nCOUNT 1 1 1 1\nWIDTH ${count}\nHEIGHT 1\nPOINTS ${count}\nDATA ${data}\n`;

/** Points at the origin with an i32 each. */
function records(head: string, values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(16 * values.length));
  for (const [k, value] of values.entries()) view.setInt32(16 * k + 12, value, true);
  return Buffer.concat([Buffer.from(head), new Uint8Array(view.buffer)]);
}

const rows = (values: readonly (number | string)[], separator: string) =>
  values.map((value) => `${[1, 2, 3, value].join(separator)}\n`).join('');

/** A cloud of every format with a column of whole numbers, and the name of its second point in messages. */
const CLOUDS: Record<string, (column: string, values: number[]) => [string | Uint8Array, string]> = {
  'a.csv': (column, values) => [`x,y,z,${column}\n# by hand\n${rows(values, ',')}`, 'line 4'],
  'a.txt': (column, values) => [`x y z ${column}\n${rows(values, ' ')}`, 'line 3'],
  'text.ply': (column, values) => [plyHead('ascii', 'int', column, values.length) + rows(values, ' '), 'line 10'],
  'text.pcd': (column, values) => [pcdHead('ascii', 'I', column, values.length) + rows(values, ' '), 'line 11'],
  'binary.ply': (column, values) => [
    records(plyHead('binary_little_endian', 'int', column, values.length), values),
    'point 2',
  ],
  'binary.pcd': (column, values) => [records(pcdHead('binary', 'I', column, values.length), values), 'point 2'],
};

describe.each(Object.entries(CLOUDS))('%s', (name, cloudOf) => {
  it('holds intensities beyond 16 bits at the nearest, and says so', async () => {
    const [content, place] = cloudOf('intensity', [7, 99_999, 65_535, -5, 65_536]);
    const { intensities, warnings } = await read(write(name, content));
    expect(intensities).toEqual([7, 65_535, 65_535, 0, 65_535]);
    const where = place.startsWith('line') ? `in ${place}` : `of ${place}`;
    expect(warnings).toEqual([
      `intensity: 3 values are outside 0 … 65535 and held at the nearest; the first is 99999 ${where}`,
    ]);
    const { statistics, warnings: described } = await describeCloud(await openReadable(nodeFiles, join(folder, name)));
    expect(statistics.intensity).toEqual({ min: 0, max: 65_535 });
    expect(described).toEqual([
      'its intensities, from -5 on, have no known range: those below 0 are held there (--intensity-range=-5,99999 shows all of them)',
      ...warnings,
    ]);
  });

  it.each([300, -1])('is refused with the class %d', async (value) => {
    const [content, place] = cloudOf('classification', [2, value, 2]);
    const path = write(name, content);
    const line = place.startsWith('line') ? `${path}:${place.slice(5)}: ` : `${path}: ${place}: `;
    const message = `${line}classification: found ${value}, expected a whole number of 0 … 255\n  if this column`;
    const cloud = await openReadable(nodeFiles, path);
    expect(await faultOf(read(path))).toContain(message);
    expect(await faultOf(describeCloud(cloud, { threads: 1 }))).toContain(message);
    expect(await faultOf(compareClouds(cloud, cloud))).toContain(message);
  });
});

it('refuses fractions of codes, and rounds those of quantities', async () => {
  expect(await faultOf(read(write('a.csv', 'x,y,z,classification\n1,2,3,2.5\n')))).toContain(
    '.csv:2: classification: found 2.5, expected a whole number of 0 … 255',
  );
  expect(await faultOf(read(write('a.csv', 'x,y,z,instance\n1,2,3,4294967296\n')))).toContain('instance: found 429');
  expect(await read(write('a.xyz', '1 2 3 4\n1 2 3 8.75\n1 2 3 2.25\n'))).toEqual({
    intensities: [4, 9, 2],
    warnings: ['intensity: 2 values are no whole numbers and are rounded; the first is 8.75 in line 2'],
  });
});

it('counts cells without a number as 0, and says so', async () => {
  const { intensities, warnings } = await read(
    write('a.csv', 'x,y,z,intensity,classification\n1,2,3,nan,\n1,2,3,1,2\n'),
  );
  expect(intensities).toEqual([0, 1]);
  expect(warnings).toEqual([
    'intensity: 1 point has no number, which counts as 0; the first is in line 2',
    'classification: 1 point has no number, which counts as 0; the first is in line 2',
  ]);
});

it('states the range of colours in the numbers of the file', async () => {
  const { warnings } = await read(write('a.xyz', '1 2 3 255 0 0\n4 5 6 0 -3 0\n'));
  expect(warnings).toEqual(['green: 1 value is outside 0 … 255 and held at the nearest; the first is -3 in line 2']);
});

it('finds the same first point with any number of threads', async () => {
  const values = Array.from({ length: 5000 }, (_, k) => (k < 1000 ? 1 : 70_000 + k));
  const path = write('many.ply', records(plyHead('binary_little_endian', 'int', 'intensity', 5000), values));
  for (const threads of [1, 3])
    expect((await describeCloud(await openReadable(nodeFiles, path), { threads, batchPoints: 300 })).warnings).toEqual([
      'intensity: 4000 values are outside 0 … 65535 and held at the nearest; the first is 71000 of point 1001',
    ]);
});

it('warns of nothing where files have what attributes hold', async () => {
  const cloud = await openReadable(nodeFiles, write('fine.csv', 'x,y,z,intensity,classification\n1,2,3,65535,255\n'));
  expect((await describeCloud(cloud)).warnings).toEqual([]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import type { TableCloud } from '../../src/io/tables/table-cloud.js';
import { temporaryFolder } from './sample-cloud.js';

const folder = temporaryFolder();

async function read(name: string, text: string): Promise<{ cloud: TableCloud; points: PointBatch }> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const cloud = (await openReadable(nodeFiles, path)) as TableCloud;
  for await (const points of readPoints(cloud)) return { cloud, points };
  throw new Error('there are no points');
}

const HELIOS = [
  '-20.7429 -33.4428 0.0027 8114491.6528 4.2500 1 2 291 3 6 518391.007760000',
  '-23.5712 -32.1246 -0.0017 627.5582 5.0000 2 2 291 4 2 518391.007760000',
].join('\n');

describe('the point table of HELIOS++', () => {
  it('is known by its eleven columns, some of which have decimals', async () => {
    const { cloud, points } = await read('leg000_points.xyz', HELIOS);
    expect(cloud.warnings).toEqual([]);
    expect(cloud.attributes).toEqual([
      ...['x', 'y', 'z', 'amplitude', 'echo_width', 'return_number', 'number_of_returns', 'pulse', 'instance'],
      ...['classification', 'gps_time', 'intensity'],
    ]);
    expect([points.x[1], points.y[1], points.z[1]]).toEqual([-23.5712, -32.1246, -0.0017]);
    expect([...points.returnNumber, ...points.returnCount]).toEqual([1, 2, 2, 2]);
    // The first object of HELIOS++ is 0, which is none here.
    expect([...points.instance, ...points.classification]).toEqual([4, 5, 6, 2]);
    expect(points.gpsTime[0]).toBe(518391.00776);
  });

  it('has its units, and counts pulses from 1', async () => {
    const { points } = await read('units.xyz', HELIOS);
    expect([...points.pulse!]).toEqual([290, 290]);
    expect(points.echoWidth[0]).toBeCloseTo(4.25e-9, 15);
    // Nanowatts, which the column of intensities has.
    expect(points.amplitude![0]).toBeCloseTo(8.1144916528e-3, 8);
    expect(points.amplitude![1]).toBeCloseTo(6.275582e-7, 12);
  });

  it.each([
    ['of three columns', '1 2 3\n', ['x', 'y', 'z']],
    [
      "of subray's eleven columns",
      '1 2 3 700 6 1 2 5 255 128 0\n',
      [
        ...['x', 'y', 'z', 'intensity', 'classification', 'return_number', 'number_of_returns', 'instance'],
        ...['red', 'green', 'blue'],
      ],
    ],
  ])('is no table %s', async (_, text, attributes) => {
    expect((await read('other.xyz', text)).cloud.attributes).toEqual(attributes);
  });

  it('may have its names in a table of others', async () => {
    const { points } = await read('named.csv', 'x,y,z,fullwaveIndex,hitObjectId\n1,2,3,7,9\n');
    expect([points.pulse?.[0], points.instance[0]]).toEqual([6, 9]);
  });

  it('refuses a pulse that is no number of one', async () => {
    await expect(read('zero.csv', 'x,y,z,fullwaveIndex\n1,2,3,0\n')).rejects.toThrow(
      'pulse: found 0, expected a whole number of 1 … 4294967296',
    );
  });
});

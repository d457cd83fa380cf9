import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { type CloudFormatName, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { colorizerFor } from '../../../src/picture/cloud/point-colors.js';
import { cloudHeader, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

/** Numbers of 16 bits on both sides of the middle between two of 8 bits. */
const DEEP = [0, 128, 129, 385, 386, 65406, 65407, 65535, 30_000];
const NEAREST = [0, 0, 1, 1, 2, 254, 255, 255, 117];

async function write(format: CloudFormatName): Promise<string> {
  const path = join(folder, `colours.${format}`);
  const batch = createPointBatch(3);
  batch.rgb = Uint16Array.from(DEEP);
  const sink = await createPointSink(
    { path, format, fields: ['rgb'] },
    { ...cloudHeader(), optional: ['rgb'] },
    { files: nodeFiles },
  );
  await sink.write(batch);
  await sink.finish();
  return path;
}

it.each(['ply', 'pcd', 'csv', 'xyz', 'pts', 'ptx', 'e57'] as const)(
  '%s has the nearest colours of 8 bits',
  async (format) => {
    const path = await write(format);
    for await (const { rgb } of readPoints(await openReadable(nodeFiles, path)))
      expect([...(rgb ?? [])].map((value) => value / 257)).toEqual(NEAREST);
  },
);

it('draws points in the nearest colours of 8 bits', () => {
  const colors = new Uint32Array(3);
  colorizerFor('rgb', {} as never)({ count: 3, rgb: Uint16Array.from(DEEP) }, colors);
  const channels = [...colors].flatMap((color) => [(color >> 16) & 255, (color >> 8) & 255, color & 255]);
  expect(channels).toEqual(NEAREST);
});

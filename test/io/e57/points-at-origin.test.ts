import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { cloudHeader, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

/** The warnings about a file with these x, the same y and z. */
async function warningsOf(name: string, places: readonly number[]): Promise<string[]> {
  const path = join(folder, name);
  const batch = createPointBatch(places.length);
  for (const axis of [batch.x, batch.y, batch.z]) axis.set(places);
  const sink = await createPointSink({ path, format: 'e57' }, cloudHeader(), { files: nodeFiles });
  await sink.write(batch);
  await sink.finish();
  return (await openReadable(nodeFiles, path)).warnings;
}

it('a scan with several points in its scanner is doubted', async () => {
  expect(await warningsOf('some.e57', [0, 1, 0, 2, 0])).toEqual([
    'scan 0: 3 of the first 5 points are at 0, 0, 0 of the scanner: directions without an echo, perhaps, and no points',
  ]);
});

it('a single point may lie there', async () => {
  expect(await warningsOf('one.e57', [0, 1, 2])).toEqual([]);
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INTENSITY_TONES } from '../../../src/cloud/display/intensity-tone.js';
import { packPoints } from '../../../src/cloud/display/pack-points.js';
import type { PackedPoints } from '../../../src/cloud/display/packed-points.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { packCloud } from '../../../src/io/opened/pack-cloud.js';
import { scanBatch, temporaryFolder } from '../sample-cloud.js';
import { cloudOf } from './cloud-of.js';

const folder = temporaryFolder();

it.each(['las', 'laz', 'csv'] as const)('packs a cloud of %s as its points are packed', async (format) => {
  const cloud = await cloudOf(scanBatch(70_000, 6), join(folder, 'scan'), format);
  const batches: PointBatch[] = [];
  for await (const batch of cloud.batches({ first: 100, end: 69_000 })) batches.push(batch);
  const how = { first: 100, tone: INTENSITY_TONES.hable, chunkPoints: 30_000 };
  const chunks: PackedPoints[] = [];
  for await (const chunk of packCloud(cloud, { ...how, end: 69_000 })) chunks.push(chunk);
  expect(chunks.map(({ first, count }) => [first, count])).toEqual([
    [100, 30_000],
    [30_100, 30_000],
    [60_100, 8900],
  ]);
  expect(chunks).toEqual(packPoints(joinBatches(batches), how));
  await cloud.close();
});

import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';

/** A small cloud, and its points, which come in one batch. */
export async function readInOne(path: string) {
  const cloud = await openReadable(nodeFiles, path);
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(cloud)) batches.push(batch);
  if (batches.length > 1) throw new Error(`${path} has ${batches.length} batches of points, expected one at most`);
  return { cloud, points: batches[0] };
}

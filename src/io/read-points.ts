import type { PointBatch, PointColumns, PointKey } from '../cloud/point-batch.js';
import { batchPointsOf } from './batch-points.js';
import type { ReadableCloud } from './readable-cloud.js';
import { decoderOf, openRecords } from './readable-clouds.js';

/**
 * Yields the points of an open cloud in its order, in batches of at most 65,536. Attributes written by subray are
 * returned as they were written; those of other programs without a counterpart are left out. Throws UserError if the
 * file cannot be read, or has become shorter.
 */
export const readPoints = (cloud: ReadableCloud): AsyncGenerator<PointBatch> =>
  readColumns(cloud) as unknown as AsyncGenerator<PointBatch>;

/** Yields the attributes `keys` of the points, by default all; otherwise like `readPoints`. */
export async function* readColumns<Key extends PointKey>(
  cloud: ReadableCloud,
  keys?: readonly Key[],
): AsyncGenerator<PointColumns<Key>> {
  const { pointCount, recordLength } = cloud;
  const batchPoints = batchPointsOf(cloud);
  const decoder = decoderOf(cloud, keys);
  const source = await openRecords(cloud);
  try {
    const records = new Uint8Array(batchPoints * recordLength);
    for (let first = 0; first < pointCount; first += batchPoints) {
      const count = Math.min(batchPoints, pointCount - first);
      await source.read(first, count, records);
      yield decoder.decode(records, count, decoder.createColumns(count));
    }
  } finally {
    await source.close();
  }
}

import type { PointBatch, PointColumns, PointKey } from '../../cloud/point-batch.js';
import type { LasFile } from './las-file.js';
import { batchPointsOf, openRecords } from './open-records.js';
import { PointDecoder } from './point-decoder.js';

/**
 * Yields the points of an open file in its order, in batches of at most 65,536. Fields written by subray are returned
 * as they were written; fields of other programs without a counterpart are left out. Throws UserError if the file
 * cannot be read, or has become shorter.
 */
export const readLasPoints = (file: LasFile): AsyncGenerator<PointBatch> =>
  readLasColumns(file) as unknown as AsyncGenerator<PointBatch>;

/** Yields the attributes `keys` of the points, by default all; otherwise like `readLasPoints`. */
export async function* readLasColumns<Key extends PointKey>(
  file: LasFile,
  keys?: readonly Key[],
): AsyncGenerator<PointColumns<Key>> {
  const { pointCount, recordLength } = file.header;
  const batchPoints = batchPointsOf(file);
  const decoder = new PointDecoder(file, keys);
  const source = await openRecords(file);
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

import type { Log } from '../base/log.js';
import type { PointBatch, PointColumns, PointKey } from '../cloud/point-batch.js';
import { batchPointsOf } from './batch-points.js';
import type { BlockCoders } from './blocks/block-coders.js';
import { misfitWarnings } from './misfit-warnings.js';
import type { ReadableCloud } from './readable-cloud.js';
import { decoderOf, openRecords } from './readable-clouds.js';

/**
 * Yields the points of an open cloud in its order, in batches of at most 65,536. Attributes written by subray are
 * returned as they were written; those of other programs without a counterpart are left out. Values that an attribute
 * cannot hold are held at the nearest; after the last batch, `log` says which. `coders` unpack them. Throws UserError if the file cannot be
 * read, has become shorter, or has a code that cannot be held.
 */
export const readPoints = (cloud: ReadableCloud, log?: Log, coders?: BlockCoders): AsyncGenerator<PointBatch> =>
  readColumns(cloud, undefined, log, coders) as unknown as AsyncGenerator<PointBatch>;

/** Yields the attributes `keys` of the points, by default all; `coders` unpack them; otherwise like `readPoints`. */
export async function* readColumns<Key extends PointKey>(
  cloud: ReadableCloud,
  keys?: readonly Key[],
  log?: Log,
  coders?: BlockCoders,
): AsyncGenerator<PointColumns<Key>> {
  const decoder = decoderOf(cloud, keys);
  for await (const { records, count, first } of readRecords(cloud, coders)) {
    const columns = decoder.decode(records, count, decoder.createColumns(count), first);
    if (decoder.misfits.isRefused) await misfitWarnings(cloud, decoder.misfits.parts());
    yield columns;
  }
  if (log) for (const warning of await misfitWarnings(cloud, decoder.misfits.parts())) log.warn(warning);
}

/** Records of a cloud: `count` of them, the first of which is number `first`. */
export interface RecordBatch {
  records: Uint8Array;
  count: number;
  first: number;
}

/**
 * Yields the records of an open cloud in its order, all in the same memory; `coders` unpack them, where they are packed. Throws
 * UserError like `readPoints`.
 */
export async function* readRecords(cloud: ReadableCloud, coders?: BlockCoders): AsyncGenerator<RecordBatch> {
  const { pointCount, recordLength } = cloud;
  const batchPoints = batchPointsOf(cloud);
  const source = await openRecords(cloud, coders);
  try {
    const records = new Uint8Array(batchPoints * recordLength);
    for (let first = 0; first < pointCount; first += batchPoints) {
      const count = Math.min(batchPoints, pointCount - first);
      await source.read(first, count, records);
      yield { records, count, first };
    }
  } finally {
    await source.close();
  }
}

import type { Log } from '../../base/log.js';
import type { PointBatch, PointColumns, PointKey } from '../../cloud/point-batch.js';
import { batchPointsOf } from '../records/batch-points.js';
import type { BlockCoders } from '../records/blocks.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { RecordBatch } from '../records/record-source.js';
import { hasAnyPointAtOnce } from './any-point-at-once.js';
import { misfitWarnings } from './misfit-warnings.js';
import { decoderOf, openRecords } from './readable-clouds.js';

/**
 * Yields the points of an open cloud in its order, in batches of at most 65,536. Attributes written by subray come back
 * as they were written; attributes of other programs without a counterpart are left out. Values out of an attribute's
 * range become the nearest that it can hold; after the last batch, `log` names them. `coders` unpack the records.
 * Throws UserError if the file cannot be read, has become shorter, or has a code that cannot be held.
 */
export const readPoints = (cloud: ReadableCloud, log?: Log, coders?: BlockCoders): AsyncGenerator<PointBatch> =>
  decodeColumns(cloud, readRecords(cloud, coders), undefined, log) as unknown as AsyncGenerator<PointBatch>;

/** Yields the attributes `keys` of the points, by default all; `coders` unpack them; otherwise like `readPoints`. */
export const readColumns = <Key extends PointKey>(
  cloud: ReadableCloud,
  keys?: readonly Key[],
  coders?: BlockCoders,
): AsyncGenerator<PointColumns<Key>> => decodeColumns(cloud, readRecords(cloud, coders), keys);

/** Yields the attributes `keys` of points in these records of a cloud, by default all; otherwise like `readPoints`. */
export async function* decodeColumns<Key extends PointKey>(
  cloud: ReadableCloud,
  batches: AsyncIterable<RecordBatch>,
  keys?: readonly Key[],
  log?: Log,
): AsyncGenerator<PointColumns<Key>> {
  const decoder = decoderOf(cloud, keys);
  for await (const { records, count, first } of batches) {
    const columns = decoder.decode(records, count, decoder.createColumns(count), first);
    if (decoder.misfits.isRefused) await misfitWarnings(cloud, decoder.misfits.parts());
    yield columns;
  }
  if (log) for (const warning of await misfitWarnings(cloud, decoder.misfits.parts())) log.warn(warning);
}

/** Points `first` … `end − 1` of a cloud; absent: from the first one, to the last one. */
export interface PointRange {
  first?: number;
  end?: number;
}

/**
 * Yields the records of an open cloud, or of a range of its points, in its order, all in the same memory; `coders`
 * unpack packed ones. A file that can only be read in sequence is read from its start. Throws UserError like
 * `readPoints`.
 */
export async function* readRecords(
  cloud: ReadableCloud,
  coders?: BlockCoders,
  { first = 0, end = cloud.pointCount }: PointRange = {},
): AsyncGenerator<RecordBatch> {
  const { recordLength } = cloud;
  const batchPoints = batchPointsOf(cloud);
  const source = await openRecords(cloud, coders);
  try {
    const records = new Uint8Array(batchPoints * recordLength);
    let at = hasAnyPointAtOnce(cloud) ? first : 0;
    while (at < end) {
      // Up to the end of a chunk, so that none is unpacked twice.
      const next = Math.min(end, batchPoints * (Math.floor(at / batchPoints) + 1));
      await source.read(at, next - at, records);
      const from = Math.max(at, first);
      if (next > from) yield { records: records.subarray((from - at) * recordLength), count: next - from, first: from };
      at = next;
    }
  } finally {
    await source.close();
  }
}

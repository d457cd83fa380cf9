import type { ReadableCloud } from './readable-cloud.js';

/**
 * Maximum number of points of a batch, and maximum number of bytes of their records: some megabytes for files of any
 * size.
 */
const BATCH_POINTS = 65_536;
const BATCH_BYTES = 8 * 2 ** 20;

/** Points of each batch of a cloud except the last; at most `most` if it is not stored in chunks. */
export const batchPointsOf = (
  { pointCount, recordLength, chunkPoints }: Pick<ReadableCloud, 'pointCount' | 'recordLength' | 'chunkPoints'>,
  most = BATCH_POINTS,
): number => Math.min(pointCount, chunkPoints ?? Math.min(most, Math.max(1, Math.floor(BATCH_BYTES / recordLength))));

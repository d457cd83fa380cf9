import type { ReadableCloud } from './readable-cloud.js';

/**
 * Maximum number of points of a batch, and maximum number of bytes of their records: some megabytes, whatever the
 * file's size.
 */
const BATCH_POINTS = 65_536;
const BATCH_BYTES = 8 * 2 ** 20;

/** Points of each batch of a cloud except the last. */
export const batchPointsOf = ({
  pointCount,
  recordLength,
}: Pick<ReadableCloud, 'pointCount' | 'recordLength'>): number =>
  Math.min(pointCount, BATCH_POINTS, Math.max(1, Math.floor(BATCH_BYTES / recordLength)));

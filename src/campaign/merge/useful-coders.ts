import type { BlockCoders } from '../../io/records/blocks.js';

/** Points of a cloud that are worth the start of threads. */
const POINTS_MIN = 250_000;

/** Threads that unpack a cloud while it is read; undefined: the reader's own, for few points. */
export const usefulCoders = ({ pointCount }: { pointCount: number }, coders: BlockCoders): BlockCoders | undefined =>
  pointCount >= POINTS_MIN ? coders : undefined;

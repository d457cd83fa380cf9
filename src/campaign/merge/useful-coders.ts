import type { BlockCoders } from '../../io/records/blocks.js';

/** Number of points of a cloud from which threads are worth their start. */
const POINTS_MIN = 250_000;

/** Threads that unpack a cloud while it is read; undefined: the reader's own, for few points. */
export const usefulCoders = ({ pointCount }: { pointCount: number }, coders: BlockCoders): BlockCoders | undefined =>
  pointCount >= POINTS_MIN ? coders : undefined;

import type { ChunkWork } from './chunk-coders.js';

/** The memory that goes to another thread with some work. */
export const transfersOf = ({ records, lasers }: ChunkWork): ArrayBuffer[] => [
  records.buffer,
  ...(lasers ? [lasers.buffer] : []),
];

import type { MovedResult, ThreadCrew } from '../../base/threads/thread-crew.js';
import { LazCodec } from './laz-codec.js';
import type { PackedLayout } from './packed-layout.js';
import { sortByLaser } from './sort-by-laser.js';

/** Records to be coded as one chunk. They are the coder's until it returns them. */
export interface ChunkWork {
  format: 'laz';
  records: Uint8Array<ArrayBuffer>;
  layout: PackedLayout;
  /** Laser of each record: the chunk has them laser by laser; absent: in their own order. */
  lasers?: Uint8Array<ArrayBuffer>;
}

/** A coded chunk, and the memory of its records for others. */
export interface CodedChunk {
  chunk: Uint8Array;
  memory: ArrayBuffer;
}

/** Codes chunks: in this thread, or in others. */
export type ChunkCoders = ThreadCrew<ChunkWork, CodedChunk>;

/** Codes one chunk after the other. */
export function chunkCoder(): (work: ChunkWork) => Promise<MovedResult<CodedChunk>> {
  let codec: Promise<LazCodec> | undefined;
  return async ({ records, layout, lasers }) => {
    codec ??= LazCodec.create();
    const sorted = lasers ? sortByLaser(records, layout.recordLength, lasers) : records;
    const chunk = (await codec).encode(sorted, layout).slice();
    const memory = records.buffer;
    return { result: { chunk, memory }, memory: [chunk.buffer, memory] };
  };
}

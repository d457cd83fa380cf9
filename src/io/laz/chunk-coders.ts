import { LazCodec } from './laz-codec.js';
import type { PackedLayout } from './packed-layout.js';
import { sortByLaser } from './sort-by-laser.js';

/** Records to be coded as one chunk. They are the coder's until it returns them. */
export interface ChunkWork {
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
export interface ChunkCoders {
  /** Chunks that may be under way at once. */
  readonly places: number;
  code(work: ChunkWork): Promise<CodedChunk>;
  /** Ends their threads; nothing may be under way. */
  close(): Promise<void>;
}

/** The chunk of some records, as bytes of its own. */
export function codeChunk(codec: LazCodec, { records, layout, lasers }: ChunkWork): Uint8Array<ArrayBuffer> {
  const sorted = lasers ? sortByLaser(records, layout.recordLength, lasers) : records;
  return codec.encode(sorted, layout).slice();
}

/** Codes chunks in this thread. */
export function soloCoders(): ChunkCoders {
  let codec: Promise<LazCodec> | undefined;
  return {
    places: 1,
    async code(work) {
      codec ??= LazCodec.create();
      return { chunk: codeChunk(await codec, work), memory: work.records.buffer };
    },
    close: async () => {},
  };
}

import type { MovedResult } from '../../base/threads/thread-crew.js';
import { type ChunkFault, LazCodec } from './laz-codec.js';
import type { PackedLayout } from './packed-layout.js';

/** A chunk to be unpacked, which is the unpacker's from then on. */
export interface PackedWork {
  format: 'packed laz';
  chunk: Uint8Array<ArrayBuffer>;
  points: number;
  layout: PackedLayout;
}

/** The records of a chunk, or what is wrong with it, and the memory that it had. */
export interface UnpackedChunk {
  records: Uint8Array<ArrayBuffer> | ChunkFault;
  memory: ArrayBuffer;
}

/** Unpacks one chunk after the other. */
export function chunkUnpacker(): (work: PackedWork) => Promise<MovedResult<UnpackedChunk>> {
  let codec: Promise<LazCodec> | undefined;
  return async ({ chunk, points, layout }) => {
    codec ??= LazCodec.create();
    const found = (await codec).decode(chunk, points, layout);
    const memory = chunk.buffer;
    if (typeof found === 'string') return { result: { records: found, memory }, memory: [memory] };
    const records = found.slice();
    return { result: { records, memory }, memory: [records.buffer, memory] };
  };
}

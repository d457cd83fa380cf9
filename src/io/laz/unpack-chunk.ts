import type { MovedResult } from '../../base/threads/thread-crew.js';
import type { BlockWork } from '../records/blocks.js';
import { type ChunkFault, LazCodec } from './laz-codec.js';
import type { PackedLayout } from './packed-layout.js';

/** A chunk to be unpacked; the unpacker owns it from then on. */
export interface PackedWork extends BlockWork<UnpackedChunk> {
  format: 'packed laz';
  chunk: Uint8Array<ArrayBuffer>;
  points: number;
  layout: PackedLayout;
  /** Memory for its records; if it is absent or too small, new memory is used. */
  room?: ArrayBuffer;
}

/** The records of a chunk, or its fault. */
export type UnpackedChunk = Uint8Array<ArrayBuffer> | ChunkFault;

/** Unpacks one chunk after the other. */
export function chunkUnpacker(): (work: PackedWork) => Promise<MovedResult<UnpackedChunk>> {
  let codec: Promise<LazCodec> | undefined;
  return async ({ chunk, points, layout, room }) => {
    codec ??= LazCodec.create();
    const found = (await codec).decode(chunk, points, layout);
    if (typeof found === 'string') return { result: found, memory: [] };
    const bytes = found.length;
    const records = new Uint8Array(room && room.byteLength >= bytes ? room : new ArrayBuffer(bytes), 0, bytes);
    records.set(found);
    return { result: records, memory: [records.buffer] };
  };
}

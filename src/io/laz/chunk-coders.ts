import type { MovedResult, ThreadCrew } from '../../base/threads/thread-crew.js';
import { gatherRecords } from '../las/gather-records.js';
import type { BlockWork } from '../records/blocks.js';
import { LazCodec } from './laz-codec.js';
import type { PackedLayout } from './packed-layout.js';

/** A coded chunk, with the memory of its records for reuse. */
export interface CodedChunk {
  chunk: Uint8Array;
  memory: ArrayBuffer;
}

/** Records to be coded as one chunk. Unless picked, the coder owns them until it returns them. */
export interface ChunkWork extends BlockWork<CodedChunk> {
  format: 'laz';
  records: Uint8Array;
  /** Selection of the records that form the chunk; absent: all. Other threads read them in shared memory. */
  picked?: PickedRecords;
  layout: PackedLayout;
  /** Laser of each record, to store the chunk laser by laser; absent: in their own order. */
  lasers?: Uint8Array<ArrayBuffer>;
}

/** Some of many records that lie `stride` bytes apart, by number. */
export interface PickedRecords {
  numbers: Uint32Array<ArrayBuffer>;
  stride: number;
}

/** Codes chunks: in this thread, or in others. */
export type ChunkCoders = ThreadCrew<ChunkWork, CodedChunk>;

/** Codes one chunk after the other. */
export function chunkCoder(): (work: ChunkWork) => Promise<MovedResult<CodedChunk>> {
  let codec: Promise<LazCodec> | undefined;
  return async ({ records: given, picked, layout, lasers }) => {
    codec ??= LazCodec.create();
    const { recordLength } = layout;
    const records = picked ? gatherRecords(given, picked.stride, recordLength, picked.numbers) : given;
    const sorted = lasers ? sortByLaser(records, recordLength, lasers) : records;
    const chunk = (await codec).encode(sorted, layout).slice();
    const memory = records.buffer as ArrayBuffer;
    return { result: { chunk, memory }, memory: [chunk.buffer, memory] };
  };
}

/** Lasers that a byte can number. */
const LASERS = 256;

/** The records laser by laser, each laser's in their own order. `lasers` has the laser of each. */
function sortByLaser(records: Uint8Array, recordLength: number, lasers: Uint8Array): Uint8Array {
  const starts = new Uint32Array(LASERS + 1);
  for (const laser of lasers) starts[laser + 1] += recordLength;
  for (let laser = 0; laser < LASERS; laser++) starts[laser + 1] += starts[laser];
  const sorted = new Uint8Array(records.length);
  for (let i = 0, from = 0; i < lasers.length; i++, from += recordLength) {
    const to = starts[lasers[i]];
    for (let k = 0; k < recordLength; k++) sorted[to + k] = records[from + k];
    starts[lasers[i]] += recordLength;
  }
  return sorted;
}

import type { BlockCoders } from '../blocks/block-coders.js';
import type { Chunk } from './chunk-table.js';

/** Bytes of records that are unpacked ahead, about; one chunk may be larger. */
const AHEAD_BYTES = 2 ** 27;

/** Unpacks a chunk in another thread. */
export type UnpackChunk = (chunk: Chunk) => Promise<Uint8Array>;

/** The chunks of a file for a reader that goes on in their order: threads unpack the next ones meanwhile. */
export class ChunksAhead {
  private readonly chunks: readonly Chunk[];
  private readonly recordLength: number;
  private readonly unpack: UnpackChunk;
  private readonly places: number;
  /** Chunks that are unpacked, or being so, by number. */
  private readonly underWay = new Map<number, Promise<Uint8Array>>();

  constructor(
    chunks: readonly Chunk[],
    recordLength: number,
    unpack: UnpackChunk,
    { places }: Pick<BlockCoders, 'places'>,
  ) {
    this.chunks = chunks;
    this.recordLength = recordLength;
    this.unpack = unpack;
    this.places = places;
  }

  /** The records of chunk `number`. Throws what unpacking it throws, and nothing of those ahead. */
  records(number: number): Promise<Uint8Array> {
    const first = this.underWay.get(number) ?? this.begin(number);
    for (const other of this.underWay.keys()) if (other < number) this.underWay.delete(other);
    let bytes = this.bytesOf(number);
    for (let next = number + 1; next < this.chunks.length && next <= number + this.places; next++) {
      bytes += this.bytesOf(next);
      if (bytes > AHEAD_BYTES) break;
      if (!this.underWay.has(next)) this.begin(next);
    }
    return first;
  }

  /** Waits for all that are under way. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.underWay.values());
  }

  private begin(number: number): Promise<Uint8Array> {
    const records = this.unpack(this.chunks[number]);
    // Whoever reads the chunk reports its faults; the process must not end.
    records.catch(() => {});
    this.underWay.set(number, records);
    return records;
  }

  private bytesOf(number: number): number {
    return this.chunks[number].points * this.recordLength;
  }
}

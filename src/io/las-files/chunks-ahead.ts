import type { LazChunk } from '../laz/chunk-table.js';
import type { BlockCoders } from '../records/blocks.js';

/** Approximate bytes of records unpacked ahead; a single chunk may be larger. */
const AHEAD_BYTES = 2 ** 27;

/** Unpacks a chunk in another thread, in `room` if that is large enough. */
export type UnpackChunk = (chunk: LazChunk, room: ArrayBuffer | undefined) => Promise<Uint8Array<ArrayBuffer>>;

/** The chunks of a file for a reader that proceeds in their order: threads unpack the next ones in advance. */
export class ChunksAhead {
  private readonly chunks: readonly LazChunk[];
  private readonly recordLength: number;
  private readonly unpack: UnpackChunk;
  private readonly places: number;
  /** Chunks that are unpacked or in progress, by number. */
  private readonly underWay = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  /** Memory of finished chunks, for later ones. */
  private readonly spare: ArrayBuffer[] = [];

  constructor(
    chunks: readonly LazChunk[],
    recordLength: number,
    unpack: UnpackChunk,
    { places }: Pick<BlockCoders, 'places'>,
  ) {
    this.chunks = chunks;
    this.recordLength = recordLength;
    this.unpack = unpack;
    this.places = places;
  }

  /**
   * The records of chunk `number`, valid until the next call. Throws errors of unpacking this chunk, not of those
   * ahead.
   */
  async records(number: number): Promise<Uint8Array> {
    await this.leave(number);
    const first = this.underWay.get(number) ?? this.begin(number);
    let bytes = this.bytesOf(number);
    for (let next = number + 1; next < this.chunks.length && next <= number + this.places; next++) {
      bytes += this.bytesOf(next);
      if (bytes > AHEAD_BYTES) break;
      if (!this.underWay.has(next)) this.begin(next);
    }
    return first;
  }

  /** Waits for all chunks in progress. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.underWay.values());
  }

  /** Forgets the chunks before `number`, and keeps their memory, unless it is large. */
  private async leave(number: number): Promise<void> {
    for (const [other, unpacked] of this.underWay) {
      if (other >= number) continue;
      this.underWay.delete(other);
      const records = await unpacked.catch(() => undefined);
      if (records && records.buffer.byteLength <= AHEAD_BYTES) this.spare.push(records.buffer);
    }
  }

  private begin(number: number): Promise<Uint8Array<ArrayBuffer>> {
    const records = this.unpack(this.chunks[number], this.spare.pop());
    // The reader of the chunk gets the error; an unhandled one would end the process.
    records.catch(() => {});
    this.underWay.set(number, records);
    return records;
  }

  private bytesOf(number: number): number {
    return this.chunks[number].points * this.recordLength;
  }
}

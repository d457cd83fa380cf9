import { invariant } from '../../base/errors.js';
import type { StoreRecords } from '../las/point-data.js';

/**
 * Records of the next chunk, and the laser of each if they are to be in that order; grows up to the points of a chunk.
 */
export class RecordBlock {
  points = 0;
  private memory: ArrayBuffer;
  private readonly recordLength: number;
  private lasers: Uint8Array<ArrayBuffer> | undefined;

  /** `memory` has room for some records. */
  constructor(recordLength: number, memory: ArrayBuffer, withLasers: boolean) {
    this.recordLength = recordLength;
    this.memory = memory;
    this.lasers = withLasers ? new Uint8Array(this.room) : undefined;
  }

  /** Adds the records of points `first` … `first + count`, which `store` writes, by these lasers. */
  add(store: StoreRecords, first: number, count: number, lasers?: Uint8Array): void {
    this.makeRoom(this.points + count);
    store(new DataView(this.memory), this.points * this.recordLength, first, count);
    if (this.lasers) {
      invariant(lasers, 'points come with their lasers where chunks are in the order of these');
      this.lasers.set(lasers.subarray(first, first + count), this.points);
    }
    this.points += count;
  }

  /** The records added so far; the caller owns their memory. */
  take(): { records: Uint8Array<ArrayBuffer>; lasers?: Uint8Array<ArrayBuffer> } {
    const records = new Uint8Array(this.memory, 0, this.points * this.recordLength);
    return { records, lasers: this.lasers?.slice(0, this.points) };
  }

  private get room(): number {
    return Math.floor(this.memory.byteLength / this.recordLength);
  }

  private makeRoom(points: number): void {
    if (points <= this.room) return;
    const room = Math.max(points, 2 * this.room);
    const memory = new ArrayBuffer(room * this.recordLength);
    new Uint8Array(memory).set(new Uint8Array(this.memory, 0, this.points * this.recordLength));
    this.memory = memory;
    if (!this.lasers) return;
    const lasers = new Uint8Array(room);
    lasers.set(this.lasers.subarray(0, this.points));
    this.lasers = lasers;
  }
}

import type { BlockBuffer } from '../bytes/block-buffer.js';
import type { Vlr } from './vlr.js';

/** Writes the records of points `first` … `first + count` of some at `at` of `view`. */
export type StoreRecords = (view: DataView, at: number, first: number, count: number) => void;

/** Facts about a batch of points that point data need; `StoreRecords` gives the records. */
export interface DataBatch {
  count: number;
  /** Laser of each, if the file orders points by it. */
  lasers?: Uint8Array;
}

/** Copies records that lie one after the other. */
export const copyRecords =
  (records: Uint8Array, recordLength: number): StoreRecords =>
  (view, at, first, count) => {
    const part = records.subarray(first * recordLength, (first + count) * recordLength);
    new Uint8Array(view.buffer, view.byteOffset + at, part.length).set(part);
  };

/** The point data of a LAS file: its records one after the other, or compressed. */
export interface PointData {
  /** Whether the records are compressed (LAZ). */
  readonly compressed: boolean;
  /** Records of the head that tell a reader how to decode them. */
  readonly vlrs: readonly Vlr[];
  /** Records that must come first in the head, of constant length; absent: none. Called like `start`. */
  readonly firstVlrs?: readonly Vlr[];
  /** Extended records that `end` appends behind the point data; absent: none. */
  readonly extendedRecords?: number;
  /** Bytes appended so far, including `start`, without extended records. */
  readonly bytes: number;
  /**
   * Bytes before the records, of constant length; called before the first and after the last point. `position` is their
   * place in the file.
   */
  start(position: number): Uint8Array;
  /** Appends the records of a batch, written by `store`. */
  append(batch: DataBatch, buffer: BlockBuffer, store: StoreRecords): Promise<void>;
  /** Appends the rest behind the last point. */
  end(buffer: BlockBuffer): Promise<void>;
}

/** Records of `recordLength` bytes one after the other. */
export function plainData(recordLength: number): PointData {
  let bytes = 0;
  return {
    compressed: false,
    vlrs: [],
    get bytes() {
      return bytes;
    },
    start: () => new Uint8Array(0),
    append: async ({ count }, buffer, store) => {
      await buffer.appendRecords(count, recordLength, store);
      bytes += count * recordLength;
    },
    end: async () => {},
  };
}

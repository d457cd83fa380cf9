import type { PointBatch } from '../../cloud/point-batch.js';
import type { BlockBuffer } from '../block-buffer.js';
import type { Vlr } from './vlr.js';

/** Writes the records of points `first` … `first + count` of a batch at `at` of `view`. */
export type StoreRecords = (view: DataView, at: number, first: number, count: number) => void;

/** What point data need to know of a batch, whose records come from `StoreRecords`. */
export type DataBatch = Pick<PointBatch, 'count' | 'channel'>;

/** The point data of a LAS file: its records one after the other, or compressed. */
export interface PointData {
  /** LAZ. */
  readonly compressed: boolean;
  /** Records of the head that tell a reader how to decode them. */
  readonly vlrs: readonly Vlr[];
  /** Records that are the first of the head, of constant length; absent: none. Asked for like `start`. */
  readonly firstVlrs?: readonly Vlr[];
  /** Extended records that `end` appends behind the point data; absent: none. */
  readonly extendedRecords?: number;
  /** Bytes that have been appended, those of `start` included, of extended records not. */
  readonly bytes: number;
  /**
   * Bytes before the records, of constant length; asked for before the first and after the last point. `position` is
   * their place in the file.
   */
  start(position: number): Uint8Array;
  /** Appends the records of a batch, which `store` writes. */
  append(batch: DataBatch, buffer: BlockBuffer, store: StoreRecords): Promise<void>;
  /** Appends what is left behind the last point. */
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

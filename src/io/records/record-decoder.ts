import {
  createColumns,
  OPTIONAL_KEYS,
  type PointBatch,
  type PointColumns,
  type PointKey,
} from '../../cloud/point-batch.js';
import { POINT_ATTRIBUTES } from '../../cloud/point-schema.js';
import { viewOf } from '../bytes/byte-fields.js';
import { MisfitTally } from './misfits.js';
import { type RecordColumn, TILE_POINTS } from './record-columns.js';

/**
 * Decodes the attributes `keys`, or all, from records of `recordLength` bytes. Attributes without a column are 0;
 * optional ones are then absent.
 */
export class RecordDecoder<Key extends PointKey = PointKey> {
  /** Values so far that their attributes cannot hold. */
  readonly misfits = new MisfitTally();
  private readonly recordLength: number;
  private readonly columns: RecordColumn[];
  private readonly keys: Key[];

  constructor(recordLength: number, found: readonly RecordColumn[], keys?: readonly Key[]) {
    const present = (key: PointKey) =>
      !(OPTIONAL_KEYS as readonly PointKey[]).includes(key) || found.some((column) => column.key === key);
    this.recordLength = recordLength;
    this.keys = ((keys ?? ALL_KEYS) as readonly Key[]).filter(present);
    this.columns = found.filter(({ key }) => (this.keys as readonly PointKey[]).includes(key));
  }

  /** Columns for `count` points, all zero. `allocate` makes their memory. */
  createColumns(count: number, allocate?: (bytes: number) => ArrayBufferLike): PointColumns<Key> {
    return createColumns(count, this.keys, allocate);
  }

  /**
   * Writes the points of the first `count` records to `columns`, which must have room for them, and returns these.
   * `firstPoint` is the number of the first one in the cloud, from 0.
   */
  decode(records: Uint8Array, count: number, columns: PointColumns<Key>, firstPoint: number): PointColumns<Key> {
    const view = viewOf(records);
    const { misfits } = this;
    for (let first = 0; first < count; first += TILE_POINTS) {
      const tile = {
        view,
        stride: this.recordLength,
        first,
        end: Math.min(count, first + TILE_POINTS),
        firstPoint,
        misfits,
      };
      for (const column of this.columns) column.decode(columns as unknown as PointBatch, tile);
    }
    columns.count = count;
    return columns;
  }
}

const ALL_KEYS: readonly PointKey[] = [...new Set(POINT_ATTRIBUTES.map(({ key }) => key))];

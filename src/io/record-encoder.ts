import type { PointBatch } from '../cloud/point-batch.js';
import type { PointAttribute } from '../cloud/point-schema.js';
import type { CloudEncoder } from './cloud-file.js';
import type { ColumnPlace } from './column.js';

/** One number of every record. */
export interface RecordField {
  attribute: PointAttribute;
  /** Offset from the start of a record, in bytes. */
  at: number;
}

/** Layout of a file with a head and binary records of one length, one record per point. */
export interface RecordLayout<Field extends RecordField> {
  blockBytes?: number;
  fields: readonly Field[];
  /** Length of a record in bytes. */
  recordLength: number;
  /** Writes a field of `count` points of the batch, starting with number `first`, the first of them at `place`. */
  store(place: ColumnPlace, field: Field, batch: PointBatch, first: number, count: number): void;
  /** The head of a file with this number of points, with the same length for any number. */
  head(points: number): Uint8Array;
}

/** The encoder of such a file; fills records column by column. */
export function recordEncoder<Field extends RecordField>(layout: RecordLayout<Field>): CloudEncoder {
  const { blockBytes, fields, recordLength, store, head } = layout;
  return {
    blockBytes,
    head,
    append: (batch, buffer) =>
      buffer.appendRecords(batch.count, recordLength, (view, at, first, count) => {
        for (const field of fields)
          store({ view, at: at + field.at, stride: recordLength }, field, batch, first, count);
      }),
  };
}

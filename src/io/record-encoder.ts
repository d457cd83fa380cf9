import type { PointBatch } from '../cloud/point-batch.js';
import type { ElementType, PointAttribute } from '../cloud/point-schema.js';
import type { CloudEncoder } from './cloud-file.js';
import { newBytes, type PointCoder } from './coded-points.js';
import { type ColumnPlace, ELEMENT_BYTES } from './column.js';

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

/** Fields one behind the other in a record, each with the bytes of its type. */
export function placeFields<Field extends { type: ElementType }>(
  fields: readonly Field[],
): { fields: (Field & { at: number })[]; recordLength: number } {
  let recordLength = 0;
  const placed = fields.map((field) => {
    const at = recordLength;
    recordLength += ELEMENT_BYTES[field.type];
    return { ...field, at };
  });
  return { fields: placed, recordLength };
}

/** Number of points whose records stay in the processor's first cache while they are filled column by column. */
const TILE_POINTS = 256;

/** The coder of such a file. */
export const recordCoder = <Field extends RecordField>({
  fields,
  recordLength,
  store,
}: RecordLayout<Field>): PointCoder => ({
  code(batch, findBytes = newBytes) {
    const bytes = findBytes(batch.count * recordLength);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let first = 0; first < batch.count; first += TILE_POINTS) {
      const count = Math.min(TILE_POINTS, batch.count - first);
      for (const field of fields)
        store({ view, at: first * recordLength + field.at, stride: recordLength }, field, batch, first, count);
    }
    return { count: batch.count, bytes: [bytes] };
  },
});

/** The encoder of such a file. */
export const recordEncoder = <Field extends RecordField>({ blockBytes, head }: RecordLayout<Field>): CloudEncoder => ({
  blockBytes,
  head,
  append: ({ bytes: [records] }, buffer) => buffer.append(records),
});

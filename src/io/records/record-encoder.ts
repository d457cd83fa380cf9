import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import type { CloudEncoder } from './cloud-file.js';
import { newBytes, type PointCoder } from './coded-points.js';
import { RecordPlan, type RecordStep } from './record-plan.js';

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
  /** The steps that store a field. */
  steps(field: Field): RecordStep[];
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

/** The coder of such a file. */
export function recordCoder<Field extends RecordField>({
  fields,
  recordLength,
  steps,
}: RecordLayout<Field>): PointCoder {
  const plan = new RecordPlan(
    recordLength,
    fields.flatMap((field) => steps(field)),
  );
  return {
    code(batch, findBytes = newBytes) {
      const bytes = findBytes(batch.count * recordLength);
      plan.code(batch, bytes);
      return { count: batch.count, bytes: [bytes] };
    },
  };
}

/** The encoder of such a file. */
export const recordEncoder = <Field extends RecordField>({ blockBytes, head }: RecordLayout<Field>): CloudEncoder => ({
  blockBytes,
  head,
  append: ({ bytes: [records] }, buffer) => buffer.append(records),
});

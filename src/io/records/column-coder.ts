import { invariant } from '../../base/errors.js';
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import { newBytes, type PointCoder } from './coded-points.js';
import { asItIs, RecordPlan } from './record-plan.js';

/** A column of a file: `bytes` a point. */
export interface CodedColumn {
  bytes: number;
  /** Writes the column of a batch; `target` has exactly its size. */
  store(target: Uint8Array<ArrayBuffer>, batch: PointBatch): void;
}

/** Columns begin at multiples of it, so that they can be read as numbers of any type. */
const ALIGN = 8;

/** The coder of a file that is written column by column: a stretch of bytes for each. */
export function columnCoder(columns: readonly CodedColumn[]): PointCoder {
  const roomOf = ({ bytes }: CodedColumn, count: number) => Math.ceil((bytes * count) / ALIGN) * ALIGN;
  return {
    code(batch, findBytes = newBytes) {
      const { count } = batch;
      const memory = findBytes(columns.reduce((sum, column) => sum + roomOf(column, count), 0));
      let at = 0;
      const bytes = columns.map((column) => {
        const target = memory.subarray(at, at + column.bytes * count);
        column.store(target, batch);
        at += roomOf(column, count);
        return target;
      });
      return { count, bytes };
    },
  };
}

/** The numbers of `array` of a batch unchanged, `bytes` a point. */
export const arrayColumn = (key: PointKey, bytes: number): CodedColumn => ({
  bytes,
  store(target, batch) {
    const array = batch[key];
    invariant(array, 'every batch of a cloud has the attributes that its header names');
    target.set(new Uint8Array(array.buffer, array.byteOffset, target.length));
  },
});

/** One number of each point: an attribute. */
export function attributeColumn(attribute: PointAttribute): CodedColumn {
  const bytes = ELEMENT_BYTES[attribute.type];
  if (attribute.components === 1) return arrayColumn(attribute.key, bytes);
  const plan = new RecordPlan(bytes, [asItIs(attribute, 0)]);
  return { bytes, store: (target, batch) => void plan.code(batch, target) };
}

import { invariant } from '../../base/errors.js';
import { byteOf16Bits } from '../../cloud/byte-of-16-bits.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import type { CloudEncoder } from './cloud-file.js';
import type { PointCoder } from './coded-points.js';

/** An f32 has a little more than seven decimal digits. */
const F32_DIGITS = 7;

/** Characters collected before they are encoded. */
const TEXT_BLOCK = 65_536;

/** Returns the text of one column of a point. */
export type Cell = (batch: PointBatch, point: number) => string;

/** The lines of a file. */
export interface TextLayout {
  cells: readonly Cell[];
  separator: string;
  /** The header line; absent: the file has none. */
  names?: string;
  /** The lines in front of this number of points, of the same length for any number; absent: the header line. */
  headOf?(points: number): string;
}

/** The coder of a text file with one line per point. */
export const textCoder = ({ cells, separator }: TextLayout): PointCoder => ({
  code(batch) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let text = '';
    const encode = () => {
      parts.push(new TextEncoder().encode(text));
      text = '';
    };
    for (let point = 0; point < batch.count; point++) {
      text += cells[0](batch, point);
      for (let column = 1; column < cells.length; column++) text += separator + cells[column](batch, point);
      text += '\n';
      if (text.length >= TEXT_BLOCK) encode();
    }
    encode();
    return { count: batch.count, bytes: parts };
  },
});

/** The encoder of such a file. */
export function textEncoder({
  names,
  headOf = () => (names === undefined ? '' : `${names}\n`),
}: TextLayout): CloudEncoder {
  return {
    head: (points) => new TextEncoder().encode(headOf(points)),
    async append({ bytes }, buffer) {
      for (const part of bytes) await buffer.append(part);
    },
  };
}

/** The text of an attribute: with its fixed decimals, or the significant digits. */
export function attributeCell(attribute: PointAttribute): Cell {
  const { text } = attribute;
  const value = readerOf(attribute);
  if (text === undefined) return (batch, point) => String(value(batch, point));
  if (text === 'significant') return (batch, point) => String(Number(value(batch, point).toPrecision(F32_DIGITS)));
  return (batch, point) => value(batch, point).toFixed(text);
}

/** The text of an attribute of 16 bits in 8. */
export function byteCell(attribute: PointAttribute): Cell {
  const value = readerOf(attribute);
  return (batch, point) => String(byteOf16Bits(value(batch, point)));
}

const readerOf =
  ({ key, component, components }: PointAttribute) =>
  (batch: PointBatch, point: number): number => {
    const array = batch[key];
    invariant(array, 'every batch of a cloud has the attributes that its header names');
    return array[components * point + component];
  };

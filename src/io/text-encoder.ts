import { invariant } from '../base/errors.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { PointAttribute } from '../cloud/point-schema.js';
import type { CloudEncoder } from './cloud-file.js';

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
  /** The first line; absent: the file has none. */
  names?: string;
}

/** The encoder of a text file with one line per point. */
export function textEncoder({ cells, separator, names }: TextLayout): CloudEncoder {
  const head = new TextEncoder().encode(names === undefined ? '' : `${names}\n`);
  return {
    head: () => head,
    async append(batch, buffer) {
      let text = '';
      for (let point = 0; point < batch.count; point++) {
        text += cells[0](batch, point);
        for (let column = 1; column < cells.length; column++) text += separator + cells[column](batch, point);
        text += '\n';
        if (text.length < TEXT_BLOCK) continue;
        await buffer.append(new TextEncoder().encode(text));
        text = '';
      }
      await buffer.append(new TextEncoder().encode(text));
    },
  };
}

/** The cells of an attribute: its fixed decimals, or the significant digits. */
export function attributeCell(attribute: PointAttribute): Cell {
  const { text } = attribute;
  const value = readerOf(attribute);
  if (text === undefined) return (batch, point) => String(value(batch, point));
  if (text === 'significant') return (batch, point) => String(Number(value(batch, point).toPrecision(F32_DIGITS)));
  return (batch, point) => value(batch, point).toFixed(text);
}

/** The cells of an attribute of 16 bits: the upper 8. */
export function byteCell(attribute: PointAttribute): Cell {
  const value = readerOf(attribute);
  return (batch, point) => String(value(batch, point) >>> 8);
}

const readerOf =
  ({ key, component, components }: PointAttribute) =>
  (batch: PointBatch, point: number): number => {
    const array = batch[key];
    invariant(array, 'every batch of a cloud has the attributes that its header names');
    return array[components * point + component];
  };

import { quoteText } from '../../base/yaml/faults.js';
import type { NumberType } from '../records/number-type.js';
import type { PythonLiteral } from './python-literal.js';

/** A field of an item as the head of an array describes it. */
export interface NpyField {
  /** Empty: the items are numbers, or the field is a gap. */
  name: string;
  /** Type of the `count` numbers of the field; absent: not numbers, but items of another kind. */
  type?: NumberType;
  count: number;
  /** Whether the most significant byte comes first. */
  bigEndian: boolean;
  bytes: number;
  /** The type as written in the file. */
  text: string;
}

/** The reason why the fields of an array cannot be distinguished. */
export class NpyDescrFault extends Error {}

/** `<f8`, `|u1`, `>i4`, `|V3`, `<M8[ns]`; `?` is a Boolean. */
const TYPE = /^([<>|=]?)([?biufcmMSUVaO])(\d{0,9})(?:\[\w{1,10}\])?$/;

const TYPES: Readonly<Record<string, NumberType>> = Object.freeze({
  ...{ u1: 'u8', i1: 'i8', u2: 'u16', i2: 'i16', u4: 'u32', i4: 'i32', u8: 'u64', i8: 'i64' },
  ...{ f4: 'f32', f8: 'f64', b1: 'u8', '?': 'u8' },
});

/** Bytes of a character of a text in Unicode. */
const UNICODE_BYTES = 4;

/**
 * The fields of an item, from the value of `descr`: a type, or a list of names, types and shapes (NumPy, "Data type
 * objects", array interface). Throws NpyDescrFault for objects, which would have to be unpickled, and for values that
 * are not descriptions.
 */
export function npyFields(descr: PythonLiteral | undefined): NpyField[] {
  if (typeof descr === 'string') return [fieldOf('', descr, 1)];
  if (!Array.isArray(descr) || descr.length === 0) throw new NpyDescrFault('no type of its items');
  return descr.map((entry) => {
    if (!Array.isArray(entry) || entry.length < 2 || entry.length > 3)
      throw new NpyDescrFault('a field without a type');
    const [title, type, shape = []] = entry;
    // A field may have a title in front of its name.
    const name = Array.isArray(title) ? title[1] : title;
    if (typeof name !== 'string') throw new NpyDescrFault('a field without a name');
    const count = (typeof shape === 'number' ? [shape] : countsOf(shape)).reduce((product, next) => product * next, 1);
    if (typeof type === 'string') return fieldOf(name, type, count);
    const bytes = count * npyFields(type).reduce((sum, field) => sum + field.bytes, 0);
    return { name, count, bigEndian: false, bytes, text: 'fields' };
  });
}

/** The counts of a shape. Throws NpyDescrFault for another value. */
export function countsOf(shape: PythonLiteral | undefined): number[] {
  if (!Array.isArray(shape) || !shape.every((count) => Number.isSafeInteger(count) && (count as number) >= 0))
    throw new NpyDescrFault('no shape');
  return shape as number[];
}

function fieldOf(name: string, text: string, count: number): NpyField {
  const [, order, kind, digits] = TYPE.exec(text) ?? [];
  if (kind === undefined) throw new NpyDescrFault(`the type ${quoteText(text)}, which is none of NumPy`);
  if (kind === 'O') throw new NpyDescrFault('Python objects, which are not read: they would have to be run');
  const size = kind === '?' ? 1 : Number(digits) * (kind === 'U' ? UNICODE_BYTES : 1);
  const type = TYPES[kind + digits];
  return { name, type, count, bigEndian: order === '>' && size > 1, bytes: size * count, text };
}

import type { ElementType } from '../../cloud/point-schema.js';

/** Types of numbers of NumPy that subray writes. */
export type NpyType = '<u4' | '<u2' | '|u1' | '<i8' | '<f4' | '<f8';

export const NPY_ITEM_BYTES: Readonly<Record<NpyType, number>> = Object.freeze({
  '<u4': 4,
  '<u2': 2,
  '|u1': 1,
  '<i8': 8,
  '<f4': 4,
  '<f8': 8,
});

/** The types of attributes. */
export const NPY_TYPES: Readonly<Record<ElementType, NpyType>> = Object.freeze({
  u8: '|u1',
  u16: '<u2',
  u32: '<u4',
  f32: '<f4',
  f64: '<f8',
});

/** A field of the items of an array. */
export interface NamedType {
  name: string;
  type: NpyType;
}

/** "\x93NUMPY", version 1.0. */
const START = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0);
/** NumPy aligns data to 64 bytes. */
const ALIGNMENT = 64;
/** Room for a count of any length, so that all heads have the same. */
export const NPY_HEAD_BYTES = 2 * ALIGNMENT;
/** Decimal digits of the largest count that a double holds exactly. */
const COUNT_DIGITS = 16;

/** The head of a .npy file (NumPy Enhancement Proposal 1) of `count` items, or rows of `columns` items. */
export function npyHead(type: NpyType | '<i4', count: number, columns = 1): Uint8Array {
  return headBytes(`'${type}'`, columns === 1 ? `(${count},)` : `(${count}, ${columns})`, NPY_HEAD_BYTES);
}

/**
 * The head of a .npy file of `count` items with these fields, one behind the other; of the same length for any count.
 */
export function npyTableHead(fields: readonly NamedType[], count: number): Uint8Array {
  const descr = `[${fields.map(({ name, type }) => `('${name}', '${type}')`).join(', ')}]`;
  const most = START.length + 2 + entries(descr, `(${'9'.repeat(COUNT_DIGITS)},)`).length + 1;
  return headBytes(descr, `(${count},)`, Math.ceil(most / ALIGNMENT) * ALIGNMENT);
}

const entries = (descr: string, shape: string): string =>
  `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }`;

function headBytes(descr: string, shape: string, bytes: number): Uint8Array {
  const head = new Uint8Array(bytes);
  const length = bytes - START.length - 2;
  head.set(START);
  new DataView(head.buffer).setUint16(START.length, length, true);
  head.set(new TextEncoder().encode(`${entries(descr, shape).padEnd(length - 1)}\n`), START.length + 2);
  return head;
}

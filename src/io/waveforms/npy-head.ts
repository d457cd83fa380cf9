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

/** "\x93NUMPY", version 1.0. */
const START = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0);
/** Room for a count of any length, so that all heads have the same. NumPy aligns data to 64 bytes. */
export const NPY_HEAD_BYTES = 128;

/** The head of a .npy file (NumPy Enhancement Proposal 1) of `count` items, or rows of `columns` items. */
export function npyHead(type: NpyType, count: number, columns = 1): Uint8Array {
  const shape = columns === 1 ? `(${count},)` : `(${count}, ${columns})`;
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  const head = new Uint8Array(NPY_HEAD_BYTES);
  const length = NPY_HEAD_BYTES - START.length - 2;
  head.set(START);
  new DataView(head.buffer).setUint16(START.length, length, true);
  head.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), START.length + 2);
  return head;
}

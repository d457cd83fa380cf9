import { type NpyType, npyHead } from '../npz/npy-head.js';

/** A .npy file of numbers of a type, in rows of `columns`. */
export function npyFile(
  type: NpyType | '<i4',
  numbers: Float32Array | Float64Array | Int32Array | Uint8Array,
  columns = 1,
): Uint8Array {
  const head = npyHead(type, numbers.length / columns, columns);
  const bytes = new Uint8Array(head.length + numbers.byteLength);
  bytes.set(head);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), head.length);
  return bytes;
}

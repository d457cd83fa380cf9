import { NPY_MAGIC } from './read/npy.js';

/** NumPy pads the header so that data start at a multiple of this. */
const ALIGNMENT = 64;
/** Magic, version and the header's length (2 bytes). */
const PREFIX_BYTES = NPY_MAGIC.length + 4;
const ITEM_BYTES = 4;

/**
 * The bytes of a .npy file (version 1.0) with `values` as 4-byte floats in C order, the last axis of `shape` the fastest.
 * Precondition: as many values as the shape holds.
 */
export function npyBytes(shape: readonly number[], values: Float32Array): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dictionary = `{'descr': '<f4', 'fortran_order': False, 'shape': (${tuple}), }`;
  const dataAt = Math.ceil((PREFIX_BYTES + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT;
  const header = `${dictionary.padEnd(dataAt - PREFIX_BYTES - 1)}\n`;

  const bytes = new Uint8Array(dataAt + ITEM_BYTES * values.length);
  const view = new DataView(bytes.buffer);
  bytes.set(NPY_MAGIC);
  bytes.set([1, 0], NPY_MAGIC.length);
  view.setUint16(NPY_MAGIC.length + 2, header.length, true);
  bytes.set(new TextEncoder().encode(header), PREFIX_BYTES);
  values.forEach((value, index) => {
    view.setFloat32(dataAt + ITEM_BYTES * index, value, true);
  });
  return bytes;
}

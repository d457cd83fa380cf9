import { UserError } from '../../base/errors.js';
import { latin1 } from '../../base/latin1.js';
import { quoteText } from '../../base/yaml/faults.js';
import { littleEndianFloats } from '../read/little-endian.js';

/** An array in NumPy's file format. */
interface NpyArray {
  /** Number of items along each axis; the last axis is the fastest. */
  shape: readonly number[];
  values: Float32Array | Float64Array;
}

/** "\x93NUMPY", then the version's two bytes. */
const NPY_MAGIC = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59);
const VERSION_AT = NPY_MAGIC.length;
const LENGTH_AT = VERSION_AT + 2;
/** The header has three short entries; NumPy itself refuses more than 10,000 bytes in a file that is not trusted. */
const HEADER_BYTES_MAX = 10_000;
const AXES_MAX = 32;
/** NumPy pads the header so that the data start at a multiple of this. */
const ALIGNMENT = 64;
/** Magic, version and the header's length (2 bytes). */
const PREFIX_BYTES = NPY_MAGIC.length + 4;
const ITEM_BYTES = 4;

/** Values under each key of the header, a literal of a Python dictionary. */
const DESCR = /'descr'\s*:\s*'([^']*)'/;
const FORTRAN_ORDER = /'fortran_order'\s*:\s*(True|False)\b/;
const SHAPE = /'shape'\s*:\s*\(([^)]*)\)/;

/**
 * The array of a .npy file (NumPy Enhancement Proposal 1, versions 1.0 to 3.0) of 4- or 8-byte little-endian floats in
 * C order. Messages call the file `file`. Allocates no more than the length of the file. Throws UserError for anything
 * else, and if the file is shorter or longer than its header states.
 */
export function parseNpy(bytes: Uint8Array, file: string): NpyArray {
  const { header, dataAt } = readHeader(bytes, file);
  const itemBytes = readItemBytes(header, file);
  const shape = readShape(header, file);
  const found = bytes.length - dataAt;
  const expected = shape.reduce((product, count) => product * count, itemBytes);
  if (found !== expected)
    throw npyFault(file, `found ${found} bytes behind the header, expected ${expected} for the shape (${shape})`);
  return { shape, values: littleEndianFloats(bytes.subarray(dataAt), itemBytes) };
}

function readHeader(bytes: Uint8Array, file: string): { header: string; dataAt: number } {
  if (NPY_MAGIC.some((byte, index) => bytes[index] !== byte))
    throw npyFault(file, 'found other bytes at its start than "\\x93NUMPY", expected a NumPy array (.npy)');
  const [major, minor] = bytes.subarray(VERSION_AT, LENGTH_AT);
  if (!(major >= 1 && major <= 3 && minor === 0))
    throw npyFault(
      file,
      `found version ${major ?? '–'}.${minor ?? '–'} in byte ${VERSION_AT}, expected 1.0, 2.0 or 3.0`,
    );
  const headerAt = LENGTH_AT + (major === 1 ? 2 : 4);
  if (bytes.length < headerAt)
    throw npyFault(file, `the file ends in byte ${bytes.length}, in the middle of its header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = major === 1 ? view.getUint16(LENGTH_AT, true) : view.getUint32(LENGTH_AT, true);
  const room = Math.min(HEADER_BYTES_MAX, bytes.length - headerAt);
  if (length > room) throw npyFault(file, `found a header of ${length} bytes, expected ${room} at most`);
  const dataAt = headerAt + length;
  return { header: latin1(bytes.subarray(headerAt, dataAt)), dataAt };
}

function readItemBytes(header: string, file: string): 4 | 8 {
  const descr = DESCR.exec(header)?.[1];
  if (descr !== '<f4' && descr !== '<f8')
    throw npyFault(file, `found items of type ${quoteText(descr ?? '')}, expected "<f4" or "<f8"`);
  if (FORTRAN_ORDER.exec(header)?.[1] !== 'False')
    throw npyFault(file, 'found columns first (fortran_order), expected C order: numpy.ascontiguousarray changes it');
  return descr === '<f4' ? 4 : 8;
}

function readShape(header: string, file: string): number[] {
  const text = SHAPE.exec(header)?.[1];
  const parts = text?.split(',').map((part) => part.trim()) ?? [];
  // A tuple of one item ends with a comma.
  if (parts.at(-1) === '') parts.pop();
  const isShape = text !== undefined && parts.length <= AXES_MAX && parts.every((part) => /^\d{1,15}$/.test(part));
  if (isShape) return parts.map(Number);
  throw npyFault(file, `found the shape ${quoteText(text ?? '')}, expected up to ${AXES_MAX} whole numbers`);
}

const npyFault = (file: string, message: string): UserError => new UserError(message, { place: { file } });

/**
 * The bytes of a .npy file (version 1.0) with `values` as 4-byte floats in C order, the last axis of `shape` the
 * fastest. Precondition: there are as many values as the shape holds.
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

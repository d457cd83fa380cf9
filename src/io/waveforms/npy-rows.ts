import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { latin1, readBytes } from '../read/read-head.js';
import { NPY_ITEM_BYTES, type NpyType } from './npy-head.js';
import type { ArchiveEntry } from './zip-reader.js';

/** An array of NumPy in a file, of which rows are read. */
export interface NpyRows {
  /** Number of rows, and of numbers in each. */
  count: number;
  columns: number;
  /** The numbers of `some` rows from number `first` on. */
  read(first: number, some: number): Promise<Float64Array>;
}

const START_BYTES = 10;
/** NumPy itself refuses more in a file that is not trusted. */
const HEAD_BYTES_MAX = 10_000;

const DESCR = /'descr'\s*:\s*'([^']*)'/;
const ORDER = /'fortran_order'\s*:\s*False\b/;
const SHAPE = /'shape'\s*:\s*\((\d{1,15}),?\s*(\d{1,3})?,?\s*\)/;

const READ: Readonly<Record<NpyType, (view: DataView, at: number) => number>> = Object.freeze({
  '<u4': (view, at) => view.getUint32(at, true),
  '<u2': (view, at) => view.getUint16(at, true),
  '|u1': (view, at) => view.getUint8(at),
  '<i8': (view, at) => Number(view.getBigInt64(at, true)),
  '<f4': (view, at) => view.getFloat32(at, true),
  '<f8': (view, at) => view.getFloat64(at, true),
});

/** Opens an array of one or two axes (NumPy Enhancement Proposal 1, version 1.0). Throws UserError for others. */
export async function openNpyRows(handle: InputFile, path: string, entry: ArchiveEntry): Promise<NpyRows> {
  const fault = (found: string) => new UserError(`${entry.name}: ${found}`, { place: { file: path } });
  const start = await readBytes(handle, entry.at, START_BYTES);
  if (entry.bytes < START_BYTES || latin1(start.subarray(1, 6)) !== 'NUMPY' || start[6] !== 1)
    throw fault('found no array of NumPy, version 1.0');
  const headBytes = start[8] + 256 * start[9];
  if (headBytes > Math.min(HEAD_BYTES_MAX, entry.bytes - START_BYTES))
    throw fault(`found a head of ${headBytes} bytes`);
  const head = latin1(await readBytes(handle, entry.at + START_BYTES, headBytes));
  const type = DESCR.exec(head)?.[1] as NpyType;
  const shape = SHAPE.exec(head);
  if (!Object.hasOwn(READ, type) || !shape || !ORDER.test(head))
    throw fault(`found ${JSON.stringify(head.trim())}, expected rows of ${Object.keys(READ).join(', ')}`);
  const [count, columns] = [Number(shape[1]), Number(shape[2] ?? 1)];
  const rowBytes = columns * NPY_ITEM_BYTES[type];
  const dataAt = entry.at + START_BYTES + headBytes;
  if (count * rowBytes !== entry.bytes - START_BYTES - headBytes)
    throw fault(
      `found ${entry.bytes - START_BYTES - headBytes} bytes, expected ${count * rowBytes} for its ${count} rows`,
    );
  return {
    count,
    columns,
    read: async (first, some) => {
      if (!(Number.isInteger(first) && Number.isInteger(some) && first >= 0 && some >= 0 && first + some <= count))
        throw fault(`found rows ${first} to ${first + some} in use, expected some of its ${count}`);
      const data = await readBytes(handle, dataAt + first * rowBytes, some * rowBytes);
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const read = READ[type];
      return Float64Array.from({ length: some * columns }, (_, k) => read(view, k * NPY_ITEM_BYTES[type]));
    },
  };
}

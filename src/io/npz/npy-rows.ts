import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { readBytes } from '../bytes/read-head.js';
import { NPY_ITEM_BYTES, type NpyType } from './npy-head.js';
import { readNpyHead } from './read-npy-head.js';
import type { ArchiveEntry } from './zip-reader.js';

/** An array of NumPy in a file, read by rows. */
export interface NpyRows {
  /** Number of rows, and of numbers in each. */
  count: number;
  columns: number;
  /** The numbers of `some` rows from number `first` on. */
  read(first: number, some: number): Promise<Float64Array>;
}

const READ: Readonly<Record<NpyType, (view: DataView, at: number) => number>> = Object.freeze({
  '<u4': (view, at) => view.getUint32(at, true),
  '<u2': (view, at) => view.getUint16(at, true),
  '|u1': (view, at) => view.getUint8(at),
  '<i8': (view, at) => Number(view.getBigInt64(at, true)),
  '<f4': (view, at) => view.getFloat32(at, true),
  '<f8': (view, at) => view.getFloat64(at, true),
});

/** Opens an array of one or two axes (NumPy Enhancement Proposal 1). Throws UserError for others. */
export async function openNpyRows(handle: InputFile, path: string, entry: ArchiveEntry): Promise<NpyRows> {
  const fault = (found: string) => new UserError(`${entry.name}: ${found}`, { place: { file: path } });
  const { fields, shape, fortranOrder, dataAt, dataBytes, text: head } = await readNpyHead(handle, { path, ...entry });
  const type = fields[0].text as NpyType;
  if (fields.length > 1 || !Object.hasOwn(READ, type) || shape.length < 1 || shape.length > 2 || fortranOrder)
    throw fault(`found ${quoteText(head)}, expected rows of ${Object.keys(READ).join(', ')}`);
  const [count, columns = 1] = shape;
  const rowBytes = columns * NPY_ITEM_BYTES[type];
  if (count * rowBytes !== dataBytes)
    throw fault(`found ${counted(dataBytes, 'byte')}, expected ${count * rowBytes} for its ${counted(count, 'row')}`);
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

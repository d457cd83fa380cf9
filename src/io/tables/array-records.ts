import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { RecordSource } from '../records/record-source.js';
import type { TableCloud, TableField } from './table-cloud.js';

/** Consecutive rows in a file that form a part of every record. */
export interface StoredArray {
  /** Its first row, in bytes from the start of the file. */
  dataAt: number;
  rowBytes: number;
  /** Place of its row in a record. */
  at: number;
}

/** A stored field; bytes of big-endian numbers are reversed. */
export interface StoredField extends TableField {
  bigEndian: boolean;
  /** Bytes of a number. */
  bytes: number;
}

/** A table that is stored in arrays, with a row for every point in each. */
export interface StoredTable extends TableCloud {
  arrays: StoredArray[];
  fields: StoredField[];
}

/** Opens the records of a table, each joined from a row of every array. Throws UserError if that fails. */
export async function openArrayRecords(cloud: StoredTable): Promise<RecordSource> {
  const { files, path, recordLength, arrays, fields } = cloud;
  const failed = (error: unknown) => {
    throw fileError(files, 'read', path, error);
  };
  const handle = await files.open(path).catch(failed);
  const swapped = fields.filter(({ bigEndian }) => bigEndian);
  return {
    read: async (first, count, target) => {
      for (const { dataAt, rowBytes, at } of arrays) {
        const isWhole = rowBytes === recordLength;
        const rows = isWhole ? target.subarray(0, count * rowBytes) : new Uint8Array(count * rowBytes);
        const read = await handle.read(rows, dataAt + first * rowBytes).catch(failed);
        if (read < rows.length) throw new UserError('the file has become shorter', { place: { file: path } });
        if (!isWhole) scatter(rows, rowBytes, target, at, recordLength);
      }
      for (const { at, bytes } of swapped)
        for (let i = 0, from = at; i < count; i++, from += recordLength) target.subarray(from, from + bytes).reverse();
    },
    close: () => handle.close(),
  };
}

/** Copies rows of `rowBytes` to places `stride` bytes apart. */
function scatter(rows: Uint8Array, rowBytes: number, target: Uint8Array, at: number, stride: number): void {
  for (let from = 0, to = at; from < rows.length; from += rowBytes, to += stride)
    for (let k = 0; k < rowBytes; k++) target[to + k] = rows[from + k];
}

import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { RecordSource } from '../records/record-source.js';
import { CELL_BYTES } from '../records/text-rows.js';
import { ColumnCursor } from './column-cursor.js';
import type { ParquetCloud } from './parquet-cloud.js';

/**
 * Opens the records of a Parquet file: a number of f64 for each column that is read, NaN for missing ones. Memory is
 * that of a page of each column. Throws UserError if it cannot be read.
 */
export async function openParquetRecords(cloud: ParquetCloud): Promise<RecordSource> {
  const { files, path, groups, columns, recordLength } = cloud;
  const failed = (error: unknown) => {
    throw error instanceof UserError ? error : fileError(files, 'read', path, error);
  };
  const handle = await files.open(path).catch(failed);
  /** The row group that is being read, the row in it, and the number of the next point. */
  let [group, row, position] = [0, 0, 0];
  let cursors: ColumnCursor[] = [];
  const enter = (number: number) => {
    const { rows, chunks } = groups[number];
    cursors = columns.map((column, k) => new ColumnCursor(handle, path, column, chunks[k], rows));
    [group, row] = [number, 0];
  };
  const seek = async (first: number) => {
    let [number, start] = [0, 0];
    while (start + groups[number].rows <= first) start += groups[number++].rows;
    enter(number);
    for (const cursor of cursors) await cursor.next(first - start, () => {});
    [row, position] = [first - start, first];
  };
  const read = async (first: number, count: number, target: Uint8Array) => {
    if (count > 0 && (first !== position || cursors.length === 0)) await seek(first);
    const view = viewOf(target);
    for (let done = 0; done < count; ) {
      if (row === groups[group].rows) enter(group + 1);
      const some = Math.min(count - done, groups[group].rows - row);
      for (const [k, cursor] of cursors.entries()) {
        let to = done * recordLength + k * CELL_BYTES;
        await cursor.next(some, (numbers) => {
          for (let i = 0; i < numbers.length; i++, to += recordLength) view.setFloat64(to, numbers[i], true);
        });
      }
      done += some;
      row += some;
      position += some;
    }
  };
  return { read: (first, count, target) => read(first, count, target).catch(failed), close: () => handle.close() };
}

import { openNpzCloud } from '../npz/open-npy-cloud.js';
import { openArrayRecords, type StoredTable } from '../read/array-records.js';
import { tableColumns } from '../read/table-cloud.js';
import type { CloudReader } from '../readable-cloud.js';

/** Archives of arrays of NumPy, not compressed, with an array for every attribute. */
export const NPZ_READER: CloudReader<StoredTable> = {
  endings: ['.npz'],
  open: openNpzCloud,
  columns: tableColumns,
  openRecords: openArrayRecords,
};

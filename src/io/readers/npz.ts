import { openNpzCloud } from '../npz/open-npy-cloud.js';
import type { CloudReader } from '../records/readable-cloud.js';
import { openArrayRecords, type StoredTable } from '../tables/array-records.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';

/** Archives of arrays of NumPy, not compressed, with an array for every attribute. */
export const NPZ_READER: CloudReader<StoredTable> = {
  endings: ['.npz'],
  open: openNpzCloud,
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: openArrayRecords,
};

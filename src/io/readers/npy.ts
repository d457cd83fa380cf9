import { openNpyCloud } from '../npz/open-npy-cloud.js';
import { openArrayRecords, type StoredTable } from '../read/array-records.js';
import { tableColumns } from '../read/table-cloud.js';
import type { CloudReader } from '../readable-cloud.js';

/** Arrays of NumPy: structured ones, and those with a row of numbers for every point. */
export const NPY_READER: CloudReader<StoredTable> = {
  endings: ['.npy'],
  open: openNpyCloud,
  columns: tableColumns,
  openRecords: openArrayRecords,
};

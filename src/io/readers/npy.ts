import { openNpyCloud } from '../npz/open-npy-cloud.js';
import type { CloudReader } from '../records/readable-cloud.js';
import { openArrayRecords, type StoredTable } from '../tables/array-records.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';

/** Arrays of NumPy: structured ones, and those with a row of numbers for every point. */
export const NPY_READER: CloudReader<StoredTable> = {
  endings: ['.npy'],
  open: openNpyCloud,
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: openArrayRecords,
};

import type { ParquetCloud } from '../parquet/parquet-cloud.js';
import type { CloudReader } from '../records/readable-cloud.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';

/** Apache Parquet with a column of numbers for every attribute. Its code is loaded on first use. */
export const PARQUET_READER: CloudReader<ParquetCloud> = {
  endings: ['.parquet'],
  open: async (files, path) => (await import('../parquet/open-parquet.js')).openParquet(files, path),
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: async (cloud) => (await import('../parquet/parquet-records.js')).openParquetRecords(cloud),
};

import type { E57Cloud } from '../e57/e57-cloud.js';
import type { CloudReader } from '../records/readable-cloud.js';
import { tableColumns } from '../tables/table-cloud.js';

/** E57 (ASTM E2807-11), all scans of a file as one cloud. Its code is loaded on first use. */
export const E57_READER: CloudReader<E57Cloud> = {
  endings: ['.e57'],
  open: async (files, path) => (await import('../e57/open-e57.js')).openE57(files, path),
  columns: tableColumns,
  openRecords: async (cloud) => (await import('../e57/e57-records.js')).openE57Records(cloud),
};

import { lasFaults } from '../las/describe-las.js';
import { lasColumns } from '../las/las-columns.js';
import { type LasFile, openLas } from '../las/las-file.js';
import { openRecords } from '../las/open-records.js';
import type { CloudReader } from '../readable-cloud.js';

/** LAS 1.0–1.4 and LAZ. */
export const LAS_READER: CloudReader<LasFile> = {
  endings: ['.las', '.laz'],
  open: openLas,
  columns: lasColumns,
  openRecords,
  faults: lasFaults,
};

import { lasFaults } from '../las-files/describe-las.js';
import { lasColours, lasColumns } from '../las-files/las-columns.js';
import { type LasFile, openLas } from '../las-files/las-file.js';
import { openLasRecords } from '../las-files/open-records.js';
import type { CloudReader } from '../records/readable-cloud.js';

/** LAS 1.0–1.4 and LAZ. */
export const LAS_READER: CloudReader<LasFile> = {
  endings: ['.las', '.laz'],
  open: openLas,
  columns: lasColumns,
  rangeless: lasColours,
  openRecords: openLasRecords,
  faults: lasFaults,
};

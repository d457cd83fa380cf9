import type { CloudReader } from '../records/readable-cloud.js';
import { lineOfCell, openPtxCloud, openPtxRecords, type PtxCloud } from '../tables/ptx-scans.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';

/** PTX of Leica: scans in rows and columns, all scans of a file as one cloud. */
export const PTX_READER: CloudReader<PtxCloud> = {
  endings: ['.ptx'],
  open: openPtxCloud,
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: openPtxRecords,
  lineOf: lineOfCell,
};

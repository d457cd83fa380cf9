import type { CloudReader } from '../records/readable-cloud.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { openTextCloud, type TextCloud } from '../tables/open-text-cloud.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';
import { unnamedColumns } from '../tables/unnamed-columns.js';
import { hasDeepColours } from '../units/deep-colours.js';

/** Text with a header line, or x, y, z and perhaps an intensity without one. */
export const CSV_READER: CloudReader<TextCloud> = {
  endings: ['.csv'],
  open: (files, path) =>
    openTextCloud(files, path, {
      format: 'csv',
      namesFor: unnamedColumns,
      hasDeepColours,
    }),
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

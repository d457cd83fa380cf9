import { hasDeepColours } from '../deep-colours.js';
import { openTextCloud, type TextCloud } from '../read/open-text-cloud.js';
import { tableColumns } from '../read/table-cloud.js';
import { lineOfRow, openTextRecords } from '../read/text-records.js';
import { unnamedColumns } from '../read/unnamed-columns.js';
import type { CloudReader } from '../readable-cloud.js';

/** Text with a line of names, or x, y, z and perhaps an intensity without names. */
export const CSV_READER: CloudReader<TextCloud> = {
  endings: ['.csv'],
  open: (files, path) =>
    openTextCloud(files, path, {
      format: 'csv',
      namesFor: unnamedColumns,
      hasDeepColours,
    }),
  columns: tableColumns,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

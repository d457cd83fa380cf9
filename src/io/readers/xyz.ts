import { openTextCloud, type TextCloud, unnamedColumns } from '../read/open-text-cloud.js';
import { tableColumns } from '../read/table-cloud.js';
import { lineOfRow, openTextRecords } from '../read/text-records.js';
import type { CloudReader } from '../readable-cloud.js';

/** Columns of files without names, by their number; of others only x, y, z and the intensity are known. */
const BY_COUNT: Readonly<Record<number, readonly string[]>> = Object.freeze({
  0: ['x', 'y', 'z'],
  3: ['x', 'y', 'z'],
  6: ['x', 'y', 'z', 'red', 'green', 'blue'],
  7: ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'],
  8: ['x', 'y', 'z', 'intensity', 'classification', 'return_number', 'number_of_returns', 'instance'],
  11: [
    ...['x', 'y', 'z', 'intensity', 'classification', 'return_number', 'number_of_returns', 'instance'],
    ...['red', 'green', 'blue'],
  ],
});

/** Columns separated by blanks, without names; subray's own have 8 or 11. Colours have 8 bits. */
export const XYZ_READER: CloudReader<TextCloud> = {
  endings: ['.xyz', '.txt', '.asc'],
  claims: () => false,
  open: (files, path) =>
    openTextCloud(files, path, {
      format: 'xyz',
      title: 'XYZ',
      namesFor: (count) => BY_COUNT[count] ?? unnamedColumns(count),
      hasDeepColours: () => false,
    }),
  columns: tableColumns,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

import type { CloudReader } from '../records/readable-cloud.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { openTextCloud, type TextCloud } from '../tables/open-text-cloud.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';
import { unnamedColumns } from '../tables/unnamed-columns.js';
import { PTS_SPAN } from '../units/value-ranges.js';

/** Columns by their number. */
const BY_COUNT: Readonly<Record<number, readonly string[]>> = Object.freeze({
  0: ['x', 'y', 'z'],
  6: ['x', 'y', 'z', 'red', 'green', 'blue'],
  7: ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'],
});

/** PTS of Leica, one cloud of a file or several one after the other: each a number of points, then their rows. */
export const PTS_READER: CloudReader<TextCloud> = {
  endings: ['.pts'],
  open: (files, path) =>
    openTextCloud(files, path, {
      format: 'pts',
      isCounted: true,
      intensities: [[0, 255], PTS_SPAN],
      namesFor: (words) => BY_COUNT[words.length] ?? unnamedColumns(words),
    }),
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

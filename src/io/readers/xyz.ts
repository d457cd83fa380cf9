import { openTextCloud, type TextCloud, type UnnamedColumns, unnamedColumns } from '../read/open-text-cloud.js';
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

/**
 * The point table of HELIOS++ 2: echo widths in nanoseconds, and as intensity the height of the received waveform in
 * nanowatts.
 */
const HELIOS_COLUMNS: UnnamedColumns = Object.freeze({
  names: [
    ...['x', 'y', 'z', 'intensity', 'echo_width', 'return_number', 'number_of_returns', 'fullwaveIndex'],
    ...['hitObjectId', 'classification', 'gps_time'],
  ],
  scales: { echo_width: 1e-9 },
  besides: { amplitude: { column: 'intensity', scale: 1e-9 } },
});

/** Whether a row is one of HELIOS++: where subray has a class and a blue, both whole, widths and times have decimals. */
const isHeliosRow = (words: readonly string[]): boolean =>
  words.length === HELIOS_COLUMNS.names.length && words[4].includes('.') && words[10].includes('.');

/** Columns separated by blanks, without names; subray's own have 8 or 11, as have those of HELIOS++. Colours have 8 bits. */
export const XYZ_READER: CloudReader<TextCloud> = {
  endings: ['.xyz', '.txt', '.asc'],
  claims: () => false,
  open: (files, path) =>
    openTextCloud(files, path, {
      format: 'xyz',
      title: 'XYZ',
      columnsFor: (words) =>
        isHeliosRow(words) ? HELIOS_COLUMNS : { names: BY_COUNT[words.length] ?? unnamedColumns(words.length) },
      hasDeepColours: () => false,
    }),
  columns: tableColumns,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

import type { CloudReader } from '../records/readable-cloud.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { openTextCloud, type TextCloud } from '../tables/open-text-cloud.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';
import { unnamedColumns } from '../tables/unnamed-columns.js';
import { HELIOS_AMPLITUDE, HELIOS_FULL_AMPLITUDE, HELIOS_OBJECT_SHIFT, HELIOS_WIDTH } from '../units/helios-units.js';

/** Columns of files without names, by their number; in other files only x, y, z and the intensity are known. */
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

/** The columns of HELIOS++ points. The last one is a time: it has decimals, which no colour has. */
const HELIOS_NAMES = [
  ...['x', 'y', 'z', 'amplitude', 'echo_width', 'return_number', 'number_of_returns'],
  ...['pulse', 'instance', 'classification', 'gps_time'],
];

const isOfHelios = (words: readonly string[]): boolean =>
  words.length === HELIOS_NAMES.length && /^\d+\.\d+$/.test(words[words.length - 1]);

/**
 * Amplitudes in nanowatts, which are also the intensity, as in LAS files of HELIOS++; widths in nanoseconds; pulses
 * from 1; objects from 0.
 */
const HELIOS_UNITS = [
  { name: 'amplitude', column: 3, scale: 1 / HELIOS_AMPLITUDE },
  { name: 'intensity', column: 3, scale: 65_535 / HELIOS_FULL_AMPLITUDE },
  { name: 'echo_width', column: 4, scale: 1 / HELIOS_WIDTH },
  { name: 'pulse', column: 7, scale: 1, shift: -1 },
  { name: 'instance', column: 8, scale: 1, shift: HELIOS_OBJECT_SHIFT },
];

/**
 * Columns separated by blanks, without names; files by subray have 8 or 11, those of HELIOS++ 11 with a time at the
 * end. Colours have 8 bits.
 */
export const XYZ_READER: CloudReader<TextCloud> = {
  endings: ['.xyz', '.txt', '.asc'],
  open: (files, path) =>
    openTextCloud(files, path, {
      weekTimeOf: (names) => names === HELIOS_NAMES,
      format: 'xyz',
      namesFor: (words) => (isOfHelios(words) ? HELIOS_NAMES : (BY_COUNT[words.length] ?? unnamedColumns(words))),
      unitsFor: (names) => (names === HELIOS_NAMES ? HELIOS_UNITS : []),
    }),
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) => openTextRecords(cloud, cloud.rows),
  lineOf: (cloud, point) => lineOfRow(cloud, cloud.rows, point),
};

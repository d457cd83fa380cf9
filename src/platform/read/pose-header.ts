import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { reportUnread } from '../../base/unread-columns.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { PoseColumns } from './pose-table.js';
import { type ColumnChoice, POSE_COLUMNS, type PoseColumn } from './trajectory-parser.js';

/**
 * Other names of the columns in headers, in lower case without blanks, dots, underscores and units. Those with "rs" are
 * of EuRoC and TUM-VI: p_RS_R_x, q_RS_w.
 */
const ALIASES: Readonly<Record<PoseColumn, readonly string[]>> = {
  time: ['t', 'gpstime', 'timestamp', 'seconds', 'sec'],
  x: ['tx', 'east', 'easting', 'px', 'prsrx'],
  y: ['ty', 'north', 'northing', 'py', 'prsry'],
  z: ['tz', 'up', 'height', 'altitude', 'alt', 'elevation', 'pz', 'prsrz'],
  latitude: ['lat'],
  longitude: ['lon', 'long', 'lng'],
  roll: [],
  pitch: [],
  heading: ['yaw'],
  qx: ['qrsx'],
  qy: ['qrsy'],
  qz: ['qrsz'],
  qw: ['qrsw'],
};

/** `GPS_Time [s]` → `gpstime` */
const plainName = (name: string): string =>
  name
    .replace(/[[(].*$/, '')
    .replace(/_(ns|us|ms)\s*$/i, '')
    .replace(/[\s._"'#:/-]/g, '')
    .toLowerCase();

/**
 * Index of each column of a pose: as in `choice`, otherwise by the names in `header`. Throws UserError at `place` for a
 * name that the header lacks or has twice.
 */
export function findPoseColumns(header: readonly string[], choice: ColumnChoice, place: SourcePlace): PoseColumns {
  const names = header.map(plainName);
  const columns = new Map<PoseColumn, number>();
  for (const column of POSE_COLUMNS) {
    const chosen = choice[column];
    const index = chosen === undefined ? known(names, column, place) : chosenIndex(header, column, chosen, place);
    if (index >= 0) columns.set(column, index);
  }
  return columns;
}

/**
 * Warns of the columns of a header that are not read. Throws UserError at `place` for one with nearly the name of a
 * column which the table lacks.
 */
export function reportUnreadPoses(header: readonly string[], columns: PoseColumns, place: SourcePlace, log: Log): void {
  const read = new Set(columns.values());
  const unread = header.filter((_, index) => !read.has(index));
  const lacking = POSE_COLUMNS.filter((column) => !columns.has(column) && isOpen(column, columns));
  reportUnread({ unread, lacking: lacking.flatMap((column) => [column, ...ALIASES[column]]), place }, log);
}

/** Whether a column could be among those of a table: it has a place, and an attitude, of one kind. */
function isOpen(column: PoseColumn, columns: PoseColumns): boolean {
  if (column === 'latitude' || column === 'longitude') return !columns.has('x');
  if (column === 'x' || column === 'y') return !columns.has('latitude');
  if (column === 'roll' || column === 'pitch' || column === 'heading') return !columns.has('qw');
  return true;
}

/** Columns of a table without a header: those with a number in `choice`. */
export function numberedColumns(choice: ColumnChoice, place: SourcePlace): PoseColumns {
  if (Object.keys(choice).length === 0)
    throw new UserError('found numbers in the first line, expected a header such as time,x,y,z,roll,pitch,heading', {
      place,
      hint: 'columns: { time: 1, x: 2, y: 3, z: 4 } names the columns of a table without header',
    });
  return findPoseColumns([], choice, place);
}

/** Whether the words of a line name the time and a position, so that it is a header. */
export function namesPose(words: readonly string[]): boolean {
  const names = words.map(plainName);
  const has = (column: PoseColumn) => indicesOf(names, column).length > 0;
  return has('time') && ((has('x') && has('y')) || (has('latitude') && has('longitude')));
}

const indicesOf = (names: readonly string[], column: PoseColumn): number[] =>
  names.flatMap((name, index) => (name === column || ALIASES[column].includes(name) ? [index] : []));

function known(names: readonly string[], column: PoseColumn, place: SourcePlace): number {
  const found = indicesOf(names, column);
  if (found.length < 2) return found[0] ?? -1;
  const exact = found.filter((index) => names[index] === column);
  if (exact.length === 1) return exact[0];
  throw new UserError(`found ${found.length} columns for ${column} (${found.map((k) => k + 1).join(', ')})`, {
    place,
    hint: `columns: { ${column}: … } selects one, by its number from 1`,
  });
}

function chosenIndex(
  header: readonly string[],
  column: PoseColumn,
  chosen: string | number,
  place: SourcePlace,
): number {
  if (typeof chosen === 'number') return chosen - 1;
  const index = header.findIndex((name) => plainName(name) === plainName(chosen));
  if (index >= 0) return index;
  const shown = header.length === 0 ? 'no header' : `the header ${quoteText(header.join(', '))}`;
  throw new UserError(`${column}: found ${shown}, expected a column ${quoteText(chosen)}`, { place });
}

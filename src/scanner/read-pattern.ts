import { DEGREE } from '../base/angle.js';
import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { readUnzipped } from '../base/files/read-bounded.js';
import { quoteText } from '../base/yaml/faults.js';
import { decodeText } from '../base/yaml/read-text.js';
import type { PatternTable } from './deflectors/pattern-table.js';

/** A larger file holds more rows than a pattern may have shots. */
const FILE_BYTES_MAX = 2 ** 28;
/** A row has at least a digit per column, and separators. */
const ROW_CHARACTERS_MIN = 6;
const COLUMNS = ['time', 'azimuth', 'elevation'] as const;

/**
 * Reads the table of a pattern: a header line with time (s), azimuth (to the right) and elevation (deg) in any order,
 * then rows in order of rising time, separated by commas, semicolons or tabs. Ignores other columns, empty lines and
 * lines that begin with #. May be compressed by gzip. Throws UserError with the line.
 */
export async function readPattern(files: Files, path: string): Promise<PatternTable> {
  const wanted = { what: 'a CSV file', bytesMax: FILE_BYTES_MAX };
  return parsePattern(decodeText(await readUnzipped(files, path, wanted), path), path);
}

/** The table in `text`; messages call it `file`. */
export function parsePattern(text: string, file: string): PatternTable {
  const lines = dataLines(text);
  const header = lines.next();
  if (header.done) throw new UserError('the table is empty', { place: { file } });
  const separator = /[;\t]/.exec(header.value.text)?.[0] ?? ',';
  const columns = findColumns(header.value.text.split(separator), file, header.value.line);
  const rows = Array.from({ length: COLUMNS.length }, () => new Float64Array(rowsAtMost(text)));
  let count = 0;
  for (const { text: cells, line } of lines) {
    const row = readRow(cells.split(separator), columns, file, line);
    if (count > 0 && !(row[0] > rows[0][count - 1]))
      throw new UserError(
        `found the time ${row[0]}, expected more than that of the row before, ${rows[0][count - 1]}`,
        {
          place: { file, line },
        },
      );
    rows.forEach((column, k) => {
      column[count] = row[k];
    });
    count++;
  }
  if (count === 0) throw new UserError('found no rows, expected at least one', { place: { file } });
  const [times, azimuths, elevations] = rows.map((column) => column.subarray(0, count));
  return { times, azimuths: toRadians(azimuths), elevations: toRadians(elevations) };
}

const toRadians = (degrees: Float64Array) => degrees.map((angle) => angle * DEGREE);

/**
 * An upper bound of the number of rows: no more than the lines, and no more than the text has room for, since most
 * lines may be empty.
 */
function rowsAtMost(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return Math.min(lines, Math.ceil(text.length / ROW_CHARACTERS_MIN));
}

/** Yields one line at a time, so that a large file is not held twice. */
function* dataLines(text: string): Generator<{ text: string; line: number }, void> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end).trim();
    if (content !== '' && !content.startsWith('#')) yield { text: content, line };
    start = end < 0 ? text.length : end + 1;
  }
}

function findColumns(header: string[], file: string, line: number): number[] {
  const names = header.map((name) => name.trim().replaceAll('"', '').toLowerCase());
  return COLUMNS.map((column) => {
    const index = names.indexOf(column);
    if (index >= 0) return index;
    throw new UserError(`found the header ${quoteText(names.join(', '))}, expected the columns ${COLUMNS.join(', ')}`, {
      place: { file, line },
    });
  });
}

function readRow(cells: string[], columns: readonly number[], file: string, line: number): number[] {
  return columns.map((index, k) => {
    const cell = (cells[index] ?? '').trim();
    const value = cell === '' ? NaN : Number(cell);
    if (Number.isFinite(value) && (k !== 2 || Math.abs(value) <= 90)) return value;
    const expected = k === 2 ? 'a number from -90 to 90 (deg)' : `a number (${k === 0 ? 's' : 'deg'})`;
    throw new UserError(`${COLUMNS[k]}: found ${quoteText(cell)}, expected ${expected}`, { place: { file, line } });
  });
}

import type { Affine } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { reportUnread } from '../../base/unread-columns.js';
import { readWholeText } from '../read/scene-file.js';
import { uprightTransform } from './transforms.js';

const COLUMNS = ['x', 'y', 'z', 'heading', 'scale'] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['x', 'y'];
const DEFAULTS: Readonly<Record<Column, number>> = { x: 0, y: 0, z: 0, heading: 0, scale: 1 };

/** A larger table is refused: it holds more places than a scene may have, or is something else. */
const TABLE_BYTES_MAX = 2 ** 28;

/** The text of a table of places. Throws UserError if it cannot be read, is too large or is not text. */
export const readPlacementTable = (files: Files, path: string): Promise<string> =>
  readWholeText(files, path, TABLE_BYTES_MAX);

/**
 * A transform for each row of a table: columns x, y, z, heading (degrees clockwise from +y) and scale in any order
 * under a header line, separated by commas, semicolons or tabs; cells may be quoted. Ignores lines that begin with #, and
 * other columns, of which `log` is told. Throws UserError with line and column.
 */
export function* parsePlacements(text: string, file: string, log: Log = SILENT_LOG): Steps<Affine[]> {
  const lines = text.split(/\r\n|\n|\r/);
  const headerIndex = lines.findIndex(isData);
  if (headerIndex < 0) throw new UserError('the table is empty', { place: { file } });
  const separator = /[;\t]/.exec(lines[headerIndex])?.[0] ?? ',';
  const fields = columnIndices(lines[headerIndex].split(separator), { file, line: headerIndex + 1 }, log);
  const transforms: Affine[] = [];
  for (let i = headerIndex + 1; i < lines.length; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    if (!isData(lines[i])) continue;
    const row = readRow(lines[i].split(separator), fields, file, i + 1);
    transforms.push(uprightTransform([row.x, row.y, row.z], row.heading * DEGREE, row.scale));
  }
  return transforms;
}

const isData = (line: string) => line.trim() !== '' && !line.trim().startsWith('#');

function columnIndices(header: string[], place: SourcePlace, log: Log): Map<Column, number> {
  const names = header.map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const fields = new Map<Column, number>();
  for (const column of COLUMNS) {
    const index = names.indexOf(column);
    if (index >= 0) fields.set(column, index);
    else if (REQUIRED.includes(column))
      throw new UserError(`the table has no column "${column}"; its header is "${names.join(', ')}"`, {
        place,
        hint: `Known columns are ${COLUMNS.join(', ')}; ${REQUIRED.join(' and ')} must be there.`,
      });
  }
  const read = new Set(fields.values());
  const unread = names.filter((_, index) => !read.has(index));
  reportUnread({ unread, lacking: COLUMNS.filter((column) => !fields.has(column)), place }, log);
  return fields;
}

function readRow(cells: string[], fields: Map<Column, number>, file: string, line: number): Record<Column, number> {
  const row = { ...DEFAULTS };
  for (const [name, index] of fields) {
    const cell = (cells[index] ?? '').trim().replace(/^"(.*)"$/, '$1');
    const value = cell === '' ? NaN : Number(cell);
    const place = { file, line, column: 1 + cells.slice(0, index).join(' ').length + Math.min(index, 1) };
    if (!Number.isFinite(value)) throw new UserError(`${name} is "${cell}"; it takes a number`, { place });
    if (name === 'scale' && value <= 0) throw new UserError(`scale is ${value}; it takes a number above 0`, { place });
    row[name] = value;
  }
  return row;
}

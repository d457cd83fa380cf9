import { type SourcePlace, UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { listNames } from '../../base/text.js';
import { reportUnread } from '../../base/unread-columns.js';
import { quoteText } from '../../base/yaml/faults.js';

/** Names of the columns of a table, and of the required ones. */
export interface TableColumns<Column extends string> {
  columns: readonly Column[];
  required: readonly Column[];
}

/** One row of a table. */
export interface TableRow<Column extends string> {
  /** The text of a cell, without quotes and spaces; undefined if the table has no such column. */
  text(column: Column): string | undefined;
  /** The number of a cell; undefined if the table has no such column. Throws UserError for another text. */
  number(column: Column): number | undefined;
  placeOf(column: Column): SourcePlace;
}

/**
 * The results of `read` for each row of a table: its columns in any order under a header line, separated by commas,
 * semicolons or tabs; cells may be quoted. Ignores lines that begin with #, and other columns, which `log` names.
 * Throws UserError with line and column.
 */
export function* parseRows<Column extends string, Row>(
  text: string,
  file: string,
  columns: TableColumns<Column>,
  read: (row: TableRow<Column>) => Row,
  log: Log = SILENT_LOG,
): Steps<Row[]> {
  const lines = text.split(/\r\n|\n|\r/);
  const headerIndex = lines.findIndex(isData);
  if (headerIndex < 0) throw new UserError('the table is empty', { place: { file } });
  const separator = /[;\t]/.exec(lines[headerIndex])?.[0] ?? ',';
  const place = { file, line: headerIndex + 1 };
  const fields = columnIndices(lines[headerIndex].split(separator), columns, place, log);
  const rows: Row[] = [];
  for (let i = headerIndex + 1; i < lines.length; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    if (isData(lines[i])) rows.push(read(rowOf(lines[i].split(separator), fields, { file, line: i + 1 })));
  }
  return rows;
}

const isData = (line: string) => line.trim() !== '' && !line.trim().startsWith('#');

function columnIndices<Column extends string>(
  header: string[],
  { columns, required }: TableColumns<Column>,
  place: SourcePlace,
  log: Log,
): Map<Column, number> {
  const names = header.map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const fields = new Map<Column, number>();
  for (const column of columns) {
    const index = names.indexOf(column);
    if (index >= 0) fields.set(column, index);
    else if (required.includes(column))
      throw new UserError(`the table has no column "${column}"; its header is "${listNames(names)}"`, {
        place,
        hint: `Known columns are ${columns.join(', ')}; ${required.join(' and ')} must be there.`,
      });
  }
  const read = new Set(fields.values());
  const unread = names.filter((_, index) => !read.has(index));
  reportUnread({ unread, lacking: columns.filter((column) => !fields.has(column)), place }, log);
  return fields;
}

function rowOf<Column extends string>(
  cells: string[],
  fields: ReadonlyMap<Column, number>,
  place: SourcePlace,
): TableRow<Column> {
  const text = (column: Column) => {
    const index = fields.get(column);
    return index === undefined ? undefined : (cells[index] ?? '').trim().replace(/^"(.*)"$/, '$1');
  };
  const placeOf = (column: Column) => {
    const index = fields.get(column) ?? 0;
    return { ...place, column: 1 + cells.slice(0, index).join(' ').length + Math.min(index, 1) };
  };
  return {
    text,
    placeOf,
    number: (column) => {
      const cell = text(column);
      if (cell === undefined) return undefined;
      const value = cell === '' ? Number.NaN : Number(cell);
      if (Number.isFinite(value)) return value;
      throw new UserError(`${column} is ${quoteText(cell)}; it takes a number`, { place: placeOf(column) });
    },
  };
}

import { type SourcePlace, UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { checkRowWidth, columnOfCell, splitCells } from '../../base/table-cells.js';
import { listNames } from '../../base/text.js';
import { reportUnread } from '../../base/unread-columns.js';
import { quoteText } from '../../base/yaml/faults.js';

/** The columns of a table that are read. */
export interface TableColumns<Column extends string> {
  columns: readonly Column[];
  /** Columns that the table must have, without empty cells. */
  required: readonly Column[];
  /** Other names of columns, the first that the table has counts; absent: none. */
  aliases?: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** Names of columns that are meant to stay unread, so that no message tells of them; absent: none. */
  ignored?: readonly string[];
  /** What to do instead about a column that is not read; absent, or undefined: nothing is known. */
  advice?(name: string): string | undefined;
}

/** One row of a table. */
export interface TableRow<Column extends string> {
  /** Whether the table has this column. */
  has(column: Column): boolean;
  /** The text of a cell, without quotes and spaces; undefined if it is empty or the table has no such column. */
  text(column: Column): string | undefined;
  /**
   * The number of a cell; undefined if it is empty or the table has no such column. Throws UserError for another text,
   * and for an empty cell of a required column.
   */
  number(column: Column): number | undefined;
  placeOf(column: Column): SourcePlace;
}

/** Texts of cells without a value, as R, pandas and databases write them. */
const HOLES: ReadonlySet<string> = new Set(['', 'na', 'nan', 'null']);

/**
 * The results of `read` for each row of a table: its columns in any order under a header line, separated by commas,
 * semicolons or tabs; cells may be quoted, and empty (also NA, NaN, NULL) where they are not required: `log` counts
 * these. Ignores lines that begin with #, and other columns, which `log` names. Throws UserError with line and column,
 * also for a column that is there twice.
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
  const header = splitCells(lines[headerIndex], separator);
  const width = header.length;
  const fields = columnIndices(header, columns, place, log);
  const holes = new Map<Column, number>();
  const rows: Row[] = [];
  for (let i = headerIndex + 1; i < lines.length; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    if (!isData(lines[i])) continue;
    const cells = splitCells(lines[i], separator);
    checkRowWidth(cells, width, { file, line: i + 1 });
    const row = new CellRow(cells, fields, columns.required, { file, line: i + 1 });
    for (const column of fields.keys()) if (row.isHole(column)) holes.set(column, (holes.get(column) ?? 0) + 1);
    rows.push(read(row));
  }
  if (holes.size > 0) {
    const counts = [...holes].map(([column, count]) => `${count} of ${column}`);
    log.info(`${file}: empty cells stand for the defaults: ${counts.join(', ')}`);
  }
  return rows;
}

const isData = (line: string) => line.trim() !== '' && !line.trim().startsWith('#');

/** The least and greatest number that a cell takes, and their unit. */
export interface CellLimits {
  min: number;
  max: number;
  unit?: string;
}

/**
 * The number of a cell, as `row.number`. Throws UserError for one beyond the limits, with what `hint` says to that.
 */
export function numberWithin<Column extends string>(
  row: TableRow<Column>,
  column: Column,
  { min, max, unit }: CellLimits,
  hint?: (value: number) => string | undefined,
): number | undefined {
  const value = row.number(column);
  if (value === undefined || (value >= min && value <= max)) return value;
  const range = `${min} to ${max}${unit === undefined ? '' : ` (${unit})`}`;
  throw new UserError(`${column} is ${value}; it takes a number from ${range}`, {
    place: row.placeOf(column),
    hint: hint?.(value),
  });
}

function columnIndices<Column extends string>(
  header: string[],
  { columns, required, aliases, ignored = [], advice }: TableColumns<Column>,
  place: SourcePlace,
  log: Log,
): Map<Column, number> {
  const names = header.map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const fields = new Map<Column, number>();
  for (const column of columns) {
    const known = [column, ...(aliases?.[column] ?? [])];
    const index = known.map((name) => names.indexOf(name)).find((k) => k >= 0);
    if (index !== undefined && names.includes(names[index], index + 1))
      throw new UserError(`the column "${names[index]}" is there twice`, { place, hint: 'give one another name' });
    if (index !== undefined) fields.set(column, index);
    else if (required.includes(column))
      throw new UserError(`the table has no column "${column}"; its header is "${listNames(names)}"`, {
        place,
        hint: `Known columns are ${columns.join(', ')}; ${required.join(' and ')} must be there.`,
      });
  }
  const read = new Set(fields.values());
  const meant = new Set(ignored.map((name) => name.toLowerCase()));
  const unread = names.filter((name, index) => !read.has(index) && !meant.has(name));
  reportUnread({ unread, lacking: columns.filter((column) => !fields.has(column)), place, advice }, log);
  return fields;
}

class CellRow<Column extends string> implements TableRow<Column> {
  private readonly cells: readonly string[];
  private readonly fields: ReadonlyMap<Column, number>;
  private readonly required: readonly Column[];
  private readonly place: SourcePlace;

  constructor(
    cells: readonly string[],
    fields: ReadonlyMap<Column, number>,
    required: readonly Column[],
    place: SourcePlace,
  ) {
    this.cells = cells;
    this.fields = fields;
    this.required = required;
    this.place = place;
  }

  has(column: Column): boolean {
    return this.fields.has(column);
  }

  /** Whether the table has the column, and the row no value in it. */
  isHole(column: Column): boolean {
    const cell = this.written(column);
    return cell !== undefined && HOLES.has(cell.toLowerCase()) && !this.required.includes(column);
  }

  text(column: Column): string | undefined {
    const cell = this.written(column);
    return cell === undefined || HOLES.has(cell.toLowerCase()) ? undefined : cell;
  }

  number(column: Column): number | undefined {
    const cell = this.written(column);
    if (cell === undefined || this.isHole(column)) return undefined;
    const value = cell === '' ? Number.NaN : Number(cell);
    if (Number.isFinite(value)) return value;
    throw new UserError(`${column} is ${quoteText(cell)}; it takes a number`, { place: this.placeOf(column) });
  }

  placeOf(column: Column): SourcePlace {
    return { ...this.place, column: columnOfCell(this.cells, this.fields.get(column) ?? 0) };
  }

  private written(column: Column): string | undefined {
    const index = this.fields.get(column);
    return index === undefined ? undefined : (this.cells[index] ?? '').trim().replace(/^"(.*)"$/, '$1');
  }
}

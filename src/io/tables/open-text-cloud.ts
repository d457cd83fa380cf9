import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { basename } from '../../base/files/paths.js';
import { textStart } from '../../base/files/text-start.js';
import { latin1 } from '../../base/latin1.js';
import { counted, listNames } from '../../base/text.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { type CloudKindName, cloudKind } from '../cloud-kinds.js';
import { countRows } from '../records/text-records.js';
import { CELL_BYTES, type TextRows } from '../records/text-rows.js';
import type { ValueSpan } from '../units/value-ranges.js';
import { poseRowsIn } from './pose-rows.js';
import {
  attributeNames,
  attributeOf,
  axesNamed,
  missingAxes,
  repeatedName,
  type TableCloud,
  type TableField,
  unknownNames,
} from './table-cloud.js';

/** A table of text, one line for each point. */
export interface TextCloud extends TableCloud {
  rows: TextRows;
}

/** Facts about a format of text files that its header does not state. */
export interface TextFormat {
  format: CloudKindName;
  /** Names of the columns of a file without a header line, by the words of its first line. */
  namesFor(words: readonly string[]): readonly string[];
  /** Whether lines of one number announce rows; absent: where the first one does. */
  isCounted?: boolean;
  /** Ranges of intensities that the format knows, narrower ones first; absent: none. */
  intensities?: readonly ValueSpan[];
  /** Columns whose units differ in a file with these columns, and additional ones; absent: none. */
  unitsFor?(names: readonly string[]): readonly ColumnUnit[];
  /** Whether the times of a file with these columns are seconds of the GPS week; absent: unknown. */
  weekTimeOf?(names: readonly string[]): boolean;
  /** Whether a file with these columns has colours of 16 bits; absent, or false: by their numbers. */
  hasDeepColours?(names: readonly string[]): boolean;
}

/** An attribute in column number `column`, from 0: its value is number × scale + shift. */
export interface ColumnUnit {
  name: string;
  column: number;
  scale: number;
  shift?: number;
}

/** The names, or the first row, come within this many bytes. */
const HEAD_BYTES = 65_536;

/**
 * Opens a text file with or without a header line. Throws UserError if the file has no columns x, y and z, or one of
 * them twice.
 */
export async function openTextCloud(files: Files, path: string, format: TextFormat): Promise<TextCloud> {
  const { head, size } = await withFile(files, path, async (handle) => ({
    head: await readBytes(handle, 0, Math.min(HEAD_BYTES, handle.info.size)),
    size: handle.info.size,
  }));
  const {
    names,
    separator,
    dataAt,
    line,
    isCounted,
    announced: ahead,
    isUnnamed,
  } = layOut(latin1(head), textStart(head, path), format);
  if (names.length === 0)
    throw new UserError(
      'the file has no line with words or numbers, expected a line of names, then one for each point',
      {
        place: { file: path },
        hint: 'a cloud of text has a line of names, such as x,y,z,intensity, or begins with x y z in every line',
      },
    );
  // The head of a longer file may end within a line.
  const whole = size > head.length ? head.subarray(0, head.lastIndexOf(0x0a) + 1) : head;
  if (isUnnamed) refusePoses(path, headLines(latin1(whole), dataAt), { line, separator });
  const missing = missingAxes(names);
  if (missing.length > 0)
    throw new UserError(`there is no column ${missing.join(', ')}; the columns are ${listNames(names) || 'none'}`, {
      place: { file: path, line: 1 },
      hint: 'a cloud of text has a line of names, such as x,y,z,intensity, or begins with x y z in every line',
    });
  const repeated = repeatedName(names);
  if (repeated !== undefined)
    throw new UserError(`the column ${repeated} is there twice; the columns are ${listNames(names)}`, {
      place: { file: path, line: line - 1 },
      hint: 'give one of them another name: columns of unknown names are left out',
    });
  const columns = fieldsOf(names, format);
  const unknown = unknownNames(columns);
  const isUnknown = new Set(unknown);
  const cells = columns.map(({ name, at }) => ({ name, at: isUnknown.has(name) ? undefined : at }));
  const fields = inUnits(columns, format.unitsFor?.(names) ?? []);
  const rows: TextRows = { dataAt, line, separator, cells, isCounted };
  const { count, announced } = await countRows(files, path, rows);
  return {
    files,
    path,
    bytes: size,
    format: format.format,
    title: cloudKind(format.format).title,
    pointCount: count,
    recordLength: names.length * CELL_BYTES,
    weekTime: format.weekTimeOf?.(names) || undefined,
    inAnyOrder: false,
    fields,
    attributes: attributeNames(fields),
    dataAt,
    rows,
    warnings: [
      ...(unknown.length > 0 ? [`columns that are not read: ${listNames(unknown)}`] : []),
      ...countWarnings(count, ahead + announced),
    ],
  };
}

/** Rows whose meaning is looked at. */
const ROWS_TRIED = 50;

/** Throws UserError if rows without names are poses, which would be read as points. */
function refusePoses(
  path: string,
  lines: readonly HeadLine[],
  { line, separator }: Pick<TextRows, 'line' | 'separator'>,
): void {
  const rows = lines
    .slice(0, ROWS_TRIED)
    .map(({ text }) => text.split(separator === ' ' ? /\s+/ : separator).map(Number));
  const poses = poseRowsIn(rows);
  if (poses)
    throw new UserError(`rows of ${counted(rows[0].length, 'number')} that are ${poses.name}, not points`, {
      place: { file: path, line },
      hint: `a leg follows them: trajectory: { file: ${basename(path)}${poses.settings} }`,
    });
}

/** The warning of a file that announces another number of points than it has. */
function countWarnings(count: number, announced: number): string[] {
  if (count === announced || announced === 0) return [];
  const said = `it announces ${counted(announced, 'point')}, and has ${count}`;
  return [count < announced ? `${said}; it may be cut off` : said];
}

function fieldsOf(names: readonly string[], { hasDeepColours, intensities: known }: TextFormat): TableField[] {
  const deepColours = hasDeepColours?.(names) ?? false;
  return names.map((name, k) => {
    const field = { name, type: 'f64' as const, declared: null, at: k * CELL_BYTES };
    const key = attributeOf(name)?.key;
    if (key === 'intensity') return { ...field, known };
    return deepColours && key === 'rgb' ? { ...field, scale: 1 } : field;
  });
}

/** The fields of columns, converted by `units`; an attribute without a column of its name comes last. */
function inUnits(columns: readonly TableField[], units: readonly ColumnUnit[]): TableField[] {
  const own = columns.map((field) => {
    const { scale, shift } = units.find(({ name }) => name === field.name) ?? field;
    return { ...field, scale, shift };
  });
  const names = new Set(columns.map(({ name }) => name));
  const more = units
    .filter(({ name }) => !names.has(name))
    .map(({ column, ...unit }) => ({ ...unit, type: 'f64' as const, at: column * CELL_BYTES }));
  return [...own, ...more];
}

interface TextLayout extends Pick<TextRows, 'separator' | 'dataAt' | 'line' | 'isCounted'> {
  names: readonly string[];
  /** Points announced by a line in front of the first row, or of the names. */
  announced: number;
  /** Whether the file has no names of its own. */
  isUnnamed?: boolean;
}

/** A line of whole numbers alone that announces rows. */
const COUNT = /^\d{1,15}$/;

/**
 * Names and first row after `start`, from the first line that is not blank; a file without any has no points. One
 * whole number in front of the names or of the first row is the number of rows.
 */
function layOut(head: string, start: number, { namesFor, isCounted = false }: TextFormat): TextLayout {
  const lines = headLines(head, start);
  let announced = 0;
  for (const [k, { text, isComment, at, end, line }] of lines.entries()) {
    const after = lines[k + 1];
    if (!isComment && COUNT.test(text) && (isCounted || !COUNT.test(after?.text ?? '0'))) {
      announced += Number(text);
      continue;
    }
    const { words, separator } = wordsOf(text);
    const names = axesNamed(words);
    if (isNamed(words) && (!isComment || missingAxes(names).length === 0)) {
      const isAhead = words.length > 1 && COUNT.test(after?.text ?? '');
      return { names, separator, dataAt: end + 1, line: line + 1, isCounted: isCounted || isAhead, announced };
    }
    if (!isComment)
      return { names: namesFor(words), separator, dataAt: at, line, isCounted, announced, isUnnamed: true };
  }
  return { names: namesFor([]), separator: ' ', dataAt: head.length, line: 1, announced };
}

/** A line that is not blank. */
interface HeadLine {
  /** Its text without the mark of a comment. */
  text: string;
  isComment: boolean;
  /** Its first byte, and that behind it. */
  at: number;
  end: number;
  line: number;
}

function headLines(head: string, start: number): HeadLine[] {
  let at = start;
  return head
    .slice(start)
    .split('\n')
    .flatMap((whole, k) => {
      const from = at;
      at += whole.length + 1;
      const trimmed = whole.trim();
      const text = trimmed.replace(/^(\/\/|#)/, '').trim();
      return text === '' ? [] : [{ text, isComment: text !== trimmed, at: from, end: at - 1, line: k + 1 }];
    });
}

function wordsOf(text: string): { words: string[]; separator: TextRows['separator'] } {
  const separator = separatorOf(text);
  const words = text.split(separator === ' ' ? /\s+/ : separator);
  return { words: words.map((word) => word.trim().replace(/^"(.*)"$/, '$1')), separator };
}

/** Whether words are names: a row of numbers has only numbers and empty cells. */
const isNamed = (words: readonly string[]): boolean =>
  words.some((word) => word !== '' && !/^[+-]?(nan|inf)/i.test(word) && Number.isNaN(Number(word)));

const separatorOf = (line: string): TextRows['separator'] =>
  ([',', ';', '\t'] as const).find((separator) => line.includes(separator)) ?? ' ';

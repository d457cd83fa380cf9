import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { nestsBeyond } from '../../base/json-depth.js';
import { formatPath } from '../../base/yaml/faults.js';
import { decodeText } from '../../base/yaml/read-text.js';
import { ROWS_MAX, VARIABLE_NAME } from './campaign-schema.js';
import { pathOfInfinite } from './finite-values.js';
import { splitNameFaults } from './split-names.js';

/** Values of variables that a program made, a draw a line. */
export interface GivenRows {
  /** Absolute path of their file. */
  file: string;
  /** Names of the variables, the same in all lines. */
  names: readonly string[];
  hasSplit: boolean;
  rows: readonly GivenRow[];
}

export interface GivenRow {
  values: Readonly<Record<string, unknown>>;
  split?: string;
}

/** Most bytes of a file of rows, which is read whole. */
const BYTES_MAX = 2 ** 28;

/** Nesting of lists and objects; those of a survey are ten deep at most. */
const DEPTH_MAX = 64;

/** The key that names the split of a row. */
const SPLIT = 'split';

/**
 * Reads JSON Lines: each an object with the values of variables by name, and `split` for the name of a split. Throws
 * UserError with the line for one that is no object or that lacks a name of the others, and for a file without lines.
 */
export async function readGivenRows(files: Files, path: string): Promise<GivenRows> {
  const file = files.resolve(files.folder, path);
  const bytes = await readBounded(files, file, { file: path, what: 'a file of rows', bytesMax: BYTES_MAX });
  const lines = decodeText(bytes, path).split('\n');
  const rows: GivenRow[] = [];
  const splits = new Map<string, number>();
  let keys: string[] | undefined;
  for (const [k, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const place = { file: path, line: k + 1 };
    const row = parseRow(text, place);
    keys ??= checkedNames(Object.keys(row), place);
    checkKeys(row, keys, place);
    checkSound(row, text, place);
    const { [SPLIT]: split, ...values } = row;
    if (split !== undefined && (typeof split !== 'string' || split === ''))
      throw new UserError(`split: found ${JSON.stringify(split)}, expected the name of a split`, { place });
    if (split !== undefined && !splits.has(split)) splits.set(split, k + 1);
    rows.push({ values, ...(split !== undefined && { split }) });
  }
  for (const { name, expected } of splitNameFaults(splits.keys()))
    throw new UserError(`split: found ${JSON.stringify(name)}, expected ${expected}`, {
      place: { file: path, line: splits.get(name) },
    });
  if (!keys) throw new UserError('found no rows, expected a JSON object a line', { place: { file: path } });
  if (rows.length > ROWS_MAX)
    throw new UserError(`found ${rows.length} rows, expected at most ${ROWS_MAX}`, { place: { file: path } });
  return { file, names: keys.filter((key) => key !== SPLIT), hasSplit: keys.includes(SPLIT), rows };
}

interface RowPlace {
  file: string;
  line: number;
}

function parseRow(text: string, place: RowPlace): Record<string, unknown> {
  if (nestsBeyond(new TextEncoder().encode(text), DEPTH_MAX))
    throw new UserError(`found lists and objects nested more than ${DEPTH_MAX} deep`, { place });
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {}
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  throw new UserError(`found ${JSON.stringify(shown)}, expected a JSON object such as {"town": 7, "height": 1.9}`, {
    place,
  });
}

function checkedNames(keys: string[], place: RowPlace): string[] {
  for (const key of keys)
    if (!VARIABLE_NAME.test(key))
      throw new UserError(`found the name ${JSON.stringify(key)}, expected letters, digits, _ and -, a letter first`, {
        place,
      });
  return keys;
}

/**
 * Throws UserError for faults that `JSON.parse` accepts silently: a name twice in one object, a number that becomes
 * infinite.
 */
function checkSound(row: Readonly<Record<string, unknown>>, text: string, place: RowPlace): void {
  const inner = pathOfInfinite(row);
  if (inner)
    throw new UserError(`${formatPath(inner)}: found a number that is too large, expected a finite one`, { place });
  if (colonsIn(text) === keysOf(row)) return;
  const names = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, name]) => name);
  const twice = [...new Set(names.filter((name, k) => names.indexOf(name) < k))];
  // Objects in lists may have the same names, so among several it is not clear which.
  const found = twice.length === 1 ? `the name ${JSON.stringify(twice[0])}` : 'a name';
  throw new UserError(`found ${found} twice in one object, expected it once`, { place });
}

const [QUOTE, COLON, BACKSLASH] = [...'":\\'].map((sign) => sign.charCodeAt(0));

/** Colons of a JSON text outside of its texts: one for each name. */
function colonsIn(text: string): number {
  let count = 0;
  let isInText = false;
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText && code === BACKSLASH) k++;
    else if (!isInText && code === COLON) count++;
  }
  return count;
}

/** Names of all objects in a value. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += keysOf(inner);
  return count;
}

function checkKeys(row: Readonly<Record<string, unknown>>, keys: readonly string[], place: RowPlace): void {
  const lacking = keys.filter((key) => !Object.hasOwn(row, key));
  const added = Object.keys(row).filter((key) => !keys.includes(key));
  if (lacking.length > 0 || added.length > 0)
    throw new UserError(
      `found the names ${Object.keys(row).join(', ')}, expected ${keys.join(', ')} as in the first row`,
      {
        place,
      },
    );
}

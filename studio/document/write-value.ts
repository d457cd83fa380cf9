import { isPlainMap } from './plain-value.js';
import type { ScalarStyle } from './yaml-tree.js';

/** The style of new values: that of the rest of the text. */
export interface Layout {
  /** True if texts and keys are in double quotes, as in JSON. */
  json: boolean;
  /** Blanks inside the brackets of a map, and of a list. */
  mapPad: string;
  listPad: string;
  /** Columns by which a map, and a list, is indented below its key. */
  mapStep: number;
  listStep: number;
  /** Blanks behind a dash. */
  dashGap: string;
}

/** Most characters of a map or list on one line. */
const FLOW_LENGTH_MAX = 110;

/** A word, name or path that YAML takes for text as it stands, in brackets, too. */
const PLAIN = /^[\p{L}_./](?:[\p{L}\p{N}_./+@%()=~^;-]|:(?=[\p{L}\p{N}/_])| (?=[\p{L}\p{N}_./+@%()=~^;-]))*$/u;
/** Words that are no text: as values also those of YAML 1.1, but `on` is a key of surveys. */
const OTHER_VALUE = /^(?:yes|no|on|off)$/i;
const OTHER = /^(?:null|true|false|[-+]?\.(?:inf|nan)|[-+]?\.?\d[\d_]*\.?\d*(?:e[-+]?\d+)?)$/i;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[-+]\d\d:\d\d)$/;

/** A text as YAML, in the quotes that it has to have or had before. */
export function writeText(text: string, style: ScalarStyle, json: boolean): string {
  if (json || style === 'double') return JSON.stringify(text);
  // Only double quotes can hold line breaks and other characters that do not print.
  if (style === 'single' && !/[\p{C}\u2028\u2029]/u.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return isPlain(text) && !OTHER_VALUE.test(text) ? text : JSON.stringify(text);
}

/** A key as YAML, likewise. */
export const writeKey = (key: string, json: boolean): string => (!json && isPlain(key) ? key : JSON.stringify(key));

const isPlain = (text: string): boolean =>
  (PLAIN.test(text) && !OTHER.test(text) && !/^\.\.\.|^\.\d/.test(text)) || MOMENT.test(text);

/** A number as a person would write it; JSON has no names for those that are not finite. */
function writeNumber(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return String(value);
}

/** A value on one line; `style` is that of the text that it replaces. */
export function writeInline(value: unknown, layout: Layout, style: ScalarStyle = 'plain'): string {
  if (typeof value === 'string') return writeText(value, style, layout.json);
  if (typeof value === 'number') return writeNumber(value);
  if (Array.isArray(value))
    return inBrackets(
      '[',
      value.map((item) => writeInline(item, layout)),
      ']',
      layout.listPad,
    );
  if (!isPlainMap(value)) return String(value ?? null);
  const entries = Object.entries(value).map(
    ([key, item]) => `${writeKey(key, layout.json)}: ${writeInline(item, layout)}`,
  );
  return inBrackets('{', entries, '}', layout.mapPad);
}

function inBrackets(open: string, items: string[], close: string, pad: string): string {
  return items.length === 0 ? open + close : open + pad + items.join(', ') + pad + close;
}

/** True if a value takes lines of its own where it may: a list of maps, or one too long for a line. */
export function takesLines(value: unknown, layout: Layout): boolean {
  if (Array.isArray(value) && value.length > 0) return value.some(isPlainMap) || isLong(value, layout);
  if (!isPlainMap(value) || Object.keys(value).length === 0) return false;
  return Object.values(value).some((item) => takesLines(item, layout)) || isLong(value, layout);
}

const isLong = (value: unknown, layout: Layout): boolean => writeInline(value, layout).length > FLOW_LENGTH_MAX;

/** A map or list as lines, an entry a line or more, from column 0. */
export function writeLines(value: unknown, layout: Layout): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, layout, takesLines(item, layout)));
  return Object.entries(value as object).flatMap(([key, item]) => pairLines(key, item, layout));
}

/** An item of a list with its dash. */
export function itemLines(item: unknown, layout: Layout, inLines: boolean): string[] {
  const isEmpty = typeof item !== 'object' || item === null || Object.keys(item).length === 0;
  if (!inLines || isEmpty) return [`-${layout.dashGap}${writeInline(item, layout)}`];
  return writeLines(item, layout).map((line, k) => (k === 0 ? `-${layout.dashGap}` : ` ${layout.dashGap}`) + line);
}

/** A key with its value. */
export function pairLines(key: string, value: unknown, layout: Layout): string[] {
  const name = writeKey(key, layout.json);
  if (!takesLines(value, layout)) return [`${name}: ${writeInline(value, layout)}`];
  return [`${name}:`, ...indented(writeLines(value, layout), Array.isArray(value) ? layout.listStep : layout.mapStep)];
}

export const indented = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => ' '.repeat(columns) + line);

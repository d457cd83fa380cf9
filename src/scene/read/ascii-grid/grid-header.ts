import { quoteText } from '../../../base/yaml/faults.js';
import type { TextCursor } from '../text-cursor.js';

/** Contents of the first lines of an ASCII grid. */
export interface GridHeader {
  columns: number;
  rows: number;
  /** Centre of the south-western cell. */
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** Whether heights are those of cells, whose corner is named, rather than of places. */
  isArea: boolean;
  /** Value that means "no height". */
  nodata: number;
}

/** The default value. */
const NODATA = -9999;

const DIGIT_OR_SIGN = /[-+.\d]/;

/**
 * Reads the header up to the first height. Throws UserError with the line for missing values and those out of range.
 */
export function readGridHeader(text: TextCursor): GridHeader {
  const words = readWords(text);
  const whole = (word: string) => {
    const value = words.get(word) ?? NaN;
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw text.fault(`the header has ${word} ${value}; expected a whole number > 0`);
  };
  const [columns, rows] = [whole('ncols'), whole('nrows')];
  const step = (word: string) => {
    const value = words.get(word) ?? words.get('cellsize') ?? NaN;
    if (value > 0) return value;
    throw text.fault(`the header has no size of the cells > 0: neither cellsize nor ${word}`);
  };
  const [dx, dy] = [step('dx'), step('dy')];
  const centre = (axis: string, size: number) => {
    const corner = words.get(`${axis}llcorner`);
    const value = corner === undefined ? words.get(`${axis}llcenter`) : corner + size / 2;
    if (value !== undefined) return value;
    throw text.fault(`the header names no place: neither ${axis}llcorner nor ${axis}llcenter`);
  };
  const isArea = words.has('xllcorner');
  return {
    columns,
    rows,
    x: centre('x', dx),
    y: centre('y', dy),
    dx,
    dy,
    isArea,
    nodata: words.get('nodata_value') ?? NODATA,
  };
}

/** Numbers by their words, in lower case; stops at the first word that is a number. */
function readWords(text: TextCursor): Map<string, number> {
  const words = new Map<string, number>();
  while (text.skipBlanks() && !DIGIT_OR_SIGN.test(String.fromCharCode(text.bytes[text.at]))) {
    const start = text.at;
    const word = text.word().replace('centre', 'center');
    if (!KNOWN.test(word)) {
      text.at = start;
      // A first height that is missing.
      if (word === 'nan' && words.size > 0) break;
      throw text.fault(
        `found ${quoteText(word)}; the header of an ASCII grid has ncols, nrows, xllcorner, yllcorner, cellsize`,
      );
    }
    words.set(word, word === 'nodata_value' ? nodataOf(text) : text.number(`the value of ${word}`));
  }
  return words;
}

const KNOWN = /^(ncols|nrows|[xy]ll(corner|center)|cellsize|d[xy]|nodata_value)$/;

/** NaN for "nan": then no other height is missing. */
function nodataOf(text: TextCursor): number {
  const start = text.at;
  if (text.word() === 'nan') return NaN;
  text.at = start;
  return text.number('the value of nodata_value');
}

import type { UserError } from '../../base/errors.js';
import { NumberScanner } from '../../base/number-scanner.js';
import { counted } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { LineReader } from './line-reader.js';
import type { TextCell, TextRows } from './text-rows.js';

const [NEWLINE, BLANK] = [10, 32];

/** Turns the current line of a reader into numbers. */
export class RowParser {
  private readonly lines: LineReader;
  private readonly cells: readonly TextCell[];
  private readonly separator: number;
  private readonly scanner = new NumberScanner();

  constructor(lines: LineReader, { cells, separator }: Pick<TextRows, 'cells' | 'separator'>) {
    this.lines = lines;
    this.cells = cells;
    this.separator = separator.charCodeAt(0);
  }

  parse(view: DataView, record: number): void {
    const { bytes, end } = this.lines;
    let { at } = this.lines;
    for (let k = 0; k < this.cells.length; k++) {
      if (this.separator === BLANK) while (bytes[at] <= BLANK && at < end) at++;
      if (at > end || (at === end && this.separator === BLANK)) throw this.shortRow(k);
      const cellEnd = this.cellEnd(at);
      const { at: place } = this.cells[k];
      if (place !== undefined) this.store(view, record + place, this.numberIn(at, cellEnd, k), k);
      at = cellEnd + 1;
    }
    // Blanks, and separators at the end of a line, may follow the last cell.
    while (at < end && (bytes[at] <= BLANK || bytes[at] === this.separator)) at++;
    if (at < end) throw this.longRow(at);
  }

  /** Index of the separator after a cell, or of the end of the line; separators within quotes belong to the cell. */
  private cellEnd(at: number): number {
    const { bytes, end } = this.lines;
    let k = at;
    if (this.separator === BLANK) while (k < end && bytes[k] > BLANK) k++;
    else if (bytes[at] === QUOTE) k = this.quotedCellEnd(at);
    else while (k < end && bytes[k] !== this.separator) k++;
    return k;
  }

  private quotedCellEnd(at: number): number {
    const { bytes, end } = this.lines;
    let isQuoted = false;
    let k = at;
    for (; k < end && (isQuoted || bytes[k] !== this.separator); k++) if (bytes[k] === QUOTE) isQuoted = !isQuoted;
    return k;
  }

  /** The number in a cell, which may be quoted; NaN for an empty one. */
  private numberIn(at: number, end: number, k: number): number {
    const { bytes } = this.lines;
    const bare = this.bareNumber(at, end);
    if (!Number.isNaN(bare)) return bare;
    const [from, to] = withoutQuotes(bytes, at, end);
    const value = this.bareNumber(from, to);
    const text = String.fromCharCode(...bytes.subarray(from, Math.min(to, from + SHOWN_BYTES))).trim();
    if (!Number.isNaN(value) || NO_NUMBER.test(text)) return value;
    const infinite = INFINITE.exec(text);
    if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
    throw this.lines.fault(`column ${this.cells[k].name}: found ${quoteText(text)}, expected a number`);
  }

  /** The number that fills the text between two places; NaN without any. */
  private bareNumber(at: number, end: number): number {
    const { bytes } = this.lines;
    // A newline stops every scan.
    bytes[end] = NEWLINE;
    const value = this.scanner.decimal(bytes, at);
    let rest = this.scanner.at;
    while (rest < end && bytes[rest] <= BLANK) rest++;
    return rest >= end ? value : Number.NaN;
  }

  private store(view: DataView, at: number, value: number, k: number): void {
    const { bits } = this.cells[k];
    if (bits === undefined) view.setFloat64(at, value, true);
    else if (bits === 'f32') view.setFloat32(at, value, true);
    else if (value >= -(2 ** 31) && value < 2 ** 32) view.setUint32(at, value, true);
    else if (Number.isNaN(value)) view.setUint32(at, 0, true);
    else throw this.lines.fault(`column ${this.cells[k].name}: found ${value}, expected a colour of 32 bits`);
  }

  private longRow(at: number): UserError {
    const { bytes, end } = this.lines;
    const text = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + SHOWN_BYTES))).trim();
    return this.lines.fault(
      `found ${quoteText(text)} after the last column, expected ${counted(this.cells.length, 'number')}`,
    );
  }

  private shortRow(found: number): UserError {
    return this.lines.fault(`found ${counted(found, 'number')}, expected ${this.cells.length}`);
  }
}

/** Bytes of a cell in messages. */
const SHOWN_BYTES = 40;

const QUOTE = 34;

/** Start and end of a cell without its quotes, if it has any. */
function withoutQuotes(bytes: Uint8Array, at: number, end: number): [number, number] {
  let [first, last] = [at, end - 1];
  while (first < last && bytes[first] <= BLANK) first++;
  while (last > first && bytes[last] <= BLANK) last--;
  return last > first && bytes[first] === QUOTE && bytes[last] === QUOTE ? [first + 1, last] : [at, end];
}

/** Cells without a number, as written by programs. */
const NO_NUMBER = /^([+-]?nan)?$/i;
/** Infinite numbers, as written by subray, C, NumPy and pandas. */
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { NumberScanner } from '../../base/number-scanner.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { ReadableCloud } from './readable-cloud.js';
import type { RecordSource } from './record-source.js';

/** Position and contents of the rows of a text file. */
export interface TextRows {
  /** The first row, in bytes from the start of the file, and the number of its line. */
  dataAt: number;
  line: number;
  /** Separator of cells; a blank stands for any number of blanks and tabs. */
  separator: ' ' | ',' | ';' | '\t';
  /** The cells of a row in order. Their numbers become f64, or bits in front of 8 bytes, at `at` of a record. */
  cells: readonly TextCell[];
}

export interface TextCell {
  /** Name of the column, for messages. */
  name: string;
  /** Place of the number in a record; absent: not read. */
  at?: number;
  /** The number is the bit pattern of a colour: of an f32 or of a whole number. */
  bits?: 'f32' | 'u32';
}

/** Bytes of a record's cell. */
export const CELL_BYTES = 8;

/** Longest line, and bytes read at a time. */
const BLOCK_BYTES = 2 ** 20;
const [NEWLINE, BLANK, HASH, SLASH] = [10, 32, 35, 47];

/** Opens the rows of a text file as records of f64, to be read in sequence. Throws UserError if that fails. */
export async function openTextRecords(cloud: ReadableCloud, rows: TextRows): Promise<RecordSource> {
  const lines = await LineReader.open(cloud.files, cloud.path, rows);
  const parser = new RowParser(lines, rows);
  return {
    read: async (_first, count, target) => {
      const view = viewOf(target);
      for (let i = 0; i < count; i++) {
        if (!(await lines.next()))
          throw lines.fault(`the file ends here; it announces ${counted(cloud.pointCount, 'point')}`);
        parser.parse(view, i * cloud.recordLength);
      }
    },
    close: () => lines.close(),
  };
}

/** Number of rows from `dataAt` on: lines that are neither blank nor a comment. */
export async function countRows(files: Files, path: string, rows: Pick<TextRows, 'dataAt' | 'line'>): Promise<number> {
  const lines = await LineReader.open(files, path, rows);
  try {
    let count = 0;
    while (await lines.next()) count++;
    return count;
  } finally {
    await lines.close();
  }
}

/** Number of the line of row `row`, from 0. Throws UserError if the file cannot be read. */
export async function lineOfRow(
  { files, path }: ReadableCloud,
  rows: Pick<TextRows, 'dataAt' | 'line'>,
  row: number,
): Promise<number> {
  const lines = await LineReader.open(files, path, rows);
  try {
    for (let k = 0; k <= row && (await lines.next()); ) k++;
    return lines.line;
  } finally {
    await lines.close();
  }
}

/** Goes through the rows of a file in `bytes` from `at` to `end`, the position of a newline. */
class LineReader {
  readonly bytes = new Uint8Array(BLOCK_BYTES + 1);
  at = 0;
  end = -1;
  /** Number of the current line. */
  line: number;
  private readonly files: Files;
  private readonly path: string;
  private readonly handle: InputFile;
  private filled = 0;
  private position: number;

  private constructor(
    files: Files,
    path: string,
    handle: InputFile,
    { dataAt, line }: Pick<TextRows, 'dataAt' | 'line'>,
  ) {
    this.files = files;
    this.path = path;
    this.handle = handle;
    this.position = dataAt;
    this.line = line - 1;
  }

  static async open(files: Files, path: string, rows: Pick<TextRows, 'dataAt' | 'line'>): Promise<LineReader> {
    try {
      return new LineReader(files, path, await files.open(path), rows);
    } catch (error) {
      throw fileError(files, 'read', path, error);
    }
  }

  /** Moves on to the next row; false at the end of the file. */
  async next(): Promise<boolean> {
    for (;;) {
      const start = this.end + 1;
      let end = this.bytes.indexOf(NEWLINE, start);
      if (end < 0 || end >= this.filled) {
        if (!(await this.fill(start))) return false;
        continue;
      }
      this.line++;
      this.end = end;
      let at = start;
      while (this.bytes[at] <= BLANK && at < end) at++;
      this.at = at;
      if (at < end && !this.isComment(at)) return true;
      end = -1;
    }
  }

  fault(message: string): UserError {
    return new UserError(message, { place: { file: this.path, line: this.line } });
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private isComment(at: number): boolean {
    return this.bytes[at] === HASH || (this.bytes[at] === SLASH && this.bytes[at + 1] === SLASH);
  }

  /** Reads more behind the bytes from `start` on; false at the end of the file. A missing last newline is added. */
  private async fill(start: number): Promise<boolean> {
    this.bytes.copyWithin(0, start, this.filled);
    this.filled -= start;
    this.end = -1;
    if (this.filled >= BLOCK_BYTES) {
      this.line++;
      throw this.fault(`a line of more than ${BLOCK_BYTES} bytes`);
    }
    const read = await this.handle
      .read(this.bytes.subarray(this.filled, BLOCK_BYTES), this.position)
      .catch((error: unknown) => {
        throw fileError(this.files, 'read', this.path, error);
      });
    this.position += read;
    this.filled += read;
    if (read > 0) return true;
    if (this.filled === 0) return false;
    // The last line may lack its newline.
    this.bytes[this.filled++] = NEWLINE;
    return true;
  }
}

/** Turns the current line of a reader into numbers. */
class RowParser {
  private readonly lines: LineReader;
  private readonly cells: readonly TextCell[];
  private readonly separator: number;
  private readonly scanner = new NumberScanner();

  constructor(lines: LineReader, { cells, separator }: TextRows) {
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
    throw this.lines.fault(`column ${this.cells[k].name}: found ${JSON.stringify(text)}, expected a number`);
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
      `found ${JSON.stringify(text)} after the last column, expected ${counted(this.cells.length, 'number')}`,
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

import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files, InputFile } from '../../base/files/files.js';
import type { TextRows } from './text-rows.js';

/** Longest line, and bytes read at a time. */
const BLOCK_BYTES = 2 ** 20;
const [NEWLINE, BLANK, HASH, SLASH] = [10, 32, 35, 47];
const [ZERO, NINE] = [48, 57];

/** Where the rows of a file begin, and what else its lines may be. */
type RowLines = Pick<TextRows, 'dataAt' | 'line' | 'isCounted'>;

/** Goes through the rows of a file in `bytes` from `at` to `end`, the position of a newline. */
export class LineReader {
  readonly bytes = new Uint8Array(BLOCK_BYTES + 1);
  at = 0;
  end = -1;
  /** Number of the current line. */
  line: number;
  /** Sum of the counts passed so far. */
  announced = 0;
  private readonly isCounted: boolean;
  private readonly files: Files;
  private readonly path: string;
  private readonly handle: InputFile;
  private filled = 0;
  private position: number;

  private constructor(files: Files, path: string, handle: InputFile, { dataAt, line, isCounted = false }: RowLines) {
    this.files = files;
    this.path = path;
    this.handle = handle;
    this.position = dataAt;
    this.line = line - 1;
    this.isCounted = isCounted;
  }

  static async open(files: Files, path: string, rows: RowLines): Promise<LineReader> {
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
      if (at < end && !this.isComment(at) && !(this.isCounted && this.isCount(at))) return true;
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

  /** Whether the line is a whole number alone, which is then added to those announced. */
  private isCount(start: number): boolean {
    const { bytes, end } = this;
    let at = start;
    let count = 0;
    for (; at < end && bytes[at] >= ZERO && bytes[at] <= NINE; at++) count = 10 * count + bytes[at] - ZERO;
    while (at < end && bytes[at] <= BLANK) at++;
    if (at < end) return false;
    this.announced += count;
    return true;
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

import { UserError } from '../../base/errors.js';
import { textStart } from '../../base/files/text-start.js';

/** A longer line means that the file is not text. */
const LINE_BYTES_MAX = 2 ** 16;

const LINE_FEED = 10;

/** Splits the bytes of a text file, as they arrive, into lines that are not empty; holds at most one line of them. */
export class LineSplitter {
  private readonly file: string;
  private readonly onLine: (text: string, line: number) => void;
  private readonly decoder: TextDecoder;
  private readonly rest = new Uint8Array(LINE_BYTES_MAX);
  private restLength = 0;
  private line = 1;

  /**
   * Messages call the file `file`; lines count from 1. `encoding`: latin1 for logs in which other bytes may lie between
   * lines of text.
   */
  constructor(file: string, onLine: (text: string, line: number) => void, encoding: 'utf-8' | 'latin1' = 'utf-8') {
    this.file = file;
    this.decoder = new TextDecoder(encoding, { fatal: true });
    this.onLine = onLine;
  }

  /** Takes the next bytes. Throws UserError if a line is too long or not UTF-8. */
  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      this.keep(bytes.subarray(start, end));
      this.endLine();
      start = end + 1;
    }
    this.keep(bytes.subarray(start));
  }

  /** Emits the last line if the file does not end with a line feed. */
  finish(): void {
    this.endLine();
  }

  private keep(bytes: Uint8Array): void {
    if (this.restLength + bytes.length > LINE_BYTES_MAX)
      throw new UserError(`found a line of more than ${LINE_BYTES_MAX} bytes, expected a text file`, {
        place: { file: this.file, line: this.line },
      });
    this.rest.set(bytes, this.restLength);
    this.restLength += bytes.length;
  }

  private endLine(): void {
    // Carriage returns and byte order marks are blanks to `trim`.
    const text = this.decode(this.rest.subarray(0, this.restLength)).trim();
    if (text !== '') this.onLine(text, this.line);
    this.restLength = 0;
    this.line++;
  }

  private decode(bytes: Uint8Array): string {
    const start = this.line === 1 ? textStart(bytes, this.file) : 0;
    try {
      return this.decoder.decode(bytes.subarray(start));
    } catch {
      throw new UserError('found bytes that are not UTF-8, expected a text file', {
        place: { file: this.file, line: this.line },
      });
    }
  }
}

import type { UserError } from '../../../base/errors.js';
import { latin1 } from '../../../base/latin1.js';
import { TextCursor } from '../text-cursor.js';

const NEWLINE = 10;
const BLANK = 32;
const COMMENT = 35;

/** The numbers of an OFF file, line by line; skips comments and empty lines. */
export class OffText {
  private readonly cursor: TextCursor;

  constructor(bytes: Uint8Array, file: string) {
    this.cursor = new TextCursor(bytes, file);
  }

  get at(): number {
    return this.cursor.at;
  }

  set at(position: number) {
    this.cursor.at = position;
  }

  /** The word of the first line in upper case; undefined if the file begins with a number. */
  keyword(): string | undefined {
    this.nextLine();
    return /^([A-Z]|4OFF)/i.test(this.start()) ? this.cursor.word().toUpperCase() : undefined;
  }

  /** Whether the rest of the line announces numbers in binary. */
  isBinary(): boolean {
    return /^[ \t]*BINARY/i.test(this.start());
  }

  /** The first whole number of a line that is at least 0. Throws UserError if something else follows. */
  first(what: string): number {
    this.nextLine();
    return this.whole(what);
  }

  /** The next whole number of the line that is at least 0. Throws UserError if something else follows. */
  whole(what: string): number {
    const value = this.number(what);
    if (value >= 0 && Number.isInteger(value)) return value;
    throw this.fault(`found ${value} where ${what} should stand`);
  }

  /** The next number of the line. Throws UserError if something else follows, or nothing. */
  number(what: string): number {
    const { cursor } = this;
    while (cursor.bytes[cursor.at] <= BLANK && cursor.bytes[cursor.at] !== NEWLINE) cursor.at++;
    if (cursor.bytes[cursor.at] === NEWLINE) throw this.fault(`the line ends where ${what} should follow`);
    return cursor.number(what);
  }

  /** Moves to the first character of the next line that is not empty or a comment. */
  nextLine(): void {
    while (this.cursor.skipBlanks() && this.cursor.bytes[this.at] === COMMENT) this.cursor.skipLine();
  }

  /** Moves behind the rest of the line; returns its bytes. */
  endLine(): number {
    const start = this.at;
    this.cursor.skipLine();
    return this.at - start;
  }

  /** Throws UserError if fewer than `bytes` are left, before anything is allocated. */
  checkRoom(bytes: number): void {
    const left = this.cursor.bytes.length - this.at;
    if (bytes > left)
      throw this.fault(`the file counts vertices and faces that take ${bytes} bytes at least; ${left} are left`);
  }

  /** The next characters, enough for a keyword. */
  private start(): string {
    return latin1(this.cursor.bytes.subarray(this.at, this.at + 64));
  }

  /** A fault at the cursor's line. */
  fault(message: string): UserError {
    return this.cursor.fault(message);
  }
}

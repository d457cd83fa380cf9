import { UserError } from '../../base/errors.js';
import { textOfEither, textStart } from '../../base/files/text-start.js';
import { NumberScanner } from '../../base/number-scanner.js';
import { quoteText } from '../../base/yaml/faults.js';

const NEWLINE = 10;
const BLANK = 32;
/** Maximum number of characters of a faulty line in a message. */
const MAX_QUOTE = 60;

/** Reads words and numbers from a text held as bytes, with any line breaks; tracks the line for messages. */
export class TextCursor {
  readonly bytes: Uint8Array;
  at: number;
  private readonly file: string;
  private readonly numbers = new NumberScanner();

  /** Starts at `at`; absent: behind a byte order mark. A text without a final newline is copied to add one. */
  constructor(bytes: Uint8Array, file: string, at = textStart(bytes, file)) {
    this.file = file;
    this.at = at;
    this.bytes = bytes[bytes.length - 1] === NEWLINE ? bytes : withNewline(bytes);
  }

  /** Moves to the next byte that is not a blank; returns false at the end of the text. */
  skipBlanks(): boolean {
    const { bytes } = this;
    while (bytes[this.at] <= BLANK) this.at++;
    return this.at < bytes.length;
  }

  /** Moves behind the next newline. */
  skipLine(): void {
    const newline = this.bytes.indexOf(NEWLINE, this.at);
    this.at = newline < 0 ? this.bytes.length : newline + 1;
  }

  /** The next word in lower case, '' at the end of the text. */
  word(): string {
    this.skipBlanks();
    const start = this.at;
    while (this.bytes[this.at] > BLANK && this.at - start < MAX_QUOTE) this.at++;
    let word = '';
    for (let i = start; i < this.at; i++) word += String.fromCharCode(this.bytes[i]);
    return word.toLowerCase();
  }

  /** The rest of the line without surrounding blanks. */
  restOfLine(): string {
    const start = this.at;
    this.skipLine();
    return textOfEither(this.bytes.subarray(start, this.at)).trim();
  }

  /** The next number. Throws UserError if something else follows. */
  number(what: string): number {
    if (!this.skipBlanks()) throw this.fault(`the file ends where ${what} should follow`);
    const value = this.numbers.decimal(this.bytes, this.at);
    if (Number.isNaN(value)) throw this.fault(`found ${quoteText(this.word())} where ${what} should stand`);
    this.at = this.numbers.at;
    return value;
  }

  /** The cursor's line, from 1. */
  get line(): number {
    let line = 1;
    for (let i = 0; i < Math.min(this.at, this.bytes.length - 1); i++) if (this.bytes[i] === NEWLINE) line++;
    return line;
  }

  /** A fault at the cursor's line. */
  fault(message: string): UserError {
    return new UserError(message, { place: { file: this.file, line: this.line } });
  }
}

function withNewline(bytes: Uint8Array): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = NEWLINE;
  return longer;
}

import { UserError } from '../../base/errors.js';
import { textOfEither, textStart } from '../../base/files/text-start.js';

/** Bytes passed on at once, independent of the size of incoming blocks. */
export const BLOCK_BYTES = 1 << 20;
/** A longer line means that the file is not text: a polygon of a million corners fits. */
const MAX_LINE_BYTES = 1 << 24;

const NEWLINE = 10;
const BLANK = 32;
const RETURN = 13;
const BACKSLASH = 92;
/** Replaces a newline removed by a backslash: a blank to every reader, but still one line to count. */
const JOINED_NEWLINE = 11;

/** Whole lines of a text: bytes[0 … end), the last of them a newline. Valid until the next ones are requested. */
export interface WholeLines {
  bytes: Uint8Array;
  end: number;
  /** Lines of the file before these. */
  linesBefore: number;
  /** Number of newlines in `bytes`, set by the reader, which passes all of them anyway. */
  lineCount: number;
}

/** The bytes of a file in blocks of any size, which can be iterated several times. */
export type ByteBlocks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Cuts blocks of any size into runs of whole lines; adds a missing newline at the end of the file. With `joinLines`,
 * joins lines that end with a backslash with the next. A byte order mark becomes blanks, and the carriage returns of a
 * text without newlines become newlines. Holds one block and one line.
 * Throws UserError for a line longer than 16 MiB, and for UTF-16.
 */
export async function* wholeLines(blocks: ByteBlocks, file: string, joinLines: boolean): AsyncGenerator<WholeLines> {
  let window = new Uint8Array(0);
  let filled = 0;
  let linesBefore = 0;
  let isStart = true;
  let onlyReturns: boolean | undefined;
  for await (const block of blocks)
    for (const piece of pieces(block)) {
      window = withRoom(window, filled, piece.length + 1);
      window.set(piece, filled);
      onlyReturns ??= endsInReturns(piece);
      if (onlyReturns) returnsToNewlines(window.subarray(0, filled + piece.length));
      const end = lastLineEnd(window, filled, filled + piece.length);
      filled += piece.length;
      if (end === 0 && filled > MAX_LINE_BYTES) throw lineTooLong(file, linesBefore);
      if (end === 0) continue;
      if (isStart) blankMark(window, end, file);
      isStart = false;
      const joined = joinLines ? joinContinuedLines(window, end) : 0;
      const lines = { bytes: window, end, linesBefore, lineCount: 0 };
      yield lines;
      linesBefore += lines.lineCount + joined;
      window.copyWithin(0, end, filled);
      filled -= end;
    }
  if (filled === 0) return;
  window[filled] = NEWLINE;
  if (isStart) blankMark(window, filled, file);
  if (joinLines) joinContinuedLines(window, filled);
  yield { bytes: window, end: filled + 1, linesBefore, lineCount: 0 };
}

/** Whether lines end in carriage returns alone, as on old Macintoshes; undefined if the piece has no line end. */
function endsInReturns(piece: Uint8Array): boolean | undefined {
  if (piece.includes(NEWLINE)) return false;
  const at = piece.indexOf(RETURN);
  return at >= 0 && at < piece.length - 1 ? true : undefined;
}

function returnsToNewlines(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(RETURN); at >= 0; at = bytes.indexOf(RETURN, at + 1)) bytes[at] = NEWLINE;
}

/** Overwrites the byte order mark of a text with blanks, which every reader accepts. */
function blankMark(window: Uint8Array, end: number, file: string): void {
  window.fill(BLANK, 0, textStart(window.subarray(0, end), file));
}

/** The text of a line from byte `at` on, at most `maxBytes`. */
export function lineText(bytes: Uint8Array, at: number, maxBytes: number): string {
  const end = Math.min(bytes.indexOf(NEWLINE, at), at + maxBytes);
  return textOfEither(bytes.subarray(at, end));
}

/** The number of the line that contains byte `at`, from 1. */
export function lineAt({ bytes, linesBefore }: WholeLines, at: number): number {
  let newlines = 0;
  for (let i = 0; i < at; i++) if (bytes[i] === NEWLINE || bytes[i] === JOINED_NEWLINE) newlines++;
  return linesBefore + newlines + 1;
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

function withRoom(window: Uint8Array<ArrayBuffer>, filled: number, more: number): Uint8Array<ArrayBuffer> {
  if (filled + more <= window.length) return window;
  const larger = new Uint8Array(Math.max(2 * window.length, filled + more));
  larger.set(window.subarray(0, filled));
  return larger;
}

/** Index after the last newline in [from, to) that is not removed by a backslash; 0 if there is none. */
function lastLineEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (bytes[at] === NEWLINE && !isContinued(bytes, at)) return at + 1;
  return 0;
}

function isContinued(bytes: Uint8Array, newline: number): boolean {
  const before = bytes[newline - 1] === RETURN ? newline - 2 : newline - 1;
  return bytes[before] === BACKSLASH;
}

/** Writes blanks over each backslash at the end of a line and its newline; returns the number of newlines. */
function joinContinuedLines(bytes: Uint8Array, end: number): number {
  const text = bytes.subarray(0, end);
  let joined = 0;
  for (let at = text.indexOf(BACKSLASH); at >= 0; at = text.indexOf(BACKSLASH, at + 1)) {
    const newline = text[at + 1] === RETURN ? at + 2 : at + 1;
    if (text[newline] !== NEWLINE) continue;
    text[at] = BLANK;
    text[newline] = JOINED_NEWLINE;
    joined++;
  }
  return joined;
}

function lineTooLong(file: string, linesBefore: number): UserError {
  return new UserError(`a line longer than ${MAX_LINE_BYTES >> 20} MiB; this is not a text file`, {
    place: { file, line: linesBefore + 1 },
    hint: 'Check that the content of the file matches its ending.',
  });
}

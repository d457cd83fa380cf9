/** Lines of a text, which may end with \n, \r\n or \r. */

const MARK = '\uFEFF';

/** Offset of the start of the line that holds `offset`, behind the byte order mark of the first. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r' && !(at === 1 && text[0] === MARK)) at--;
  return at;
}

/** Offset of the end of the line that holds `offset`, before its line break. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** Offset behind the line break at `end`; `end` itself at the end of the text. */
export const afterBreak = (text: string, end: number): number =>
  end + (text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0);

/** Offset before the line break that ends at `start`. */
export const beforeBreak = (text: string, start: number): number =>
  start - (text.startsWith('\r\n', start - 2) ? 2 : start > 0 && text[start - 1] !== MARK ? 1 : 0);

/** The number of a line, from 1. */
export const lineNumber = (text: string, offset: number): number =>
  (text.slice(0, offset).match(/\r\n|\n|\r/g) ?? []).length + 1;

/** The line break of a text: that of its first line. */
export const breakOf = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';

/** True if only blanks stand between the start of its line and `offset`. */
export const beginsLine = (text: string, offset: number): boolean =>
  text.slice(lineStart(text, offset), offset).trim() === '';

/** Columns before `offset` in its line. */
export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Returns a function for the offset of a text's line and column, both from 1. Lines behind the end are the last. */
export function offsetsIn(text: string): (line: number, column: number) => number {
  const starts = [text.startsWith(MARK) ? MARK.length : 0];
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length);
  return (line, column) => starts[Math.min(line, starts.length) - 1] + column - 1;
}

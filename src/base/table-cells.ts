import { type SourcePlace, UserError } from './errors.js';

/** The cells of a line as they are written; a separator between a pair of quotes is part of its cell. */
export function splitCells(line: string, separator: string | RegExp): string[] {
  if (typeof separator !== 'string' || !line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let k = 0; k < line.length; k++) {
    if (line[k] === '"') isQuoted = !isQuoted;
    else if (line[k] === separator && !isQuoted) {
      cells.push(line.slice(start, k));
      start = k + 1;
    }
  }
  return isQuoted ? line.split(separator) : [...cells, line.slice(start)];
}

/** The column of a line at which a cell begins, from 1. */
export const columnOfCell = (cells: readonly string[], index: number): number =>
  1 + cells.slice(0, index).join(' ').length + Math.min(index, 1);

/**
 * Throws UserError for a row with a cell behind the names of the header: those before it may stand in wrong columns.
 */
export function checkRowWidth(cells: readonly string[], width: number, place: SourcePlace): void {
  const surplus = cells.findIndex((cell, k) => k >= width && cell.trim() !== '');
  if (surplus < 0) return;
  throw new UserError(`found ${cells.length} cells, expected ${width}, as many as the header has names`, {
    place: { ...place, column: columnOfCell(cells, surplus) },
    hint: 'numbers take a decimal point unless semicolons or tabs lie between cells; a text with separators goes between quotes; numbers of rows need a name in the header',
  });
}

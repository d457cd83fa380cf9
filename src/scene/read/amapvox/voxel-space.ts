import { formatPlace } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import { listNames } from '../../../base/text.js';
import type { Vec3 } from '../../../base/vec3.js';
import { COORDINATE_LIMIT } from '../coordinates.js';
import { TextCursor } from '../text-cursor.js';
import { singleRows } from './single-rows.js';

/** Vegetation in voxels, as stored by AMAPVox. */
export interface VoxelSpace {
  /** Corner of voxel (0, 0, 0). */
  min: Vec3;
  /** Edge of a voxel. */
  size: number;
  /** Voxels along x, y, z. */
  counts: Vec3;
  /** i, j, k of each row. */
  cells: Uint32Array;
  /** Plant area density of each row, m²/m³; NaN: unknown. */
  pad: Float64Array;
  /** Share of the light that passes, of each row; NaN: unknown. */
  transmittance: Float64Array;
  /** Largest density, from the header or else from the rows. */
  maxPad: number;
}

const NEWLINE = 10;
const BLANK = 32;
const HASH = 35;
/** Required columns, by name. */
const COLUMNS = ['i', 'j', 'k', 'padbvtotal', 'transmittance'];

/**
 * Reads a file of AMAPVox: `VOXEL SPACE`, lines with `#min_corner`, `#split`, `#res` and `#max_pad`, a line with the
 * names of the columns, and a row for each voxel; of several rows the last counts, with a warning. Throws UserError
 * with the line for a file without rows, a truncated row, and a row with a voxel outside of the header's grid.
 */
export function readVoxelSpace(bytes: Uint8Array, file: string, log: Log): VoxelSpace {
  const text = new TextCursor(bytes, file);
  text.skipBlanks();
  if (!/^voxel space\b/i.test(text.restOfLine())) throw text.fault('a file of AMAPVox begins with a line VOXEL SPACE');
  const header = readHeader(text);
  const columns = columnsOf(text);
  const { at } = text;
  const written = readRows(text, columns, header);
  const single = singleRows(header.counts, written.cells);
  if (single === undefined) return { ...header, ...written, maxPad: header.maxPad ?? greatest(written.pad) };
  const lineOf = (row: number) => lineOfRow(new TextCursor(bytes, file, at), row);
  const { row, earlier, count } = single.repeated;
  const voxel = written.cells.subarray(3 * row, 3 * row + 3).join(' ');
  log.warn(
    `${formatPlace({ file, line: lineOf(row) })}: voxel ${voxel} has a row already, in line ${lineOf(earlier)}, where AMAPVox writes one for each: the last one of a voxel counts, and ${count === 1 ? '1 row is' : `${count} rows are`} left out`,
  );
  const kept = rowsAt(written, single.rows);
  return { ...header, ...kept, maxPad: header.maxPad ?? greatest(kept.pad) };
}

const greatest = (values: Float64Array): number => values.reduce((most, value) => (value > most ? value : most), 0);

const rowsAt = ({ cells, pad, transmittance }: Rows, rows: Uint32Array): Rows => ({
  cells: Uint32Array.from({ length: 3 * rows.length }, (_, k) => cells[3 * rows[Math.floor(k / 3)] + (k % 3)]),
  pad: Float64Array.from(rows, (row) => pad[row]),
  transmittance: Float64Array.from(rows, (row) => transmittance[row]),
});

/** The line of a row, of a text that stands before the first one. */
function lineOfRow(text: TextCursor, row: number): number {
  for (let k = 0; text.skipBlanks() && k < row; k++) text.skipLine();
  return text.line;
}

type Header = Pick<VoxelSpace, 'min' | 'size' | 'counts'> & { maxPad?: number };

function readHeader(text: TextCursor): Header {
  const words = readWords(text);
  const vector = (word: string, fits: (value: number) => boolean, expected: string): Vec3 => {
    const [x, y, z] = words.get(word) ?? [];
    if ([x, y, z].every(fits)) return [x, y, z];
    throw text.fault(
      `the header has #${word} ${words.get(word)?.slice(0, 4).join(' ') ?? '(none)'}; expected ${expected}`,
    );
  };
  const isPlace = (value: number) => Math.abs(value) <= COORDINATE_LIMIT;
  const min = vector('min_corner', isPlace, 'three coordinates');
  const counts = vector('split', (value) => value > 0 && Number.isInteger(value), 'three whole numbers > 0');
  const sizes = words.get('res') ?? [];
  const [size] = sizes;
  if (!(size > 0 && sizes.every((other) => other === size)))
    throw text.fault(`the header has #res ${sizes.join(' ') || '(none)'}; expected one edge > 0 of all voxels`);
  if (!counts.every((count, axis) => isPlace(min[axis] + size * count)))
    throw text.fault(`the header has ${counts.join(' × ')} voxels of ${size}, which reach too far`);
  if (counts[0] * counts[1] * counts[2] > Number.MAX_SAFE_INTEGER)
    throw text.fault(`the header has #split ${counts.join(' ')}: too many voxels to be numbered`);
  const [maxPad] = words.get('max_pad') ?? [];
  return { min, size, counts, ...(maxPad > 0 && { maxPad }) };
}

/** Numbers behind each `#word` of the lines that begin with #, several in a line. */
function readWords(text: TextCursor): Map<string, number[]> {
  const words = new Map<string, number[]>();
  while (text.skipBlanks() && text.bytes[text.at] === HASH)
    for (const [, word, values] of text.restOfLine().matchAll(/#([\w-]+)\s*:?([^#]*)/g))
      words.set(word.toLowerCase(), (values.match(/[^\s;,()[\]]+/g) ?? []).map(Number));
  return words;
}

/** Place of each needed column in a row. */
function columnsOf(text: TextCursor): number[] {
  const names = text.restOfLine().toLowerCase().split(/\s+/);
  return COLUMNS.map((name) => {
    const column = names.indexOf(name);
    if (column >= 0) return column;
    throw text.fault(`there is no column ${name}; the columns are ${listNames(names)}`);
  });
}

type Rows = Pick<VoxelSpace, 'cells' | 'pad' | 'transmittance'>;

function readRows(text: TextCursor, columns: readonly number[], { counts }: Header): Rows {
  const rows = countLines(text);
  const [cells, pad, transmittance] = [new Uint32Array(3 * rows), new Float64Array(rows), new Float64Array(rows)];
  const row = new Float64Array(Math.max(...columns) + 1);
  let count = 0;
  for (; text.skipBlanks(); count++) {
    for (let column = 0; column < row.length; column++) row[column] = readCell(text);
    for (let axis = 0; axis < 3; axis++) cells[3 * count + axis] = cellIndex(text, row[columns[axis]], counts, axis);
    pad[count] = row[columns[3]];
    transmittance[count] = row[columns[4]];
    text.skipLine();
  }
  if (count === 0) throw text.fault('there is no row of a voxel');
  return {
    cells: cells.subarray(0, 3 * count),
    pad: pad.subarray(0, count),
    transmittance: transmittance.subarray(0, count),
  };
}

/** Number of remaining lines, the last one with or without a newline. */
function countLines({ bytes, at }: TextCursor): number {
  let lines = 0;
  for (let k = at; k < bytes.length; k++) if (bytes[k] === NEWLINE) lines++;
  return lines;
}

/** The next number of the row, which may be the word NaN. Throws UserError at the end of the line. */
function readCell(text: TextCursor): number {
  while (text.bytes[text.at] <= BLANK && text.bytes[text.at] !== NEWLINE) text.at++;
  if (text.bytes[text.at] === NEWLINE) throw text.fault('the row ends before all of its columns are there');
  const start = text.at;
  if (text.word() === 'nan') return NaN;
  text.at = start;
  return text.number('the value of a voxel');
}

function cellIndex(text: TextCursor, value: number, counts: Vec3, axis: number): number {
  if (Number.isInteger(value) && value >= 0 && value < counts[axis]) return value;
  throw text.fault(`found voxel ${value} along ${'xyz'[axis]}; the header says 0 to ${counts[axis] - 1}`);
}

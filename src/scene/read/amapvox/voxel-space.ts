import { formatPlace } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import { printable } from '../../../base/printable.js';
import { counted, listNames } from '../../../base/text.js';
import type { Vec3 } from '../../../base/vec3.js';
import { didYouMean } from '../../../base/yaml/check-document.js';
import { COORDINATE_LIMIT } from '../coordinates.js';
import { TextCursor } from '../text-cursor.js';
import { singleRows } from './single-rows.js';

/** Vegetation in voxels, as stored by AMAPVox. */
export interface VoxelSpace {
  /** Corner of voxel (0, 0, 0). */
  min: Vec3;
  /** Edges of a voxel along x, y, z. */
  size: Vec3;
  /** Voxels along x, y, z. */
  counts: Vec3;
  /** i, j, k of each row. */
  cells: Uint32Array;
  /** Name of the column of densities, as it is written. */
  column: string;
  /** Leaf angles with which densities were computed, as it is written; absent: the header does not say. */
  leafAngles?: string;
  /** Plant area density of each row, m²/m³, or what `column` has in its place; NaN: unknown. */
  pad: Float64Array;
  /** Share of the light that passes, of each row; NaN: unknown, or without such a column. */
  transmittance: Float64Array;
  /** Largest density, from the header or else from the rows. */
  maxPad: number;
}

const NEWLINE = 10;
const BLANK = 32;
const HASH = 35;
/** Names of the plant area density, up to AMAPVox 2.2 and since. */
const DENSITIES = ['PadBVTotal', 'plantAreaDensity'];

/** Options of reading voxels. */
interface VoxelOptions {
  log: Log;
  /** Column of densities; absent: one of DENSITIES. */
  column?: string;
  /** Whether a file may lack the transmittance; absent: it may not. */
  withoutTransmittance?: boolean;
}

/**
 * Reads a file of AMAPVox: `VOXEL SPACE`, lines with `#min_corner`, `#split`, `#res` (one edge, or three), `#max_pad`
 * and `#lad_type`, a line with the names of the columns, and a row for each voxel; of several rows the last counts,
 * with a warning. Throws UserError with the line for a file without rows, a truncated row, a missing column, and a row
 * with a voxel outside of the header's grid.
 */
export function readVoxelSpace(bytes: Uint8Array, file: string, options: VoxelOptions): VoxelSpace {
  const text = new TextCursor(bytes, file);
  text.skipBlanks();
  const { at: start } = text;
  if (!/^voxel space\b/i.test(text.restOfLine())) {
    text.at = start;
    throw text.fault('a file of AMAPVox begins with a line VOXEL SPACE');
  }
  const { maxPad: most, ...header } = readHeader(text);
  const { places: columns, column } = columnsOf(text, options);
  const isDensity = DENSITIES.some((name) => name.toLowerCase() === column.toLowerCase());
  const withMost = (rows: Rows): VoxelSpace => ({
    ...header,
    ...rows,
    column,
    maxPad: (isDensity ? most : undefined) ?? greatest(rows.pad),
  });
  const { at } = text;
  const written = readRows(text, columns, header);
  const single = singleRows(header.counts, written.cells);
  if (single === undefined) return withMost(written);
  const lineOf = (row: number) => lineOfRow(new TextCursor(bytes, file, at), row);
  const { row, earlier, count } = single.repeated;
  const voxel = written.cells.subarray(3 * row, 3 * row + 3).join(' ');
  options.log.warn(
    `${formatPlace({ file, line: lineOf(row) })}: voxel ${voxel} has a row already, in line ${lineOf(earlier)}, where AMAPVox writes one for each: the last one of a voxel counts, and ${count === 1 ? '1 row is' : `${count} rows are`} left out`,
  );
  return withMost(rowsAt(written, single.rows));
}

/** Warns of densities below 0, which count as unknown, since no canopy has them: a column may be another's. */
export function warnOfNegative({ pad, cells, column }: VoxelSpace, file: string, log: Log): void {
  const row = pad.findIndex((density) => density < 0);
  if (row < 0) return;
  const voxel = cells.subarray(3 * row, 3 * row + 3).join(' ');
  const count = pad.reduce((sum, density) => sum + Number(density < 0), 0);
  const others = count > 1 ? `, as those of ${counted(count - 1, 'other voxel')} below 0` : '';
  log.warn(`${file}: voxel ${voxel} has a ${column} of ${pad[row]}, which counts as unknown${others}`);
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

type Header = Pick<VoxelSpace, 'min' | 'size' | 'counts' | 'leafAngles'> & { maxPad?: number };

function readHeader(text: TextCursor): Header {
  const words = readWords(text);
  const numbersOf = (word: string): number[] => (words.get(word)?.match(/[^\s;,()[\]]+/g) ?? []).map(Number);
  const vector = (word: string, fits: (value: number) => boolean, expected: string): Vec3 => {
    const numbers = numbersOf(word);
    const [x, y, z] = word === 'res' && numbers.length === 1 ? [...numbers, ...numbers, ...numbers] : numbers;
    if ([x, y, z].every(fits)) return [x, y, z];
    throw text.fault(`the header has #${word} ${numbers.slice(0, 4).join(' ') || '(none)'}; expected ${expected}`);
  };
  const isPlace = (value: number) => Math.abs(value) <= COORDINATE_LIMIT;
  const min = vector('min_corner', isPlace, 'three coordinates');
  const counts = vector('split', (value) => value > 0 && Number.isInteger(value), 'three whole numbers > 0');
  const size = vector('res', (edge) => edge > 0, 'one edge > 0 of all voxels, or three');
  const edges = size.every((edge) => edge === size[0]) ? size[0] : size.join(' × ');
  if (!counts.every((count, axis) => isPlace(min[axis] + size[axis] * count)))
    throw text.fault(`the header has ${counts.join(' × ')} voxels of ${edges}, which reach too far`);
  if (counts[0] * counts[1] * counts[2] > Number.MAX_SAFE_INTEGER)
    throw text.fault(`the header has #split ${counts.join(' ')}: too many voxels to be numbered`);
  const [maxPad] = numbersOf('max_pad');
  const leafAngles = words.get('lad_type');
  return { min, size, counts, ...(maxPad > 0 && { maxPad }), ...(leafAngles && { leafAngles }) };
}

/** The text behind each `#word` of the lines that begin with #, several in a line. */
function readWords(text: TextCursor): Map<string, string> {
  const words = new Map<string, string>();
  while (text.skipBlanks() && text.bytes[text.at] === HASH)
    for (const [, word, values] of text.restOfLine().matchAll(/#([\w-]+)\s*:?([^#]*)/g))
      words.set(word.toLowerCase(), values.trim());
  return words;
}

/** Places in a row of i, j, k, the densities and, unless it may lack, the transmittance; the name of the densities. */
function columnsOf(
  text: TextCursor,
  { column: wish, withoutTransmittance = false }: VoxelOptions,
): { places: number[]; column: string } {
  const written = text.restOfLine().trim().split(/\s+/);
  const names = written.map((name) => name.toLowerCase());
  const placeOf = (name: string): number => {
    const place = names.indexOf(name.toLowerCase());
    if (place >= 0) return place;
    throw text.fault(`there is no column ${name}; the columns are ${listNames(written)}${missingHint(name, written)}`);
  };
  const density = placeOf(wish ?? DENSITIES.find((name) => names.includes(name.toLowerCase())) ?? DENSITIES[0]);
  const isThere = !withoutTransmittance || names.includes('transmittance');
  const places = ['i', 'j', 'k'].map(placeOf);
  return { places: [...places, density, ...(isThere ? [placeOf('transmittance')] : [])], column: written[density] };
}

/** The way on without a column. */
function missingHint(name: string, written: readonly string[]): string {
  const attenuation = written.find(isAttenuation);
  if (name !== DENSITIES[0] || attenuation === undefined) return didYouMean(name, written);
  return `; voxels: { column: ${printable(attenuation)} } takes the attenuation of light in place of a density`;
}

/** Whether a column has the attenuation of light, 1/m, which is the density times the projection of leaves. */
export const isAttenuation = (column: string): boolean => /^attenuation/i.test(column);

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
    transmittance[count] = columns.length > 4 ? row[columns[4]] : Number.NaN;
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

/** The next number of the row, which may be the word NaN, or NA of R. Throws UserError at the end of the line. */
function readCell(text: TextCursor): number {
  while (text.bytes[text.at] <= BLANK && text.bytes[text.at] !== NEWLINE) text.at++;
  if (text.bytes[text.at] === NEWLINE) throw text.fault('the row ends before all of its columns are there');
  const start = text.at;
  if (['nan', 'na'].includes(text.word())) return NaN;
  text.at = start;
  return text.number('the value of a voxel');
}

function cellIndex(text: TextCursor, value: number, counts: Vec3, axis: number): number {
  if (Number.isInteger(value) && value >= 0 && value < counts[axis]) return value;
  throw text.fault(`found voxel ${value} along ${'xyz'[axis]}; the header says 0 to ${counts[axis] - 1}`);
}

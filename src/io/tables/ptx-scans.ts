/*
 * PTX of Leica's Cyclone ("Leica PTX format", Leica Geosystems): scans one after the other, each with the number of its
 * columns, that of its rows, the place and the three axes of the scanner, a matrix of 4 × 4, whose rows are where the
 * axes and the origin of the scanner go, and a row for each cell. A cell of 0, 0, 0 had no echo.
 */
import type { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { viewOf } from '../bytes/byte-fields.js';
import { withFile } from '../bytes/read-head.js';
import { LineReader } from '../records/line-reader.js';
import type { RecordSource } from '../records/record-source.js';
import { RowParser } from '../records/row-parser.js';
import { CELL_BYTES } from '../records/text-rows.js';
import { attributeNames, type TableCloud, type TableField } from './table-cloud.js';

/** A scan of a file. */
interface PtxScan {
  columns: number;
  rows: number;
  /** Rows of the matrix one after the other. */
  matrix: readonly number[];
  /** Names of the numbers of its cells. */
  names: readonly string[];
}

/** The scans of a file as one cloud. */
export interface PtxCloud extends TableCloud {
  scans: readonly PtxScan[];
}

/** Numbers of a cell by how many there are. */
const BY_COUNT: Readonly<Record<number, readonly string[]>> = Object.freeze({
  3: ['x', 'y', 'z'],
  4: ['x', 'y', 'z', 'intensity'],
  6: ['x', 'y', 'z', 'red', 'green', 'blue'],
  7: ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'],
});

const FROM_THE_START = { dataAt: 0, line: 1 };

/** Lines of the place and the axes of a scanner, each of three numbers, and of its matrix, of four. */
const [POSE_LINES, MATRIX_LINES] = [4, 4];

/**
 * Opens a PTX file. Throws UserError for a head that is none, for a scan with fewer cells than it announces, and for a
 * first cell with another number of numbers than x, y, z, intensity and colours.
 */
export async function openPtxCloud(files: Files, path: string): Promise<PtxCloud> {
  const bytes = await withFile(files, path, async ({ info }) => info.size);
  const scans = await readScans(files, path);
  const names = BY_COUNT[7].filter((name) => isAxis(name) || scans.some((scan) => scan.names.includes(name)));
  const fields = names.map((name, k): TableField => {
    const field = { name, type: 'f64' as const, declared: null, at: k * CELL_BYTES };
    return name === 'intensity' ? { ...field, known: [[0, 1]] } : field;
  });
  return {
    files,
    path,
    bytes,
    format: 'ptx',
    title: `PTX, ${counted(scans.length, 'scan')}`,
    pointCount: scans.reduce((sum, { columns, rows }) => sum + columns * rows, 0),
    recordLength: names.length * CELL_BYTES,
    inAnyOrder: false,
    fields,
    attributes: attributeNames(fields),
    hasEmptyCells: true,
    hasPoses: true,
    grid: scans.length === 1 ? { width: scans[0].columns, height: scans[0].rows } : undefined,
    dataAt: 0,
    scans,
    warnings: [...lackingNames(scans, names), ...scaledAxes(scans)],
  };
}

const isAxis = (name: string): boolean => BY_COUNT[3].includes(name);

const lackingNames = (scans: readonly PtxScan[], names: readonly string[]): string[] =>
  scans.flatMap((scan, number) => {
    const missing = names.filter((name) => !scan.names.includes(name));
    return missing.length > 0 && scan.columns * scan.rows > 0
      ? [`scan ${number} has no ${missing.join(', ')}; its points have 0 there`]
      : [];
  });

/** Reads the heads of all scans, and passes over their cells. */
async function readScans(files: Files, path: string): Promise<PtxScan[]> {
  const lines = await LineReader.open(files, path, FROM_THE_START);
  try {
    const scans: PtxScan[] = [];
    while (scans.length === 0 || (await lines.next())) scans.push(await readScan(lines, scans.length));
    return scans;
  } finally {
    await lines.close();
  }
}

/** Reads the head of scan `number`, of which the first line is the current one, but for that of the file. */
async function readScan(lines: LineReader, number: number): Promise<PtxScan> {
  const fault = (found: string): UserError => lines.fault(`scan ${number}: ${found}`);
  const next = async (): Promise<string[]> => {
    if (!(await lines.next())) throw fault('the file ends in its head');
    return wordsOf(lines);
  };
  const count = (words: readonly string[], what: string): number => {
    if (words.length === 1 && /^\d{1,9}$/.test(words[0])) return Number(words[0]);
    throw fault(`found ${quoteText(words.join(' '))}, expected the number of its ${what}`);
  };
  const numbers = (words: readonly string[], expected: number): number[] => {
    if (words.length !== expected) throw fault(`found ${counted(words.length, 'number')}, expected ${expected}`);
    return words.map((word) => {
      const value = Number(word);
      if (Number.isFinite(value)) return value;
      throw fault(`found ${quoteText(word)}, expected a number`);
    });
  };
  const columns = count(number === 0 ? await next() : wordsOf(lines), 'columns');
  const rows = count(await next(), 'rows');
  for (let k = 0; k < POSE_LINES; k++) numbers(await next(), 3);
  const matrix: number[] = [];
  for (let k = 0; k < MATRIX_LINES; k++) matrix.push(...numbers(await next(), 4));
  if (!hasSquareAxes(matrix))
    throw fault(
      'expected a matrix that turns, scales and shifts: axes square to each other, then a place, and 0 0 0 1',
    );
  return { columns, rows, matrix, names: await passCells(lines, columns * rows, fault) };
}

/** Largest deviation of a matrix from one that turns, in numbers that programs round to three digits or more. */
const ROUNDED = 2e-3;

/** Lengths of the images of the axes. */
const scalesOf = (m: readonly number[]): number[] => [0, 4, 8].map((k) => Math.hypot(m[k], m[k + 1], m[k + 2]));

/** Whether a matrix turns, scales and shifts: its rows are the images of the axes, and that of the origin. */
function hasSquareAxes(m: readonly number[]): boolean {
  const [a, b, c] = scalesOf(m).map((scale, axis) => [0, 1, 2].map((k) => m[4 * axis + k] / scale));
  const dot = (u: readonly number[], v: readonly number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const offs = [dot(a, b), dot(b, c), dot(c, a), m[3], m[7], m[11], m[15] - 1];
  // Axes without a length have no direction: NaN.
  return offs.every((off) => Math.abs(off) <= ROUNDED);
}

/** Scanners turn and shift; other units or a stretched height are told, once for all scans that have the same. */
function scaledAxes(scans: readonly PtxScan[]): string[] {
  const byScales = new Map<string, number[]>();
  for (const [number, { matrix }] of scans.entries()) {
    const scales = scalesOf(matrix);
    if (scales.every((scale) => Math.abs(scale - 1) <= ROUNDED)) continue;
    const words = scales.map((scale) => Number(scale.toPrecision(6))).join(' × ');
    const numbers = byScales.get(words);
    if (numbers) numbers.push(number);
    else byScales.set(words, [number]);
  }
  return [...byScales].map(([words, [first, ...others]]) => {
    const scan = others.length === 0 ? `scan ${first}` : `scan ${first} and ${counted(others.length, 'other')}`;
    return `${scan}: the matrix scales the axes by ${words}; points are placed so`;
  });
}

/** Passes over the cells of a scan, and returns the names of their numbers. */
async function passCells(
  lines: LineReader,
  cells: number,
  fault: (found: string) => UserError,
): Promise<readonly string[]> {
  let names = BY_COUNT[7];
  for (let cell = 0; cell < cells; cell++) {
    if (!(await lines.next())) throw fault(`the file ends after ${cell} of ${counted(cells, 'cell')}`);
    if (cell > 0) continue;
    const { length } = wordsOf(lines);
    if (BY_COUNT[length] === undefined)
      throw fault(`found ${counted(length, 'number')} in a cell, expected 3, 4, 6 or 7`);
    names = BY_COUNT[length];
  }
  return names;
}

const textOf = ({ bytes, at, end }: LineReader): string => latin1(bytes.subarray(at, end)).trim();

const wordsOf = (lines: LineReader): string[] => textOf(lines).split(/\s+/);

/** Goes through the cells of a file. */
class CellReader {
  readonly lines: LineReader;
  /** The heads that were passed since it was last emptied, as they are written. */
  heads = '';
  private readonly cloud: Pick<PtxCloud, 'scans'>;
  private number = -1;
  private left = 0;

  constructor(lines: LineReader, cloud: Pick<PtxCloud, 'scans'>) {
    this.lines = lines;
    this.cloud = cloud;
  }

  /** Moves on to the next cell, and returns the number of its scan. Throws UserError at the end of the file. */
  async next(): Promise<number> {
    while (this.left === 0) await this.passHead();
    await this.nextLine();
    this.left--;
    return this.number;
  }

  /** Passes over the heads of scans without cells behind the last cell. */
  async finish(): Promise<void> {
    while (this.number + 1 < this.cloud.scans.length) await this.passHead();
  }

  private async passHead(): Promise<void> {
    const scan = this.cloud.scans[++this.number];
    for (let k = 0; k < 2 + POSE_LINES + MATRIX_LINES; k++) {
      await this.nextLine();
      this.heads += `${textOf(this.lines)}\n`;
    }
    this.left = scan.columns * scan.rows;
  }

  private async nextLine(): Promise<void> {
    if (!(await this.lines.next())) throw this.lines.fault('the file has become shorter');
  }
}

/** Opens the cells of a PTX file as records of f64: NaN for the coordinates of empty ones, 0 for numbers it lacks. */
export async function openPtxRecords(cloud: PtxCloud): Promise<RecordSource> {
  const lines = await LineReader.open(cloud.files, cloud.path, FROM_THE_START);
  const cells = new CellReader(lines, cloud);
  const parsers = parsersOf(cloud, lines);
  return {
    read: async (_first, count, target) => {
      const view = viewOf(target);
      target.fill(0, 0, count * cloud.recordLength);
      for (let i = 0; i < count; i++) {
        const number = await cells.next();
        parsers[number].parse(view, i * cloud.recordLength);
        place(view, i * cloud.recordLength, cloud.scans[number].matrix);
      }
    },
    close: () => lines.close(),
  };
}

/** The parsers of the cells of each scan. */
const parsersOf = ({ scans, fields }: PtxCloud, lines: LineReader): RowParser[] =>
  scans.map(({ names }) => {
    const places = names.map((name) => ({ name, at: fields.find((field) => field.name === name)?.at }));
    return new RowParser(lines, { cells: places, separator: ' ' });
  });

/** Cells of a file as they are written, with their places; NaN: they are empty. */
export interface WrittenCells {
  count: number;
  /** Texts of cells, and those of the heads in front of some, by number in the batch; `count`: behind the last. */
  cells: readonly string[];
  heads: ReadonlyMap<number, string>;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
}

/** Cells that are read together. */
const CELLS_A_BATCH = 16_384;

/** The cells of a file, some thousand at a time, with the heads of its scans. Throws UserError with the line. */
export async function* writtenCells(cloud: PtxCloud): AsyncGenerator<WrittenCells> {
  const lines = await LineReader.open(cloud.files, cloud.path, FROM_THE_START);
  try {
    const reader = new CellReader(lines, cloud);
    const parsers = parsersOf(cloud, lines);
    const view = new DataView(new ArrayBuffer(cloud.recordLength));
    for (let first = 0; first === 0 || first < cloud.pointCount; first += CELLS_A_BATCH) {
      const count = Math.min(CELLS_A_BATCH, cloud.pointCount - first);
      const [cells, heads] = [new Array<string>(count), new Map<number, string>()];
      const axes = [0, 1, 2].map(() => new Float64Array(count));
      const takeHeads = (before: number) => {
        if (reader.heads !== '') heads.set(before, reader.heads);
        reader.heads = '';
      };
      for (let i = 0; i < count; i++) {
        const number = await reader.next();
        takeHeads(i);
        cells[i] = textOf(lines);
        parsers[number].parse(view, 0);
        place(view, 0, cloud.scans[number].matrix);
        for (const [axis, values] of axes.entries()) values[i] = view.getFloat64(CELL_BYTES * axis, true);
      }
      if (first + count === cloud.pointCount) {
        await reader.finish();
        takeHeads(count);
      }
      yield { count, cells, heads, x: axes[0], y: axes[1], z: axes[2] };
    }
  } finally {
    await lines.close();
  }
}

/** The text of a cell without its place. */
export const emptyCell = (cell: string): string => ['0 0 0', ...cell.split(/\s+/).slice(3)].join(' ');

/** Moves the coordinates at `at` by a matrix that stands behind the row x, y, z, 1. */
function place(view: DataView, at: number, matrix: readonly number[]): void {
  const [x, y, z] = [0, 1, 2].map((axis) => view.getFloat64(at + CELL_BYTES * axis, true));
  const isEmpty = x === 0 && y === 0 && z === 0;
  for (let axis = 0; axis < 3; axis++) {
    const value = x * matrix[axis] + y * matrix[4 + axis] + z * matrix[8 + axis] + matrix[12 + axis];
    view.setFloat64(at + CELL_BYTES * axis, isEmpty ? Number.NaN : value, true);
  }
}

/** The line of cell `point`, from 0. */
export async function lineOfCell(cloud: PtxCloud, point: number): Promise<number> {
  const lines = await LineReader.open(cloud.files, cloud.path, FROM_THE_START);
  try {
    const cells = new CellReader(lines, cloud);
    for (let k = 0; k <= point; k++) await cells.next();
    return lines.line;
  } finally {
    await lines.close();
  }
}

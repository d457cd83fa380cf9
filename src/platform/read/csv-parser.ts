import { UserError } from '../../base/errors.js';
import { SILENT_LOG } from '../../base/log.js';
import { checkRowWidth, splitCells } from '../../base/table-cells.js';
import type { Trajectory } from '../leg.js';
import { LineSplitter } from './line-splitter.js';
import { findPoseColumns, namesPose, numberedColumns, reportUnreadPoses } from './pose-header.js';
import { isNumber, PoseTable } from './pose-table.js';
import { unitNamed } from './time-unit.js';
import type { ColumnChoice, TrajectoryOptions, TrajectoryParser } from './trajectory-parser.js';

/**
 * Reads a table of poses: a header line, then one row per pose, separated by commas, semicolons, tabs or blanks (as in
 * the first line). Lines that begin with # or // are ignored, although one of them may be the header. A table without a
 * header needs the numbers of its columns, unless it is of TUM (.tum).
 */
export class CsvParser implements TrajectoryParser {
  private readonly file: string;
  private readonly options: TrajectoryOptions;
  private readonly lines: LineSplitter;
  private separator: RegExp | string | undefined;
  private comment: string | undefined;
  private table: PoseTable | undefined;
  /** Number of names in the header; undefined: it is a comment, or there is none. */
  private width: number | undefined;

  constructor(file: string, options: TrajectoryOptions) {
    this.file = file;
    this.options = options;
    this.lines = new LineSplitter(file, (text, line) => this.readLine(text, line));
  }

  push(bytes: Uint8Array): void {
    this.lines.push(bytes);
  }

  finish(): Trajectory {
    this.lines.finish();
    if (this.table === undefined)
      throw new UserError('found no row, expected a table of poses', { place: { file: this.file } });
    return this.table.finish();
  }

  private readLine(text: string, line: number): void {
    const comment = /^(#|\/\/)\s*(.*)$/.exec(text);
    if (comment !== null) {
      if (this.table === undefined && namesPose(cellsOf(comment[2], separatorOf(comment[2]))))
        this.comment = comment[2];
      return;
    }
    this.separator ??= this.options.separator ?? separatorOf(text);
    const cells = cellsOf(text, this.separator);
    if (this.table === undefined) {
      this.begin(cells, line);
      return;
    }
    const place = { file: this.file, line };
    if (this.width !== undefined) checkRowWidth(splitCells(text, this.separator), this.width, place);
    this.table.add(cells, place);
  }

  /** The first line that is not a comment: the header, or already a pose. */
  private begin(cells: string[], line: number): void {
    const place = { file: this.file, line };
    const isHeader = !cells.every((cell) => isNumber(cell.trim()));
    const names = isHeader ? cells : this.comment && cellsOf(this.comment, separatorOf(this.comment));
    const choice = this.options.columns ?? (names ? {} : columnsByEnding(this.file));
    if (!names && Object.keys(choice).length === 0 && cells.length === MATRIX_NUMBERS)
      throw new UserError(`found a row of ${MATRIX_NUMBERS} numbers, expected a header or columns by their numbers`, {
        place,
        hint: 'format: kitti reads poses of KITTI, with their times in a file beside them; columns: { time: 1, … } those of a table',
      });
    const columns = names ? findPoseColumns(names, choice, place) : numberedColumns(choice, place);
    if (names) reportUnreadPoses(names, columns, place, this.options.log ?? SILENT_LOG);
    const timeUnit = this.options.timeUnit ?? unitNamed(names?.[columns.get('time') ?? -1] ?? '');
    this.table = new PoseTable(this.file, columns, { ...this.options, timeUnit }, place);
    if (isHeader) this.width = cells.length;
    else this.table.add(cells, place);
  }
}

/** Numbers of a row of poses of KITTI. */
const MATRIX_NUMBERS = 12;

/** The columns of files in the format of TUM's RGB-D benchmark, which need not name them. */
const TUM_COLUMNS: ColumnChoice = Object.freeze({ time: 1, x: 2, y: 3, z: 4, qx: 5, qy: 6, qz: 7, qw: 8 });

/** The columns of a table without a header, for endings of names that imply them. */
const columnsByEnding = (file: string): ColumnChoice => (/\.tum(\.gz)?$/i.test(file) ? TUM_COLUMNS : {});

/** The separator of a table's first line: the first of these that occurs in it. */
const separatorOf = (line: string): string | RegExp =>
  [';', ',', '\t'].find((separator) => line.includes(separator)) ?? /\s+/;

const cellsOf = (line: string, separator: RegExp | string): string[] =>
  splitCells(line, separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

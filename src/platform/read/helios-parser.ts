import { type SourcePlace, UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { Trajectory } from '../leg.js';
import { LineSplitter } from './line-splitter.js';
import { findPoseColumns } from './pose-header.js';
import { type PoseColumns, PoseTable } from './pose-table.js';
import type { ColumnChoice, TrajectoryOptions, TrajectoryParser } from './trajectory-parser.js';

/** Columns, from 1, of a file that does not name them. */
const DEFAULT_COLUMNS: Required<Pick<ColumnChoice, 'time' | 'roll' | 'pitch' | 'heading' | 'x' | 'y' | 'z'>> = {
  time: 1,
  roll: 2,
  pitch: 3,
  heading: 4,
  x: 5,
  y: 6,
  z: 7,
};

/** Names of a header. */
const NAMES: readonly string[] = ['t', 'roll', 'pitch', 'yaw', 'x', 'y', 'z'];

/**
 * Reads a trajectory of HELIOS++ (.trj): rows of numbers separated by commas. Comments begin with #; among them,
 * `#HEADER: "t", "roll", …` names the columns and `#TIME_COLUMN: n` is the number of the time column, from 0. Unless
 * the options say otherwise, angles are degrees in the order of ARINC 705.
 */
export class HeliosParser implements TrajectoryParser {
  private readonly file: string;
  private readonly options: TrajectoryOptions;
  private readonly lines: LineSplitter;
  private header: string[] | undefined;
  private timeColumn: number | undefined;
  private table: PoseTable | undefined;

  constructor(file: string, options: TrajectoryOptions) {
    this.file = file;
    this.options = { ...options, rotation: options.rotation ?? 'arinc705' };
    this.lines = new LineSplitter(file, (text, line) => this.readLine(text, { file, line }));
  }

  push(bytes: Uint8Array): void {
    this.lines.push(bytes);
  }

  finish(): Trajectory {
    this.lines.finish();
    if (this.table === undefined)
      throw new UserError('found no row of numbers, expected a trajectory of HELIOS++', { place: { file: this.file } });
    return this.table.finish();
  }

  private readLine(text: string, place: SourcePlace): void {
    if (text.startsWith('#')) {
      this.readComment(text.slice(1).trim(), place);
      return;
    }
    this.table ??= new PoseTable(this.file, this.columns(place), this.options, place);
    this.table.add(text.split(this.options.separator ?? /[,;]/), place);
  }

  private readComment(comment: string, place: SourcePlace): void {
    const [, key, value] = /^(TIME_COLUMN|HEADER)\s*:\s*(.*)$/.exec(comment) ?? [];
    if (key === 'TIME_COLUMN') {
      if (!/^\d{1,3}$/.test(value))
        throw new UserError(`TIME_COLUMN: found ${quoteText(value)}, expected the number of a column, from 0`, {
          place,
        });
      this.timeColumn = Number(value) + 1;
    }
    if (key === 'HEADER') this.header = value.split(',').map((name) => headerName(name, place));
  }

  private columns(place: SourcePlace): PoseColumns {
    const time = this.timeColumn === undefined ? {} : { time: this.timeColumn };
    const stated = this.header === undefined && this.options.columns === undefined ? DEFAULT_COLUMNS : {};
    return findPoseColumns(this.header ?? [], { ...stated, ...time, ...this.options.columns }, place);
  }
}

function headerName(text: string, place: SourcePlace): string {
  const name = text.trim().replace(/^"(.*)"$/, '$1');
  if (NAMES.includes(name)) return name;
  throw new UserError(`HEADER: found the column ${quoteText(name)}, expected any of ${NAMES.join(', ')}`, { place });
}

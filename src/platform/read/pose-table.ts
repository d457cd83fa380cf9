import { DEGREE } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { fromFlu, fromRollPitchYaw } from '../../base/flu.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { normalizeQuaternion, type Quaternion } from '../../base/quaternion.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { BodyAxes } from '../body-axes.js';
import type { Trajectory } from '../leg.js';
import { type RotationOrder, rotationOf } from '../rotation-order.js';
import { demandAngle } from './demand-angle.js';
import { posesOf, posesOfSlopes } from './filter-slopes.js';
import { GeographicBuilder } from './geographic-builder.js';
import { PoseAngles } from './pose-angles.js';
import { TIMES_PER_SECOND, type TimeUnit, unitBySize, unitBySteps } from './time-unit.js';
import { TrajectoryBuilder } from './trajectory-builder.js';
import { POSE_COLUMNS, type PoseColumn, TRAJECTORY_DEFAULTS, type TrajectoryOptions } from './trajectory-parser.js';

/** Index of each number in a row, from 0. */
export type PoseColumns = ReadonlyMap<PoseColumn, number>;

/** Largest deviation of a quaternion's length from 1: files round to four digits or more. */
const QUATERNION_SLACK = 1e-3;

/** Builds a trajectory from the rows of a table. */
export class PoseTable {
  private readonly builder: TrajectoryBuilder;
  private readonly geographic: GeographicBuilder;
  private readonly columns: PoseColumns;
  private readonly unit: number;
  private readonly rotation: RotationOrder;
  private readonly body: BodyAxes;
  private readonly keepsFirst: boolean;
  private readonly angles: PoseAngles | undefined;
  private readonly options: Pick<TrajectoryOptions, 'between' | 'slopes' | 'log'>;
  private readonly file: string;
  private timeUnit: TimeUnit | undefined;
  private readonly isUnitStated: boolean;

  /** Throws UserError at `place` if the columns do not form a pose. */
  constructor(file: string, columns: PoseColumns, options: TrajectoryOptions, place: SourcePlace) {
    this.builder = new TrajectoryBuilder(file, options);
    this.geographic = new GeographicBuilder(this.builder, options);
    this.columns = columns;
    this.unit = options.angles === 'rad' ? 1 : DEGREE;
    this.rotation = options.rotation ?? 'heading-pitch-roll';
    this.body = options.body ?? TRAJECTORY_DEFAULTS.body;
    this.keepsFirst = options.repeats === 'first';
    checkColumns(columns, place);
    this.options = options;
    this.file = file;
    this.timeUnit = options.timeUnit;
    this.isUnitStated = options.timeUnit !== undefined;
    if (options.between === 'angles') this.angles = anglesOf(columns, this.rotation, options.body, place);
    else if (options.slopes?.angles && columns.has('heading')) this.angles = new PoseAngles(this.rotation);
    if (options.slopes) checkSlopes(columns, options.slopes.angles, place);
  }

  /** Adds the pose of a row. Throws UserError at `place` for missing cells and cells that are not numbers. */
  add(cells: readonly string[], place: SourcePlace): void {
    const value = (column: PoseColumn) => this.read(cells, column, place);
    const before = this.builder.count;
    const time = this.inSeconds(value('time'));
    const orientation = this.inOwnAxes(this.orientation(value, place));
    if (this.columns.has('x'))
      this.builder.add(time, [value('x'), value('y'), this.optional('z', value)], orientation, place);
    else {
      const [latitude, longitude] = [value('latitude') * this.unit, value('longitude') * this.unit];
      const point = { latitude, longitude, height: this.optional('z', value) };
      this.geographic.add(time, point, orientation, place);
    }
    const isKept = this.builder.count > before || !this.keepsFirst;
    if (isKept) this.angles?.set(this.builder.count - 1, this.anglesIn(value));
  }

  /** The trajectory, in the recording's own times. Throws UserError if it has fewer than two poses, or too many. */
  finish(): Trajectory {
    const trajectory = this.builder.finish();
    this.warnOfSteps(trajectory);
    const { slopes } = this.options;
    if (slopes === undefined) return this.between(trajectory, this.angles);
    const kept = posesOfSlopes(trajectory, slopes.angles ? this.angles?.angles : undefined, slopes.threshold);
    return this.between(posesOf(trajectory, kept), this.angles?.only(kept));
  }

  /** A time of the file in seconds. Without a unit, the size of the first one decides, and the log says so. */
  private inSeconds(time: number): number {
    if (this.timeUnit === undefined) {
      this.timeUnit = unitBySize(time);
      if (this.timeUnit !== 's')
        this.log.info(`${this.file}: times are taken as ${this.timeUnit}, by their size; timeUnit sets another unit`);
    }
    return time / TIMES_PER_SECOND[this.timeUnit];
  }

  /** Warns of steps that only a smaller unit explains. */
  private warnOfSteps(trajectory: Trajectory): void {
    const { times } = trajectory;
    if (this.isUnitStated || this.timeUnit === undefined) return;
    const time = times[times.length - 1] - times[0];
    const step = time / (times.length - 1);
    const unit = unitBySteps(this.timeUnit, step, wayOf(trajectory), time);
    if (unit === undefined) return;
    const what = `poses are ${Number(step.toPrecision(3))} s apart`;
    this.log.warn(`${this.file}: ${what}; if their times are in another unit, timeUnit says so, as timeUnit: ${unit}`);
  }

  private get log(): Log {
    return this.options.log ?? SILENT_LOG;
  }

  /** The trajectory with the requested attitudes between poses. */
  private between(trajectory: Trajectory, angles: PoseAngles | undefined): Trajectory {
    return this.options.between === 'angles' && angles ? angles.fill(trajectory) : trajectory;
  }

  /** The orientation, or undefined if the table has no attitude. */
  private orientation(value: (column: PoseColumn) => number, place: SourcePlace): Quaternion | undefined {
    if (this.columns.has('qw')) {
      const q: Quaternion = [value('qx'), value('qy'), value('qz'), value('qw')];
      const size = Math.hypot(...q);
      if (Math.abs(size - 1) <= QUATERNION_SLACK) return normalizeQuaternion(q);
      throw new UserError(`found a quaternion of length ${size}, expected one of length 1`, { place });
    }
    if (!this.columns.has('heading')) return undefined;
    const angles = this.anglesIn(value);
    ANGLES.forEach((name, k) => {
      demandAngle(name, angles[k] / this.unit, place);
    });
    return this.body === 'flu' ? fromRollPitchYaw(...angles) : rotationOf(this.rotation, ...angles);
  }

  /** Roll, pitch and heading, radians. */
  private anglesIn(value: (column: PoseColumn) => number): [number, number, number] {
    const [roll, pitch] = [this.optional('roll', value), this.optional('pitch', value)];
    return [roll * this.unit, pitch * this.unit, value('heading') * this.unit];
  }

  private inOwnAxes(orientation: Quaternion | undefined): Quaternion | undefined {
    return orientation && this.body === 'flu' ? fromFlu(orientation) : orientation;
  }

  private optional(column: PoseColumn, value: (column: PoseColumn) => number): number {
    return this.columns.has(column) ? value(column) : 0;
  }

  private read(cells: readonly string[], column: PoseColumn, place: SourcePlace): number {
    const index = this.columns.get(column) as number;
    const cell = (cells[index] ?? '').trim();
    const number = isNumber(cell) ? Number(cell) : Number.NaN;
    if (Number.isFinite(number)) return number;
    const found = index < cells.length ? `found ${quoteText(cell)}` : `found ${cells.length} columns`;
    throw new UserError(`${column}: ${found}, expected a number in column ${index + 1}`, { place });
  }
}

/** Length of a path, metres. */
function wayOf({ positions }: Trajectory): number {
  let way = 0;
  for (let k = 3; k < positions.length; k += 3)
    way += Math.hypot(...[0, 1, 2].map((axis) => positions[k + axis] - positions[k + axis - 3]));
  return way;
}

/** Whether a text is a decimal number; false for empty text, words and hexadecimal digits. */
export const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);

const ANGLES = ['roll', 'pitch', 'heading'] as const;

/** Angles to interpolate. Throws UserError at `place` if the table has none, or is not in the body's own axes. */
function anglesOf(columns: PoseColumns, order: RotationOrder, body: BodyAxes | undefined, place: SourcePlace) {
  const found = columns.has('qw') ? 'quaternions' : columns.has('heading') ? undefined : 'no heading';
  if (found !== undefined)
    throw new UserError(`between: angles: found ${found}, expected the column heading`, { place });
  if (columns.has('latitude') || body === 'flu')
    throw new UserError('between: angles: expected x and y, and the axes rfu, as the angles of HELIOS++', { place });
  return new PoseAngles(order);
}

/** Throws UserError at `place` if the table has no slopes of its own numbers. */
function checkSlopes(columns: PoseColumns, ofAngles: boolean, place: SourcePlace): void {
  if (columns.has('latitude') || (ofAngles && columns.has('qw')))
    throw new UserError('slopeThreshold: expected x and y, and angles or no attitude', { place });
}

const QUATERNION: readonly PoseColumn[] = ['qx', 'qy', 'qz', 'qw'];

function checkColumns(columns: PoseColumns, place: SourcePlace): void {
  const missing = (...wanted: PoseColumn[]) => wanted.filter((column) => !columns.has(column));
  const fault = (message: string) =>
    new UserError(
      `found the columns ${POSE_COLUMNS.filter((name) => columns.has(name)).join(', ') || 'of none'}, ${message}`,
      {
        place,
        hint: 'columns: { time: NAME, x: NAME, … } names the columns, by name or by number from 1',
      },
    );
  const planar = columns.has('x') || columns.has('y');
  const without = missing('time', ...(planar ? (['x', 'y'] as const) : (['latitude', 'longitude'] as const)));
  if (without.length > 0)
    throw fault(`expected time with x and y (or latitude and longitude); without ${without.join(', ')}`);
  const quaternion = missing(...QUATERNION);
  if (quaternion.length > 0 && quaternion.length < QUATERNION.length)
    throw fault(`expected all of ${QUATERNION.join(', ')}; without ${quaternion.join(', ')}`);
  const turned = columns.has('roll') || columns.has('pitch');
  if (quaternion.length > 0 && turned && !columns.has('heading')) throw fault('expected heading beside roll and pitch');
}

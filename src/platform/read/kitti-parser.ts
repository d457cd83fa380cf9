import type { Affine } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { kittiTimesPath } from '../../base/files/kitti-times-path.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { textOf } from '../../base/files/text-start.js';
import { fromMatrix } from '../../base/quaternion.js';
import { counted } from '../../base/text.js';
import type { Trajectory } from '../leg.js';
import { LineSplitter } from './line-splitter.js';
import { type PoseColumns, PoseTable } from './pose-table.js';
import type { TrajectoryOptions, TrajectoryParser } from './trajectory-parser.js';

const NUMBERS = 12;

/** Largest deviation of a matrix from a rotation: files have six digits or more. */
const SLACK = 1e-3;

const COLUMNS: PoseColumns = new Map(
  ['time', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'].map((name, k) => [name, k]),
) as PoseColumns;

/**
 * Reads poses of KITTI's odometry benchmark: the upper three rows of the matrix from body to world, row by row, a line
 * for each pose. Its times are in a file beside it (`options.times`), a line each.
 */
export class KittiParser implements TrajectoryParser {
  private readonly file: string;
  private readonly times: readonly string[];
  private readonly lines: LineSplitter;
  private readonly table: PoseTable;
  private count = 0;

  constructor(file: string, { times = [], ...options }: TrajectoryOptions) {
    this.file = file;
    this.times = times;
    this.table = new PoseTable(file, COLUMNS, { ...options, timeUnit: options.timeUnit ?? 's' }, { file });
    this.lines = new LineSplitter(file, (text, line) => this.readLine(text, line));
  }

  push(bytes: Uint8Array): void {
    this.lines.push(bytes);
  }

  finish(): Trajectory {
    this.lines.finish();
    if (this.count !== this.times.length)
      throw new UserError(`found ${counted(this.count, 'pose')}, and ${this.times.length} times beside them`, {
        place: { file: this.file },
        hint: `${kittiTimesPath(this.file)} has a line for each pose: its time in seconds`,
      });
    return this.table.finish();
  }

  private readLine(text: string, line: number): void {
    const place = { file: this.file, line };
    const words = text.trim().split(/\s+/);
    const numbers = words.map(Number);
    if (words.length !== NUMBERS || !numbers.every(Number.isFinite))
      throw new UserError(`found ${counted(words.length, 'word')}, expected 12 numbers: three rows of a matrix`, {
        place,
      });
    if (!isTurn(numbers))
      throw new UserError('the matrix is no rotation', { place, hint: 'its columns are unit vectors' });
    const time = this.times[this.count++];
    if (time === undefined) return;
    const [, , , x, , , , y, , , , z] = words;
    this.table.add([time, x, y, z, ...fromMatrix(numbers as unknown as Affine).map(String)], place);
  }
}

/** Whether the columns of a matrix are unit vectors at right angles, right-handed. */
function isTurn(m: readonly number[]): boolean {
  const column = (k: number) => [m[k], m[4 + k], m[8 + k]];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [x, y, z] = [column(0), column(1), column(2)];
  const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const off = [dot(x, x) - 1, dot(y, y) - 1, dot(x, y), dot(cross, z) - 1];
  return off.every((value) => Math.abs(value) < SLACK);
}

/** Bytes of a file of times: 100 million of them. */
const TIMES_BYTES_MAX = 2 ** 31;

/** The times beside the poses at `path`, a word each; messages call the poses `file`. Throws UserError without them. */
export async function kittiTimes(files: Files, path: string, file: string): Promise<string[]> {
  const name = kittiTimesPath(file);
  const wanted = { file: name, what: 'the times of poses of KITTI', bytesMax: TIMES_BYTES_MAX };
  const text = textOf(await readBounded(files, kittiTimesPath(path), wanted), name);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

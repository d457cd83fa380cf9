import { countProgress } from '../../base/count-progress.js';
import { AbortedError, UserError } from '../../base/errors.js';
import type { Log, OnProgress } from '../../base/log.js';
import { counted } from '../../base/text.js';
import type { Box3 } from '../../base/vec3.js';
import type { PointBatch, PointColumns, PointKey } from '../../cloud/point-batch.js';
import type { Crs } from '../../crs/crs.js';
import { decodeColumns, type PointRange, readRecords } from '../clouds/read-points.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { RecordBatch } from '../records/record-source.js';
import type { CloudAttribute } from './cloud-attribute.js';
import { cloudFields } from './cloud-fields.js';
import { RecordFetcher } from './fetch-records.js';
import { type PointRecord, pointReader } from './read-fields.js';

/** Names of the numbers of labels, as in NAME.labels.json. */
export interface CloudNames {
  classes: Readonly<Record<number, string>>;
  instances: Readonly<Record<number, string>>;
  materials: Readonly<Record<number, string>>;
  semantics: Readonly<Record<number, string>>;
}

/** Facts about a cloud that are known before its first point is read. Plain data. */
export interface CloudInfo {
  path: string;
  bytes: number;
  /** The name of its format, such as `laz`. */
  format: string;
  pointCount: number;
  /** Box of all points, if the file states it. */
  bounds?: Box3;
  /** Its reference system, if it is a known one. */
  crs?: Omit<Crs, 'wkt'>;
  attributes: CloudAttribute[];
  names: CloudNames;
  /** Whether reading a point takes constant time for a file of any size; otherwise all points before it are read. */
  hasAnyPointAtOnce: boolean;
  /** Version, such as `1.4`, and point format, 0 to 10, of LAS. */
  las?: { version: string; pointFormat: number };
  /** Faults that do not prevent reading the points, one sentence each. */
  warnings: string[];
}

/** Choice of the points to read, and options of reading. */
export interface ReadCloudOptions extends PointRange {
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Receives warnings of values that an attribute cannot hold. */
  log?: Log;
}

/** A cloud opened for reading. Its file stays open until `close`. */
export interface OpenedCloud {
  readonly info: CloudInfo;
  /** The file, for functions of the library. */
  readonly file: ReadableCloud;
  /**
   * Yields points `first` … `end − 1` in the order of the file, in batches of at most 65,536, or of a chunk of the
   * file. Throws UserError if the file cannot be read; AbortedError.
   */
  batches(options?: ReadCloudOptions): AsyncGenerator<PointBatch>;
  /** Everything in the file about point `number`. Throws UserError if there is no such point. */
  record(number: number): Promise<PointRecord>;
  /** The same for several points, in the order of `numbers`. */
  records(numbers: ArrayLike<number>): Promise<PointRecord[]>;
  close(): Promise<void>;
}

/** An opened file as a cloud; `info` are the facts known of it besides its points. */
export function openedCloud(file: ReadableCloud, info: CloudInfo): OpenedCloud {
  const fetcher = new RecordFetcher(file);
  const records = (numbers: ArrayLike<number>) => pointRecords(file, fetcher, numbers);
  return {
    info,
    file,
    batches: (options) => readBatches(file, options) as unknown as AsyncGenerator<PointBatch>,
    record: async (number) => (await records([number]))[0],
    records,
    close: () => fetcher.close(),
  };
}

/** Yields the attributes `keys`, or all, of a range of points. Throws as `OpenedCloud.batches`. */
export const readBatches = <Key extends PointKey>(
  file: ReadableCloud,
  options: ReadCloudOptions = {},
  keys?: readonly Key[],
): AsyncGenerator<PointColumns<Key>> => decodeColumns(file, readRange(file, options), keys, options.log);

/** Yields records of a range of points, with progress. Throws UserError if there are no such points; AbortedError. */
export async function* readRange(
  file: ReadableCloud,
  { first = 0, end = file.pointCount, signal, onProgress }: ReadCloudOptions,
): AsyncGenerator<RecordBatch> {
  if (!isNumber(first, end) || !isNumber(end, file.pointCount))
    throw noPoints(file, `points ${first} to ${end}`, 'first and end are whole numbers, first no greater than end');
  const count = countProgress(onProgress, { task: 'read', total: end - first, unit: 'points' });
  if (signal?.aborted) throw new AbortedError();
  if (first === end) return;
  for await (const batch of readRecords(file, undefined, { first, end })) {
    if (signal?.aborted) throw new AbortedError();
    yield batch;
    count(batch.count);
  }
}

async function pointRecords(
  file: ReadableCloud,
  fetcher: RecordFetcher,
  numbers: ArrayLike<number>,
): Promise<PointRecord[]> {
  const read = pointReader(file, cloudFields(file));
  const wanted = Array.from(numbers);
  const missing = wanted.find((number) => !isNumber(number, file.pointCount - 1));
  if (missing !== undefined) throw noPoints(file, `point ${missing}`, 'points are numbered from 0');
  const found = new Map<number, PointRecord>();
  const rising = [...new Set(wanted)].sort((a, b) => a - b);
  await fetcher.fetch(rising, (batch) => found.set(batch.first, read(batch)));
  return wanted.map((number) => found.get(number) as PointRecord);
}

const isNumber = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;

const noPoints = ({ path, pointCount }: ReadableCloud, asked: string, hint: string): UserError =>
  new UserError(`asked for ${asked}, found ${counted(pointCount, 'point')}`, { place: { file: path }, hint });

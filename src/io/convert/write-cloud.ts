import { UserError } from '../../base/errors.js';
import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { turnTaker } from '../../base/steps.js';
import { type Box3, emptyBox, growBox } from '../../base/vec3.js';
import { isSomewhere } from '../../cloud/is-somewhere.js';
import {
  componentsOf,
  createPointBatch,
  OPTIONAL_KEYS,
  optionalArray,
  type PointBatch,
  type PointKey,
  selectPoints,
  slicePoints,
} from '../../cloud/point-batch.js';
import { POINT_FIELDS } from '../../cloud/point-fields.js';
import { readCrs } from '../../crs/read-crs.js';
import { SOFTWARE } from '../../version.js';
import { CLOUD_OPTION_FIELDS, type CloudFormatName, createPointSink } from '../clouds/cloud-formats.js';
import { soloCoders } from '../coders/block-coders.js';
import type { BlockCoders } from '../records/blocks.js';
import { lossWarnings } from '../records/losses.js';
import type { WrittenFile } from '../records/point-sink.js';
import { LawfulPoints } from './lawful-points.js';
import { unheldFields } from './unheld-fields.js';
import { isLasFormat, type OutputOptions, refuseForeignOptions, writtenFormat } from './written-format.js';

/** Points in memory: coordinates, and the attributes present. */
export type CloudPoints = Pick<PointBatch, 'x' | 'y' | 'z'> & Partial<Omit<PointBatch, 'count'>>;

/** Options of a file for points in memory. */
export interface WriteCloudOptions extends CreateOptions {
  /** Options of the output, as in a survey: `fields`, `pointFormat`, `scale`, …; absent: the defaults of its format. */
  output?: OutputOptions;
  /** Format of the output; absent: by the ending of its path. */
  format?: CloudFormatName;
  /** Reference system of the points, as an EPSG code, WKT or PROJJSON; absent: none is stated. */
  crs?: string;
  /** Times are seconds of the GPS week; absent: adjusted standard GPS time. */
  weekTime?: boolean;
  /** Names of classes from 64 on; absent: none have names. */
  classNames?: Readonly<Record<number, string>>;
  /** Creation day stated in the file; absent: today. */
  created?: Date;
  /** Receives losses and doubts. */
  log?: Log;
  signal?: AbortSignal;
  /** Threads that pack points in blocks; absent: packed in this thread. */
  coders?: BlockCoders;
}

/** Points that are coded at once. */
const BATCH_POINTS = 65_536;

/**
 * Writes points in memory as the cloud `path`, whose ending says its format. Attributes that the points lack are left
 * out of the file, or 0 where each of its points has a place for them; points without a place are left out. Throws
 * UserError for options that contradict the format, attributes of other types than points have or of other lengths than
 * the coordinates, and files that cannot be written; AbortedError.
 *
 * @example
 * ```ts
 * const x = Float64Array.of(0, 1);
 * await writeCloud('two.laz', { x, y: x, z: x, classification: Uint8Array.of(2, 6) }, { crs: 'EPSG:25832', files });
 * ```
 */
export async function writeCloud(
  path: string,
  points: CloudPoints,
  options: WriteCloudOptions & CreatesFiles,
): Promise<WrittenFile> {
  const { files, force, output = {}, weekTime, classNames, log = SILENT_LOG, signal, coders = soloCoders() } = options;
  const format = writtenFormat(path, options.format);
  refuseForeignOptions(format, path, output);
  checkValues(path, output);
  const wkt = options.crs === undefined ? undefined : (await readCrs(options.crs)).wkt;
  const { batch, bounds, placeless } = placedPoints(path, points);
  const has = (key: PointKey) => points[key] !== undefined;
  const header = {
    bounds,
    wkt,
    weekTime,
    classNames,
    software: SOFTWARE,
    created: options.created ?? new Date(),
    optional: OPTIONAL_KEYS.filter(has),
    lacking: POINT_FIELDS.map(({ key }) => key).filter((key) => !has(key)),
  };
  const lawful = new LawfulPoints();
  if (isLasFormat(format)) lawful.apply(batch);
  const turn = turnTaker(signal);
  const sink = await createPointSink({ ...output, fields: output.fields ?? 'all', path, format }, header, {
    files,
    force,
    coders,
  });
  try {
    for (let first = 0; first < batch.count; first += BATCH_POINTS) {
      await sink.write(slicePoints(batch, first, Math.min(first + BATCH_POINTS, batch.count)));
      await turn();
    }
  } catch (error) {
    await sink.abort();
    throw error;
  }
  const written = await sink.finish();
  for (const warning of unheldFields(header, { ...output, fields: output.fields ?? 'all', path, format }))
    log.warn(warning);
  for (const warning of [...lawful.texts(), ...lossWarnings([written])]) log.warn(`${path}: ${warning}`);
  if (placeless > 0) log.warn(`${path}: points without a place are left out: ${placeless}`);
  return written;
}

/** Throws UserError for an option with a value that is not allowed. */
function checkValues(path: string, output: OutputOptions): void {
  for (const [key, value] of Object.entries(output)) {
    const { success, error } = CLOUD_OPTION_FIELDS[key as keyof OutputOptions].safeParse(value);
    if (!success)
      throw new UserError(`${key}: found ${JSON.stringify(value)}: ${error.issues[0].message}`, {
        place: { file: path },
      });
  }
}

/** The array of each attribute in memory. */
const ARRAYS: Readonly<Record<string, unknown>> = Object.assign(
  createPointBatch(0),
  ...OPTIONAL_KEYS.map((key) => ({ [key]: optionalArray(createPointBatch(0), key) })),
);

/** Throws UserError for an attribute that clouds do not have, another array than its own, and another length. */
function checkArray(path: string, key: string, found: unknown, count: number): void {
  const like = ARRAYS[key];
  const fault = (message: string) => new UserError(`${key}: ${message}`, { place: { file: path } });
  if (!ArrayBuffer.isView(like))
    throw fault(
      `no attribute of points, expected some of x, y, z, ${POINT_FIELDS.map((field) => field.key).join(', ')}`,
    );
  if (found?.constructor !== like.constructor)
    throw fault(`found ${found?.constructor.name ?? String(found)}, expected a ${like.constructor.name}`);
  const expected = count * componentsOf(key as PointKey);
  const { length } = found as Float64Array;
  if (length !== expected) throw fault(`found ${length} numbers, expected ${expected} for ${count} points`);
}

/** The points with a place in new arrays, their box, and the number of the others. */
function placedPoints(path: string, points: CloudPoints): { batch: PointBatch; bounds: Box3; placeless: number } {
  for (const key of ['x', 'y', 'z'] as const) checkArray(path, key, points?.[key], points?.x?.length ?? 0);
  const { x, y, z } = points;
  const whole = createPointBatch(x.length);
  for (const [key, array] of Object.entries(points)) {
    // Points that were read have their number as well.
    if (array === undefined || key === 'count') continue;
    checkArray(path, key, array, x.length);
    Object.assign(whole, { [key]: array });
  }
  const bounds = emptyBox();
  const indices = new Uint32Array(x.length);
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    if (!isSomewhere(x[i], y[i], z[i])) continue;
    growBox(bounds, x[i], y[i], z[i]);
    indices[count++] = i;
  }
  return { batch: selectPoints(whole, indices.subarray(0, count)), bounds, placeless: x.length - count };
}

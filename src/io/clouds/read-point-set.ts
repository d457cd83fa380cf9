import { AbortedError, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { othersTurn } from '../../base/steps.js';
import { counted } from '../../base/text.js';
import { type ComparedPart, comparedPoints } from '../../cloud/comparison/compared-points.js';
import { POINT_SET_COLUMNS, type PointSet, type PointSetColumn } from '../../cloud/comparison/point-set.js';
import { isMiss, MISS_KEYS } from '../../cloud/misses.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { filterColumns, filterText, NOISE_CLASSES } from '../../cloud/point-filter.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { fileNumbers, type NumberPlace } from '../records/record-columns.js';
import type { RecordBatch } from '../records/record-source.js';
import { misfitWarnings } from './misfit-warnings.js';
import { readRecords } from './read-points.js';
import { decoderOf, recordColumnsOf } from './readable-clouds.js';

/** Largest number of points: 2.4 GB of coordinates. */
const POINTS_MAX = 100_000_000;
/** Room is made for this number of points at once, or for one of every eight bytes of the file; more as points come. */
const POINTS_AT_ONCE = 65_536;
const BYTES_A_POINT = 8;

export interface ReadPointSetOptions {
  /** Columns to read. Precondition: the cloud has them. */
  columns?: readonly PointSetColumn[];
  /** Factor and term of the intensities; absent: they are the file's own numbers. */
  intensityScale?: { scale: number; shift: number };
  /** Points to read. Precondition: the cloud has pulse numbers if pulses are chosen. */
  part?: ComparedPart;
  signal?: AbortSignal;
  /** Called after each batch with the number of its points. */
  onRead?: (points: number) => void;
  /** Receives warnings of the cloud's points. */
  log?: Log;
}

/**
 * Reads the coordinates of a cloud's points into memory, in their order, and the requested columns. Points without a
 * place are left out, and so are misses. Intensities are the file's own numbers, of which 16 bits may not hold all, by
 * `intensityScale`. Throws UserError if there are too many points, or none to compare; AbortedError.
 */
export async function readPointSet(
  cloud: ReadableCloud,
  { columns = [], intensityScale, part = {}, signal, onRead, log }: ReadPointSetOptions = {},
): Promise<PointSet> {
  const { path, pointCount, bytes, recordLength } = cloud;
  if (pointCount > POINTS_MAX)
    throw new UserError(`found ${counted(pointCount, 'point')}, expected at most ${POINTS_MAX} to compare`, {
      place: { file: path },
      hint: 'thin the cloud, or compare it part by part',
    });
  const intensity = recordColumnsOf(cloud).find(({ key }) => key === 'intensity')?.place;
  const own = columns.filter((column) => column !== 'intensity');
  const hasClasses = recordColumnsOf(cloud).some(({ key }) => key === 'classification');
  const keys: PointKey[] = [
    ...(['x', 'y', 'z', ...own, ...MISS_KEYS, ...filterColumns(part.filter ?? {})] as const),
    ...(part.every === undefined ? [] : (['pulse'] as const)),
    ...(hasClasses ? (['classification'] as const) : []),
  ];
  const decoder = decoderOf(cloud, [...new Set(keys)]);
  const room = Math.min(pointCount, Math.max(POINTS_AT_ONCE, Math.ceil(bytes / BYTES_A_POINT)));
  const isWhole = part.every === undefined && part.filter === undefined;
  const set = new GrowingSet(columns, isWhole ? room : POINTS_AT_ONCE);
  let [noise, misses] = [0, 0];
  for await (const { records, count, first } of readRecords(cloud)) {
    const batch = decoder.decode(records, count, decoder.createColumns(count), first);
    if (decoder.misfits.isRefused) await misfitWarnings(cloud, decoder.misfits.parts());
    const intensities = intensity && {
      intensity: ownIntensities(intensity, intensityScale, { records, count }, recordLength),
    };
    const indices = comparedPoints(batch, part);
    for (let i = 0; i < count; i++) misses += Number(isMiss(batch, i));
    set.add({ ...batch, ...intensities }, indices);
    if (hasClasses) for (const i of indices) if (NOISE_CLASSES.includes(batch.classification[i])) noise++;
    onRead?.(count);
    await othersTurn(signal);
  }
  if (signal?.aborted) throw new AbortedError();
  if (log) for (const warning of await misfitWarnings(cloud, decoder.misfits.parts())) log.warn(warning);
  if (set.count === 0) throw nothingFound(path, part);
  return { ...set.result(), ...(hasClasses && { noise }), ...(misses > 0 && { misses }) };
}

/** The file's intensities, by `scaled`. */
function ownIntensities(
  place: NumberPlace,
  scaled: ReadPointSetOptions['intensityScale'],
  { records, count }: Pick<RecordBatch, 'records' | 'count'>,
  recordLength: number,
): Float32Array {
  const numbers = fileNumbers(place, viewOf(records), recordLength, count);
  return scaled ? numbers.map((value) => value * scaled.scale + scaled.shift) : numbers;
}

function nothingFound(path: string, { every, filter }: ComparedPart): UserError {
  const chosen = filter ? ` (${filterText(filter)})` : '';
  const which = `${every === undefined ? '' : ` of the pulses ${every}, ${2 * every}, …`}${chosen}`;
  return new UserError(`found no point with a place to compare${which}`, { place: { file: path } });
}

type Column = InstanceType<(typeof POINT_SET_COLUMNS)[PointSetColumn]>;
type Columns = { x: Float64Array; y: Float64Array; z: Float64Array } & Partial<Record<PointSetColumn, unknown>>;

/** Points in arrays that double when they are full. */
class GrowingSet {
  count = 0;
  private places: Float64Array;
  private readonly columns: Map<PointSetColumn, Column>;

  constructor(columns: readonly PointSetColumn[], capacity: number) {
    this.places = new Float64Array(3 * capacity);
    this.columns = new Map(columns.map((column) => [column, new POINT_SET_COLUMNS[column](capacity)]));
  }

  /** Adds the points of a batch at `indices`. */
  add(batch: Columns, indices: Uint32Array): void {
    this.makeRoom(indices.length);
    const { places, count } = this;
    const { x, y, z } = batch;
    for (let k = 0, at = 3 * count; k < indices.length; k++, at += 3) {
      const i = indices[k];
      places[at] = x[i];
      places[at + 1] = y[i];
      places[at + 2] = z[i];
    }
    for (const [column, target] of this.columns) gather(batch[column] as Column, indices, target, count);
    this.count += indices.length;
  }

  private makeRoom(more: number): void {
    const needed = this.count + more;
    if (3 * needed <= this.places.length) return;
    const capacity = Math.max(needed, (2 * this.places.length) / 3);
    const { places } = this;
    this.places = new Float64Array(3 * capacity);
    this.places.set(places);
    for (const [column, array] of this.columns) {
      const larger = new POINT_SET_COLUMNS[column](capacity);
      larger.set(array);
      this.columns.set(column, larger);
    }
  }

  result(): PointSet {
    const columns = [...this.columns].map(([column, array]) => [column, array.subarray(0, this.count)]);
    return { places: this.places.subarray(0, 3 * this.count), ...Object.fromEntries(columns) };
  }
}

/** Copies the numbers at `indices` to `target`, from `at` on. */
function gather(source: Column, indices: Uint32Array, target: Column, at: number): void {
  if (indices.length === source.length) target.set(source, at);
  else for (let k = 0; k < indices.length; k++) target[at + k] = source[indices[k]];
}

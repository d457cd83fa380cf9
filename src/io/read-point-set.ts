import { AbortedError, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { othersTurn } from '../base/steps.js';
import type { PointSet } from '../cloud/comparison/point-set.js';
import { isSomewhere } from '../cloud/is-somewhere.js';
import type { TableCloud } from './read/table-cloud.js';
import { readColumns } from './read-points.js';
import type { ReadableCloud } from './readable-cloud.js';

/** Largest number of points: 2.4 GB of places. */
const POINTS_MAX = 100_000_000;
/** Room for this number of points is made at once, or for one of every eight bytes of the file; more as points come. */
const POINTS_AT_ONCE = 65_536;
const BYTES_A_POINT = 8;

export interface ReadPointSetOptions {
  signal?: AbortSignal;
  /** Called after each batch with the number of its points. */
  onRead?: (points: number) => void;
  /** Takes warnings of the cloud's points. */
  log?: Log;
}

/** Whether points of a cloud have classes; LAS stores one for all. */
export const hasClasses = (cloud: ReadableCloud): boolean =>
  !('attributes' in cloud) || (cloud as TableCloud).attributes.includes('classification');

/**
 * Reads the places of a cloud's points into memory, in their order, and their classes if it has some. Points without a
 * place are left out. Throws UserError if there are too many points, or none with a place; AbortedError.
 */
export async function readPointSet(
  cloud: ReadableCloud,
  { signal, onRead, log }: ReadPointSetOptions = {},
): Promise<PointSet> {
  const { path, pointCount, bytes } = cloud;
  if (pointCount > POINTS_MAX)
    throw new UserError(`found ${pointCount} points, expected at most ${POINTS_MAX} to compare`, {
      place: { file: path },
      hint: 'thin the cloud, or compare it part by part',
    });
  const set = new GrowingSet(Math.min(pointCount, Math.max(POINTS_AT_ONCE, Math.ceil(bytes / BYTES_A_POINT))));
  for await (const { count, x, y, z, classification } of readColumns(cloud, ['x', 'y', 'z', 'classification'], log)) {
    set.makeRoom(count);
    for (let i = 0; i < count; i++) if (isSomewhere(x[i], y[i], z[i])) set.add(x[i], y[i], z[i], classification[i]);
    onRead?.(count);
    await othersTurn(signal);
  }
  if (signal?.aborted) throw new AbortedError();
  if (set.count === 0) throw new UserError('found no point with a place to compare', { place: { file: path } });
  return set.result(hasClasses(cloud));
}

/** Points in arrays that double where they are too small. */
class GrowingSet {
  count = 0;
  private places: Float64Array;
  private classes: Uint8Array;

  constructor(capacity: number) {
    this.places = new Float64Array(3 * capacity);
    this.classes = new Uint8Array(capacity);
  }

  makeRoom(count: number): void {
    const needed = this.count + count;
    if (needed <= this.classes.length) return;
    const capacity = Math.max(needed, 2 * this.classes.length);
    const { places, classes } = this;
    this.places = new Float64Array(3 * capacity);
    this.classes = new Uint8Array(capacity);
    this.places.set(places);
    this.classes.set(classes);
  }

  add(x: number, y: number, z: number, id: number): void {
    const at = 3 * this.count;
    this.places[at] = x;
    this.places[at + 1] = y;
    this.places[at + 2] = z;
    this.classes[this.count++] = id;
  }

  result(withClasses: boolean): PointSet {
    const { count, places, classes } = this;
    return { places: places.subarray(0, 3 * count), ...(withClasses && { classes: classes.subarray(0, count) }) };
  }
}

import { countProgress } from '../base/count-progress.js';
import { UserError } from '../base/errors.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { type CloudComparison, type ComparePointsOptions, comparePoints } from '../cloud/comparison/compare-points.js';
import { crsTitle } from '../crs/crs.js';
import { cloudCrs } from './cloud-crs.js';
import { readPointSet } from './read-point-set.js';
import type { ReadableCloud } from './readable-cloud.js';

/** The difference of two clouds, with what makes it doubtful. */
export type ComparedClouds = CloudComparison & {
  /** Distance from each point of the first cloud that has a place to the nearest of the second, in their order, metres. */
  distances: Float32Array;
  /** One sentence each. */
  warnings: string[];
};

/**
 * Compares two open clouds, both of which are held in memory. Throws UserError if they cannot be read, have no points,
 * or have different reference systems; AbortedError.
 */
export async function compareClouds(
  a: ReadableCloud,
  b: ReadableCloud,
  options: ComparePointsOptions = {},
): Promise<ComparedClouds> {
  const { signal, onProgress } = options;
  const warnings = referenceDoubts(a, b);
  const onRead = countProgress(onProgress, { task: 'read', total: a.pointCount + b.pointCount, unit: 'points' });
  const logOf = ({ path }: ReadableCloud): Log => ({
    ...SILENT_LOG,
    warn: (message) => warnings.push(`${path}: ${message}`),
  });
  const first = await readPointSet(a, { signal, onRead, log: logOf(a) });
  const second = await readPointSet(b, { signal, onRead, log: logOf(b) });
  const found = await comparePoints(first, second, options);
  if (found.apart > 0)
    warnings.push(`the clouds do not overlap: their boxes are ${found.apart.toPrecision(3)} m apart`);
  return { ...found, warnings };
}

/** Throws UserError if the coordinates of two clouds have different meanings; returns doubts whether they have the same. */
function referenceDoubts(a: ReadableCloud, b: ReadableCloud): string[] {
  const [one, other] = [cloudCrs(a), cloudCrs(b)];
  if (!one || !other) {
    const known = one ?? other;
    if (!known) return [];
    const nameless = one ? b.path : a.path;
    return [`${nameless} names no reference system; its coordinates are taken to be in ${crsTitle(known)}`];
  }
  if (one.code !== undefined && other.code !== undefined && one.code !== other.code)
    throw new UserError(`is in ${crsTitle(other)}, and ${a.path} in ${crsTitle(one)}`, {
      place: { file: b.path },
      hint: 'transform one of the clouds first; distances between different systems say nothing',
    });
  const isSame = one.code === other.code && (one.code !== undefined || one.name === other.name);
  return isSame ? [] : [`the reference systems may differ: ${crsTitle(one)} and ${crsTitle(other)}`];
}

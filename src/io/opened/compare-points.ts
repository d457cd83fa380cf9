import { AbortedError, UserError } from '../../base/errors.js';
import type { OnProgress } from '../../base/log.js';
import { counted } from '../../base/text.js';
import type { CloudComparison } from '../../cloud/comparison/compare-points.js';
import { comparedPoints } from '../../cloud/comparison/compared-points.js';
import { COMPARE_DEFAULTS, type PairedBy } from '../../cloud/comparison/comparison-options.js';
import { displayOrder } from '../../cloud/display/display-order.js';
import {
  countCodes,
  encodeValues,
  HISTOGRAM_BINS,
  SpreadFinder,
  scaleOfSpread,
  type ValueScale,
  type ValueSpread,
} from '../../cloud/display/value-scale.js';
import { MISS_KEYS } from '../../cloud/misses.js';
import { compareClouds } from '../clouds/compare-clouds.js';
import { checkChunks, type PointChunk } from './chunk-numbers.js';
import { type OpenedCloud, readBatches } from './opened-cloud.js';
import { chunksOf } from './value-column.js';

/** Options of a comparison of two opened clouds. */
export interface CompareOptions {
  /** Chunks of the points of either cloud that are drawn; absent: chunks of 2^18 points. */
  chunks?: { a?: readonly PointChunk[]; b?: readonly PointChunk[] };
  /** Distance above which a point has no counterpart, metres; absent: from the clouds' own spacing. */
  limit?: number;
  /** Key by which points are paired; absent: as nearest neighbours of each other. */
  match?: PairedBy | 'auto';
  /** Maximum number of points of both clouds together; absent: 20 million. */
  pointsMax?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Distances of the points of a cloud to the nearest of the other one, metres, as 16 bits a point. Plain data. */
export interface DistanceColumn extends ValueSpread {
  /** Columns in the order in which each chunk is drawn; NO_VALUE for points without a place. */
  chunks: Uint16Array<ArrayBuffer>[];
  scale: ValueScale;
  /** Points in each of 256 equal parts of the scale; points beyond it are counted in its end parts. */
  histogram: Float64Array<ArrayBuffer>;
}

/** The difference of two clouds with the distance of every point. Plain data. */
export interface ComparedPoints extends CloudComparison {
  distances: { aToB: DistanceColumn; bToA: DistanceColumn };
  /** Doubts about the comparison, one sentence each. */
  warnings: string[];
}

/** Some 70 bytes a point of either cloud: 1.4 GB. */
const POINTS_MAX = 20_000_000;

/**
 * The distance of every point of two clouds to the nearest point of the other one, with statistics (medians, means, 95
 * %, by class) and pairs of points. Both clouds are held in memory, some 70 bytes a point, which `pointsMax` bounds.
 * Both columns of distances have the same scale. Throws UserError for larger clouds, clouds without points, and clouds
 * in different reference systems; AbortedError.
 */
export async function comparePoints(
  a: OpenedCloud,
  b: OpenedCloud,
  options: CompareOptions = {},
): Promise<ComparedPoints> {
  const {
    chunks: { a: ofA, b: ofB } = {},
    pointsMax = POINTS_MAX,
    match = 'nearest',
    limit,
    signal,
    onProgress,
  } = options;
  const total = a.info.pointCount + b.info.pointCount;
  if (total > pointsMax)
    throw new UserError(
      `found ${counted(total, 'point')} with those of ${a.info.path}, expected at most ${pointsMax}`,
      {
        place: { file: b.info.path },
        hint: 'thin or crop the clouds first (subray convert --thin), or raise pointsMax: they take some 70 bytes a point',
      },
    );
  const chunksA = ofA ?? chunksOf(0, a.info.pointCount);
  const chunksB = ofB ?? chunksOf(0, b.info.pointCount);
  checkChunks(a.file, chunksA);
  checkChunks(b.file, chunksB);
  if (signal?.aborted) throw new AbortedError();
  const { distances, ...found } = await compareClouds(a.file, b.file, {
    ...COMPARE_DEFAULTS,
    ...{ match, signal, onProgress },
    ...(limit !== undefined && { limit }),
  });
  const aToB = await ofAllPoints(a, distances.aToB, signal);
  const bToA = await ofAllPoints(b, distances.bToA, signal);
  const spreads = [spreadOf(aToB), spreadOf(bToA)];
  const high = Math.max(...spreads.map((spread) => scaleOfSpread(spread).high));
  const scale = { low: 0, high };
  return {
    ...found,
    distances: {
      aToB: { ...spreads[0], ...columnOf(aToB, chunksA, scale) },
      bToA: { ...spreads[1], ...columnOf(bToA, chunksB, scale) },
    },
  };
}

/** The distances of a cloud's points, NaN for those without a place, which were left out. */
async function ofAllPoints(
  { file }: OpenedCloud,
  distances: Float32Array,
  signal?: AbortSignal,
): Promise<Float32Array> {
  if (distances.length === file.pointCount) return distances;
  const all = new Float32Array(file.pointCount).fill(Number.NaN);
  let [first, found] = [0, 0];
  for await (const batch of readBatches(file, { signal }, ['x', 'y', 'z', ...MISS_KEYS])) {
    for (const i of comparedPoints(batch, {})) all[first + i] = distances[found++];
    first += batch.count;
  }
  return all;
}

/** Numbers processed together. */
const TILE = 65_536;

function spreadOf(distances: Float32Array): ValueSpread {
  const finder = new SpreadFinder(distances.length);
  for (let at = 0; at < distances.length; at += TILE) finder.add(Float64Array.from(distances.subarray(at, at + TILE)));
  return finder.result();
}

function columnOf(
  distances: Float32Array,
  chunks: readonly PointChunk[],
  scale: ValueScale,
): Pick<DistanceColumn, 'chunks' | 'scale' | 'histogram'> {
  const histogram = new Float64Array(HISTOGRAM_BINS);
  const codes = chunks.map(({ first, count }) => {
    const part = encodeValues(distances.subarray(first, first + count), scale, displayOrder(count));
    countCodes(histogram, part);
    return part;
  });
  return { chunks: codes, scale, histogram };
}

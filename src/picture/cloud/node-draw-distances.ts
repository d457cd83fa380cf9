import { countProgress } from '../../base/count-progress.js';
import { othersTurn } from '../../base/steps.js';
import { isSomewhere } from '../../cloud/is-somewhere.js';
import { type PointBatch, slicePoints } from '../../cloud/point-batch.js';
import { readPoints } from '../../io/read-points.js';
import type { ReadableCloud } from '../../io/readable-cloud.js';
import { soloCrew } from '../crew/solo-crew.js';
import { encodePngInThreads } from '../raster/node-png.js';
import { writePng } from '../raster/write-png.js';
import type { DistanceScale } from './distance-scale.js';
import type { DrawCloudOptions } from './node-draw-cloud.js';
import { drawPicture, PICTURE_DEFAULTS } from './picture.js';
import { usableBounds } from './point-source.js';

/** A picture is made in two looks at its points, after one at their bounds where no header states them. */
const looksAt = ({ bounds }: ReadableCloud): number => (usableBounds(bounds) ? 2 : 3);

/** Points that are drawn before others have their turn. */
const POINTS_A_STEP = 16_384;

/** What to draw, and how. */
export type DrawDistancesOptions = Omit<
  DrawCloudOptions,
  'threads' | 'batchPoints' | 'color' | 'tone' | 'distances'
> & {
  /** Distance of each point with a place, in their order, metres. */
  distances: Float32Array;
  scale: DistanceScale;
};

/**
 * Writes a picture of an open cloud, coloured by the distances of its points to another one, to the PNG file `png`,
 * whole or not at all. Throws UserError if the file cannot be written or the cloud cannot be read; AbortedError.
 */
export async function drawDistances(cloud: ReadableCloud, png: string, options: DrawDistancesOptions): Promise<void> {
  const { force, onProgress, signal, distances, scale, ...rest } = options;
  const picture = { ...PICTURE_DEFAULTS, ...rest, color: 'distance' as const, distances: scale };
  const count = countProgress(onProgress, { task: 'draw', total: looksAt(cloud) * cloud.pointCount, unit: 'points' });
  const batches = () => withDistances(cloud, distances, count, signal);
  const crew = soloCrew({ batches, bounds: cloud.bounds }, signal);
  await writePng(png, () => drawPicture(crew, picture), { files: cloud.files, force, encode: encodePngInThreads });
}

/** The points of a cloud from the first on, with their distances; NaN for points without a place. */
async function* withDistances(
  cloud: ReadableCloud,
  distances: Float32Array,
  onRead: (points: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<PointBatch & { distance: Float32Array }> {
  let next = 0;
  for await (const batch of readPoints(cloud)) {
    const { count, x, y, z } = batch;
    const distance = new Float32Array(count);
    for (let i = 0; i < count; i++) distance[i] = isSomewhere(x[i], y[i], z[i]) ? distances[next++] : Number.NaN;
    for (let first = 0; first < count; first += POINTS_A_STEP) {
      const end = Math.min(count, first + POINTS_A_STEP);
      await othersTurn(signal);
      yield { ...slicePoints(batch, first, end), distance: distance.subarray(first, end) };
      onRead(end - first);
    }
  }
}

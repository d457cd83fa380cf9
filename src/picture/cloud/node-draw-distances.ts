import { countProgress } from '../../base/count-progress.js';
import { othersTurn } from '../../base/steps.js';
import { type ComparedPart, comparedPoints } from '../../cloud/comparison/compared-points.js';
import { type PointBatch, selectPoints, slicePoints } from '../../cloud/point-batch.js';
import { readPoints } from '../../io/clouds/read-points.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import { soloLooker } from '../crew/solo-crew.js';
import { encodePngInThreads } from '../raster/node-png.js';
import { writePng } from '../raster/write-png.js';
import type { DistanceScale } from './distance-scale.js';
import type { DrawCloudOptions } from './node-draw-cloud.js';
import { drawPicture, PICTURE_DEFAULTS } from './picture.js';
import { usableBounds } from './point-source.js';

/** A picture takes two passes over its points, after one for their bounds if no header states them. */
const looksAt = ({ bounds }: ReadableCloud): number => (usableBounds(bounds) ? 2 : 3);

/** Points drawn between two yields. */
const POINTS_A_STEP = 16_384;

/** Contents and options of a picture of distances. */
export type DrawDistancesOptions = Omit<
  DrawCloudOptions,
  'threads' | 'batchPoints' | 'color' | 'tone' | 'distances'
> & {
  /** Distance of each compared point, in their order, metres. */
  distances: Float32Array;
  scale: DistanceScale;
  /** The compared points; the others are not drawn. */
  part?: ComparedPart;
};

/**
 * Writes a picture of an open cloud, coloured by the distances of its points to another one, to the PNG file `png`,
 * whole or not at all. Throws UserError if the file cannot be written or the cloud cannot be read; AbortedError.
 */
export async function drawDistances(cloud: ReadableCloud, png: string, options: DrawDistancesOptions): Promise<void> {
  const { force, onProgress, signal, distances, scale, part = {}, ...rest } = options;
  const picture = { ...PICTURE_DEFAULTS, ...rest, color: 'distance' as const, distances: scale };
  const count = countProgress(onProgress, { task: 'draw', total: looksAt(cloud) * cloud.pointCount, unit: 'points' });
  const batches = () => withDistances(cloud, { distances, part }, count, signal);
  const crew = soloLooker({ batches, bounds: cloud.bounds }, signal);
  await writePng(png, () => drawPicture(crew, picture), { files: cloud.files, force, encode: encodePngInThreads });
}

/** The compared points of a cloud, from the first on, with their distances. */
async function* withDistances(
  cloud: ReadableCloud,
  { distances, part }: { distances: Float32Array; part: ComparedPart },
  onRead: (points: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<PointBatch & { distance: Float32Array }> {
  let next = 0;
  for await (const whole of readPoints(cloud)) {
    const indices = comparedPoints(whole, part);
    const batch = indices.length === whole.count ? whole : selectPoints(whole, indices);
    onRead(whole.count - batch.count);
    for (let first = 0; first < batch.count; first += POINTS_A_STEP) {
      const end = Math.min(batch.count, first + POINTS_A_STEP);
      await othersTurn(signal);
      yield { ...slicePoints(batch, first, end), distance: distances.subarray(next + first, next + end) };
      onRead(end - first);
    }
    next += batch.count;
  }
}

import { type ComparedPart, comparedPoints } from '../../cloud/comparison/compared-points.js';
import type { M3c2Distances } from '../../cloud/comparison/m3c2/m3c2-distances.js';
import type { OptionalKey, PointBatch, PointKey } from '../../cloud/point-batch.js';
import { type ConversionTools, convertCloud } from './convert-cloud.js';
import type { CloudConversion, ConvertCloudOptions } from './convert-options.js';

/** M3C2 distances of core points of a cloud. */
export interface CoreDistances {
  found: M3c2Distances;
  /** The part of the cloud that was compared; absent: all points with a place. */
  part?: ComparedPart;
}

/** The column of each quantity. */
const COLUMNS = {
  distance: 'm3c2Distance',
  uncertainty: 'm3c2Uncertainty',
  significant: 'm3c2Significant',
  count1: 'm3c2Count1',
  count2: 'm3c2Count2',
  stdDev1: 'm3c2StdDev1',
  stdDev2: 'm3c2StdDev2',
} as const satisfies Partial<Record<keyof M3c2Distances, OptionalKey>>;

type Quantity = keyof typeof COLUMNS;
const QUANTITIES = Object.keys(COLUMNS) as Quantity[];
const KEYS: readonly PointKey[] = ['normal', ...Object.values(COLUMNS)];

/**
 * Writes the core points of the cloud `path`, with its attributes, to `out`, whose ending says its format: with
 * their M3C2 distances, and with the directions of the cylinders as normals. Throws as `convertCloud`.
 */
export const writeCorePoints = (
  path: string,
  out: string,
  { found, part = {} }: CoreDistances,
  options: Omit<ConvertCloudOptions, 'crop' | 'thin' | 'merge' | 'tile'> & ConversionTools,
): Promise<CloudConversion> =>
  convertCloud(path, out, {
    ...options,
    added: {
      keys: KEYS,
      begin: () => {
        let [compared, row] = [0, 0];
        return (batch) => {
          const isCore = new Uint8Array(batch.count);
          for (const i of comparedPoints(batch, part)) {
            if (found.ids[row] !== compared++) continue;
            isCore[i] = 1;
            fillRow(batch, i, found, row++);
          }
          return isCore;
        };
      },
    },
  });

/** Fills in point `i` of a batch, which has all columns. */
function fillRow(batch: PointBatch, i: number, found: M3c2Distances, row: number): void {
  for (let axis = 0; axis < 3; axis++) batch.normal[3 * i + axis] = found.normal[3 * row + axis];
  for (const quantity of QUANTITIES) (batch[COLUMNS[quantity]] as Float32Array)[i] = found[quantity][row];
}

import { type ComparedPart, comparedPoints } from '../../cloud/comparison/compared-points.js';
import { optionalArray } from '../../cloud/point-batch.js';
import { type ConversionTools, convertCloud } from './convert-cloud.js';
import type { CloudConversion, ConvertCloudOptions } from './convert-options.js';

/** The distances of a cloud's compared points, in their order, metres. */
export interface Distances {
  values: Float32Array;
  /** The part of the cloud that was compared; absent: all points with a place. */
  part?: ComparedPart;
}

/**
 * Writes the points of the cloud `path` to `out`, whose ending says its format, with the attribute `distance`; NaN for
 * points that were not compared. Throws as `convertCloud`.
 */
export const writeDistances = (
  path: string,
  out: string,
  { values, part = {} }: Distances,
  options: Omit<ConvertCloudOptions, 'crop' | 'section' | 'thin' | 'merge' | 'tile'> & ConversionTools,
): Promise<CloudConversion> =>
  convertCloud(path, out, {
    ...options,
    added: {
      keys: ['distance'],
      begin: () => {
        let next = 0;
        return (batch) => {
          const column = optionalArray(batch, 'distance').fill(Number.NaN);
          for (const i of comparedPoints(batch, part)) column[i] = values[next++];
          return undefined;
        };
      },
    },
  });

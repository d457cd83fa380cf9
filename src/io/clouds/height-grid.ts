import { turnTaker } from '../../base/steps.js';
import { isSomewhere } from '../../cloud/is-somewhere.js';
import type { PointKey } from '../../cloud/point-batch.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { readColumns } from './read-points.js';

/** Square cells, rows from the north, in each cells from the west. Their western and southern sides belong to them. */
export interface CellGrid {
  west: number;
  south: number;
  /** Side of a cell. */
  cell: number;
  columns: number;
  rows: number;
}

/** Points of a cloud, and whoever waits for them. */
export interface HeightOptions {
  /** The class of the points; absent: all. Precondition: the cloud has classes. */
  classNumber?: number;
  signal?: AbortSignal;
  /** Called after each batch with the number of its points. */
  onRead?: (points: number) => void;
}

/**
 * The mean height of the points of a cloud in each cell, NaN where it has none; points outside of the grid do not
 * count. Throws AbortedError.
 */
export async function meanHeights(
  cloud: ReadableCloud,
  { west, south, cell, columns, rows }: CellGrid,
  { classNumber, signal, onRead }: HeightOptions = {},
): Promise<Float64Array> {
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  const keys: PointKey[] = ['x', 'y', 'z', ...(classNumber === undefined ? [] : (['classification'] as const))];
  const turn = turnTaker(signal);
  for await (const { count, x, y, z, classification } of readColumns(cloud, keys)) {
    for (let i = 0; i < count; i++) {
      if (!isSomewhere(x[i], y[i], z[i])) continue;
      if (classNumber !== undefined && classification[i] !== classNumber) continue;
      const column = Math.floor((x[i] - west) / cell);
      const row = rows - 1 - Math.floor((y[i] - south) / cell);
      if (!(column >= 0 && column < columns && row >= 0 && row < rows)) continue;
      sums[row * columns + column] += z[i];
      counts[row * columns + column]++;
    }
    onRead?.(count);
    await turn();
  }
  for (let k = 0; k < sums.length; k++) sums[k] /= counts[k];
  return sums;
}

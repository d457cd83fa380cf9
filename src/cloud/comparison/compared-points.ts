import { isSomewhere } from '../is-somewhere.js';
import { isMiss } from '../misses.js';
import type { PointBatch } from '../point-batch.js';
import { type FilterColumn, type PointFilter, pointTest } from '../point-filter.js';

/** The part of a cloud to compare. */
export interface ComparedPart {
  /** Every pulse, or every `every`-th: the pulses with the numbers `every`, 2 `every`, … counted from 1. */
  every?: number;
  /** Classes and returns of the points; absent: all. */
  filter?: PointFilter;
}

/**
 * Indices of the points of a batch to compare: they have a place where light met something, and belong to the part.
 * Misses are told by `MISS_KEYS`, which a batch must have if its cloud has them.
 */
export function comparedPoints(
  batch: Pick<PointBatch, 'count' | 'x' | 'y' | 'z' | 'pulse'> & Partial<Pick<PointBatch, FilterColumn>>,
  { every, filter }: ComparedPart,
): Uint32Array {
  const { count, x, y, z, pulse } = batch;
  const filteredBy = filter ? pointTest(filter) : undefined;
  const found = new Uint32Array(count);
  let points = 0;
  for (let i = 0; i < count; i++) {
    if (!isSomewhere(x[i], y[i], z[i]) || isMiss(batch, i)) continue;
    if (every !== undefined && pulse && (pulse[i] + 1) % every !== 0) continue;
    if (filteredBy?.(batch, i) !== undefined) continue;
    found[points++] = i;
  }
  return found.subarray(0, points);
}

import type { StatisticsParts } from '../../cloud/statistics.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { Drawing } from './crew.js';

/** What is done with all points of a file: statistics alone, these and the first look of a picture, its second look. */
export type LookTask = { kind: 'count' } | { kind: 'gather'; sums: CellSums } | { kind: 'draw'; drawing: Drawing };

/** What one thread has found. */
export interface LookFindings {
  statistics?: StatisticsParts;
  counts?: PointCounts;
}

/** Points of a file in a slot, one after the other. */
export interface SlottedBatch {
  slot: number;
  /** Number of its first point. */
  first: number;
  count: number;
}

/**
 * One thread of those who look at a file. For each task all of them begin; then, round by round, each takes a batch into
 * a slot, and when all have, each does its share of all batches of the round; and all end.
 */
export interface Looker {
  begin(task: LookTask): Promise<void>;
  take(batch: SlottedBatch): Promise<void>;
  shareIn(batches: readonly SlottedBatch[]): Promise<void>;
  end(): Promise<LookFindings>;
  close(): Promise<void>;
}

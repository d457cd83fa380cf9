import type { StatisticsParts } from '../../cloud/statistics.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { Drawing } from './crew.js';

/** Work on all points of a file: statistics alone, these with the first look of a picture, or its second look. */
export type LookTask = { kind: 'count' } | { kind: 'gather'; sums: CellSums } | { kind: 'draw'; drawing: Drawing };

/** Results of one thread. */
export interface LookFindings {
  statistics?: StatisticsParts;
  counts?: PointCounts;
}

/** Consecutive points of a file in a slot. */
export interface SlottedBatch {
  slot: number;
  /** Number of its first point. */
  first: number;
  count: number;
}

/**
 * One of the threads that look at a file. For each task, all of them begin. Then, round by round, each takes a batch
 * into a slot and, when all have, does its share of all batches of the round. Finally all end.
 */
export interface Looker {
  begin(task: LookTask): Promise<void>;
  take(batch: SlottedBatch): Promise<void>;
  shareIn(batches: readonly SlottedBatch[]): Promise<void>;
  end(): Promise<LookFindings>;
  close(): Promise<void>;
}

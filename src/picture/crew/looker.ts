import type { StatisticsParts } from '../../cloud/statistics.js';
import type { Misfit } from '../../io/records/misfits.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { Drawing } from './crew.js';

/**
 * A pass over all points of a file: for statistics alone, for these and the first pass of a picture, or for its second
 * pass.
 */
export type LookTask = { kind: 'count' } | { kind: 'gather'; sums: CellSums } | { kind: 'draw'; drawing: Drawing };

/** Results of one thread. */
export interface LookFindings {
  statistics?: StatisticsParts;
  counts?: PointCounts;
  /** Points of the own batches outside of each exposure. */
  outside?: number[];
  /** Values that their attributes cannot hold. */
  misfits?: Misfit[];
}

/** One of the threads that look at a file. In each task, all of them work on all batches. */
export interface Looker {
  look(task: LookTask): Promise<void>;
  end(): Promise<LookFindings>;
  close(): Promise<void>;
}

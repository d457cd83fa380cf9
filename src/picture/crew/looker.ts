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

/** One thread of those who look at a file. For each task all of them look, and when all have, all end. */
export interface Looker {
  look(task: LookTask): Promise<void>;
  end(): Promise<LookFindings>;
  close(): Promise<void>;
}

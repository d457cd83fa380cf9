import type { ThreadCrew } from '../../base/threads/thread-crew.js';

/** A block of points that a format packs, or unpacks, by itself. */
export interface BlockWork<Result> {
  /** Whose block it is. */
  format: string;
  /** Nothing: it tells the compiler what becomes of the block. */
  readonly becomes?: Result;
}

/** Codes blocks: in this thread, or in others. */
export interface BlockCoders extends Omit<ThreadCrew<never, unknown>, 'do'> {
  do<Result>(work: BlockWork<Result>, series?: string): Promise<Result>;
}

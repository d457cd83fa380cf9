import type { ThreadCrew } from '../../base/threads/thread-crew.js';

/** A block of points that a format packs, or unpacks, independently. */
export interface BlockWork<Result> {
  /** Name of the format that it belongs to. */
  format: string;
  /** Never set: it tells the compiler the type of the result. */
  readonly becomes?: Result;
}

/** Codes blocks: in this thread, or in others. */
export interface BlockCoders extends Omit<ThreadCrew<never, unknown>, 'do'> {
  do<Result>(work: BlockWork<Result>, series?: string): Promise<Result>;
}

import type { MergeTally } from './point-tally.js';

/** Content of the clouds of a data set. */
export interface CloudLook {
  /** Points of the clouds of each task, in their order; undefined of one that is not read. */
  points: readonly (readonly (number | undefined)[])[];
  /** Counts by split; those of tasks in none have the name ''. */
  tallies: ReadonlyMap<string, MergeTally>;
  /**
   * Whether semantic classes are those of a data set, as the frames of its surveys have them;
   * absent: those of the plan.
   */
  inDataSet?: true;
  /** Names of semantic classes and of LAS classes, by number. */
  semantics: ReadonlyMap<number, string>;
  classes: ReadonlyMap<number, string>;
}

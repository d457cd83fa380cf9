import type { Files } from '../base/files/files.js';

/** Where the clouds of runs lie: a folder each, in which nothing else is. */
export interface RunStore {
  /** Files in which a survey is read, and written to the folder of the run `run`, which is made. */
  open(run: string): Promise<{ files: Files; folder: string }>;
  /** Numbers of the runs that are there, in any order. */
  list(): Promise<string[]>;
  /** A finished file of a run, by its path in the run's folder. Throws UserError if it is not there. */
  file(run: string, name: string): Promise<Blob>;
  /** Removes a run with all its files. */
  remove(run: string): Promise<void>;
}

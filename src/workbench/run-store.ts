import type { Files } from '../base/files/files.js';

/** Files, and the folder in them where something lies. */
export interface Place {
  files: Files;
  folder: string;
}

/** The place of the clouds of runs: a folder each, with nothing else in it. */
export interface RunStore {
  /** Makes the folder of a new run, for the outputs of a survey that reads the files of the workbench. */
  create(run: string): Promise<Place>;
  /** The files of a run, for reading. Throws UserError if there is no such run. */
  open(run: string): Promise<Place>;
  /** Names of the runs that are there, in any order. */
  list(): Promise<string[]>;
  /** Paths of the finished files in the folder of a run that is there, in order. */
  files(run: string): Promise<string[]>;
  /** A finished file of a run, by its path in the run's folder. Throws UserError if it is not there. */
  file(run: string, name: string): Promise<Blob>;
  /** Removes a run with all its files. */
  remove(run: string): Promise<void>;
}

import type { Log } from '../../../base/log.js';
import type { TaskFile } from '../../run/task-folders.js';
import type { MergedTask } from '../data-set.js';

/** A survey whose frames are in the layout of a data set. */
export interface FramedTask {
  task: MergedTask;
  /** Its files in the folder of its frames, by their paths in it. */
  files: ReadonlyMap<string, TaskFile>;
}

/** A file of a data set that is one of a survey. */
export interface Placed {
  /** Path in the data set, with `/`. */
  path: string;
  task: MergedTask;
  file: TaskFile;
}

/** A data set of the frames of many surveys. */
export interface PlacedSet {
  placed: Placed[];
  /** Files of their own, by path. */
  texts: Record<string, string>;
  /** Where the frames of each survey lie, by its number. */
  places: Record<number, string>;
}

/** How a layout has the frames of many surveys. */
export interface MergeLayout {
  arrange(surveys: readonly FramedTask[], log: Log): PlacedSet;
}

/** The files of a survey in a folder of the data set. */
export const placedIn = ({ task, files }: FramedTask, folder: string, pathOf = (path: string) => path): Placed[] =>
  [...files].map(([path, file]) => ({ path: `${folder}${pathOf(path)}`, task, file }));

import type { Log } from '../../../base/log.js';
import { frameDigits } from '../../../io/data-sets/data-set.js';
import type { TaskFile } from '../../run/task-folders.js';
import type { MergedTask } from '../data-set.js';

/** A survey whose frames are in the layout of a data set. */
export interface FramedTask {
  task: MergedTask;
  /** The scanner of the frames, where each has a folder of its own. */
  scanner?: string;
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

/** The text of a file of a survey. */
export type ReadText = (file: Pick<Placed, 'task' | 'file'>) => Promise<string>;

/** A text, or one that is made piece by piece from files of surveys. */
export type MergedText = string | ((read: ReadText) => AsyncIterable<string>);

/** Places of each survey's frames, by its number; with several scanners, by their names. */
export type FramePlaces = Record<number, string | Record<string, string>>;

/** A data set of the frames of many surveys. */
export interface PlacedSet {
  placed: Placed[];
  /** Files of their own, by path. */
  texts: Record<string, MergedText>;
  places: FramePlaces;
}

/** A layout's arrangement of the frames of many surveys. */
export interface MergeLayout {
  arrange(surveys: readonly FramedTask[], log: Log): PlacedSet;
}

/** The files of a survey in a folder of the data set. */
export const placedIn = ({ task, files }: FramedTask, folder: string, pathOf = (path: string) => path): Placed[] =>
  [...files].map(([path, file]) => ({ path: `${folder}${pathOf(path)}`, task, file }));

/** Notes the place of frames. */
export function notePlace(places: FramePlaces, { task, scanner }: FramedTask, place: string): void {
  if (scanner === undefined) places[task.index] = place;
  else places[task.index] = { ...(places[task.index] as Record<string, string> | undefined), [scanner]: place };
}

/** A name for the frames of a scanner of a survey, unlike all others: `000012`, or `000012_left` of one of several. */
export const sequenceName = ({ task, scanner }: FramedTask): string =>
  [frameDigits(task.index), ...(scanner === undefined ? [] : [scanner])].join('_');

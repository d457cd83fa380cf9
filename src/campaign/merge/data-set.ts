import { join } from 'node:path';
import type { Plan, PlanFacts, Task } from '../plan/plan-file.js';
import { type TaskFile, type TaskManifest, taskFolder } from '../run/task-folders.js';
import type { CloudLook } from './cloud-look.js';
import type { CloudFile } from './clouds-of-task.js';

/** A task that is done. */
export interface MergedTask extends Pick<Task, 'index' | 'id' | 'split' | 'variables'> {
  manifest: TaskManifest;
  /** Its clouds: the first output of its survey. */
  clouds: readonly CloudFile[];
}

/** Tasks of the plan that are not in the data set, by their numbers. */
export interface MissingTasks {
  failed: readonly number[];
  left: readonly number[];
}

/** All facts from which the files of a data set are made: they follow from the plan and from the files of its tasks. */
export interface DataSet {
  /** The campaign's folder. */
  folder: string;
  facts: PlanFacts;
  /** In the order of their numbers. */
  tasks: readonly MergedTask[];
  missing: MissingTasks;
  /** SHA-256 and size of the plan's own files. */
  planFiles: readonly NamedFile[];
  look: CloudLook;
}

/** A file of the data set, by its path below the campaign's folder, with `/`. */
export interface NamedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** The path of a task's file below the campaign's folder. */
export const taskPath = ({ id }: Pick<MergedTask, 'id'>, { name }: Pick<TaskFile, 'name'>): string =>
  `tasks/${id.slice(0, 2)}/${id}/${name}`;

/** The path of a task's file on this machine. */
export const pathOf = ({ folder }: Pick<Plan, 'folder'>, { id }: Pick<MergedTask, 'id'>, name: string): string =>
  join(taskFolder(folder, id), name);

/** Names of the splits, in the order in which the plan has them. */
export const splitNames = ({ facts }: Pick<DataSet, 'facts'>): string[] => Object.keys(facts.splits);

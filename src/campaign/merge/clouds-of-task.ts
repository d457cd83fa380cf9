import { escapeRegExp } from '../../base/text.js';
import { type DataSetName, dataSetLayout } from '../../io/data-sets/data-sets.js';
import { READABLE_CLOUDS } from '../../io/readable-clouds.js';
import type { Task } from '../plan/plan-file.js';
import type { TaskFile, TaskManifest } from '../run/task-folders.js';

/** A cloud of a task. */
export interface CloudFile extends TaskFile {
  /** Whether subray reads its format: not those of data sets of frames. */
  isReadable: boolean;
}

/** What stands for a name or a number in the paths of outputs. */
const PLACEHOLDER = /%s|%c|%0?\d*d/g;

/**
 * The clouds of a task: the files of the first entry of its survey's `output`, since others hold the same points in another
 * form, or else its frames.
 */
export function cloudsOf({ survey }: Pick<Task, 'survey'>, { files }: Pick<TaskManifest, 'files'>): CloudFile[] {
  for (const { path, isDataSet } of pathsOf(survey)) {
    const pattern = patternOf(path);
    const found = files.filter(({ name }) => pattern.test(name));
    if (found.length > 0) return found.map((file) => ({ ...file, isReadable: !isDataSet && isReadable(file.name) }));
  }
  return [];
}

/** Paths of clouds as a survey has them, and whether they are points of a data set. */
function pathsOf({ output, frames }: Record<string, unknown>): { path: string; isDataSet: boolean }[] {
  const plain = [...(Array.isArray(output) ? output : []), frames].flatMap((entry) => fileOf(entry) ?? []);
  const { dataset, folder = '.' } = (frames ?? {}) as { dataset?: DataSetName; folder?: string };
  return [
    ...plain.map((path) => ({ path, isDataSet: false })),
    ...(dataset === undefined ? [] : [{ path: `${folder}/${dataSetLayout(dataset).points}`, isDataSet: true }]),
  ];
}

const fileOf = (entry: unknown): string | undefined => {
  const file = typeof entry === 'string' ? entry : (entry as { file?: unknown } | null)?.file;
  return typeof file === 'string' ? file : undefined;
};

/** Matches the paths of an output, without `.` in them, as a task lists them. */
function patternOf(path: string): RegExp {
  const plain = path.split('/').filter((part) => part !== '' && part !== '.');
  const parts = plain.join('/').split(PLACEHOLDER);
  return new RegExp(`^${parts.map((part) => escapeRegExp(part)).join('[^/]*')}$`);
}

const ENDINGS: readonly string[] = Object.values(READABLE_CLOUDS).flatMap(({ endings }) => [...endings]);

const isReadable = (name: string): boolean => ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

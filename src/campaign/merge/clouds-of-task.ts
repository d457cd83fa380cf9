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
  for (const pattern of patternsOf(survey)) {
    const found = files.filter(({ name }) => pattern.test(name));
    if (found.length > 0) return found.map((file) => ({ ...file, isReadable: isReadable(file.name) }));
  }
  return [];
}

function patternsOf({ output, frames }: Record<string, unknown>): RegExp[] {
  const outputs = Array.isArray(output) ? output : [];
  const paths = [...outputs.map(fileOf), framesOf(frames)];
  return paths.flatMap((path) => (path === undefined ? [] : [patternOf(path)]));
}

const fileOf = (entry: unknown): string | undefined => {
  const file = typeof entry === 'string' ? entry : (entry as { file?: unknown } | null)?.file;
  return typeof file === 'string' ? file : undefined;
};

function framesOf(frames: unknown): string | undefined {
  const { dataset, folder = '.' } = (frames ?? {}) as { dataset?: DataSetName; folder?: string };
  return dataset === undefined ? fileOf(frames) : `${folder}/${dataSetLayout(dataset).points}`;
}

/** Matches the paths of an output, without `.` in them, as a task lists them. */
function patternOf(path: string): RegExp {
  const plain = path.split('/').filter((part) => part !== '' && part !== '.');
  const parts = plain.join('/').split(PLACEHOLDER);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^/]*')}$`);
}

const ENDINGS: readonly string[] = Object.values(READABLE_CLOUDS).flatMap(({ endings }) => [...endings]);

const isReadable = (name: string): boolean => ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

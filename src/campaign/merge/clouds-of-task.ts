import { escapeRegExp } from '../../base/text.js';
import type { StrengthRange } from '../../cloud/tone-mapping/strengths.js';
import { READABLE_CLOUDS } from '../../io/clouds/readable-clouds.js';
import { type DataSetName, dataSetLayout } from '../../io/data-sets/data-sets.js';
import type { Task } from '../plan/plan-file.js';
import type { TaskFile, TaskManifest } from '../run/task-folders.js';
import type { FrameKind } from './frame-points.js';

/** A cloud of a task. */
export interface CloudFile extends TaskFile {
  /** Whether subray reads its format: not those of data sets of frames. */
  isReadable: boolean;
  /** Its form, if it is a frame of a data set. */
  frame?: FrameKind;
}

/** Whether the points of a cloud are counted and drawn. */
export const isCounted = ({ isReadable, frame }: CloudFile): boolean => isReadable || frame !== undefined;

/** Frames of a data set as a survey has them. */
interface DataSetSection {
  dataset: DataSetName;
  folder: string;
  intensity: StrengthRange;
}

/** Placeholders of names and numbers in the paths of outputs. */
const PLACEHOLDER = /%s|%c|%0?\d*d/g;

/**
 * The clouds of a task: the files of the first entry of its survey's `output`, since others hold the same points in
 * another form, or else its frames.
 */
export function cloudsOf({ survey }: Pick<Task, 'survey'>, { files }: Pick<TaskManifest, 'files'>): CloudFile[] {
  for (const { path, frame } of pathsOf(survey)) {
    const pattern = patternOf(path);
    const found = files.filter(({ name }) => pattern.test(name));
    if (found.length > 0)
      return found.map((file) =>
        frame ? { ...file, isReadable: false, frame } : { ...file, isReadable: isReadable(file.name) },
      );
  }
  return [];
}

/** Paths of clouds in a survey, and the form of a data set's points. */
function pathsOf({ output, frames }: Record<string, unknown>): { path: string; frame?: FrameKind }[] {
  const plain = [...(Array.isArray(output) ? output : []), frames].flatMap((entry) => fileOf(entry) ?? []);
  const { dataset, folder = '.', intensity } = (frames ?? {}) as Partial<DataSetSection>;
  const clouds = plain.map((path) => ({ path }));
  if (dataset === undefined) return clouds;
  const { points, intensities } = dataSetLayout(dataset);
  return [
    ...clouds,
    { path: `${folder}/${points}`, frame: { layout: dataset, intensity: intensity ?? intensities[0] } },
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

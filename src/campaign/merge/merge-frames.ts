import { copyFile, link, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../../base/errors.js';
import { isThere } from '../../base/files/is-there.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { processTag } from '../../base/files/node-process-tag.js';
import { forgetTemporary, noteTemporary } from '../../base/files/node-temporary.js';
import { syncFolder } from '../../base/files/node-unnamed-file.js';
import type { Log } from '../../base/log.js';
import { escapeRegExp } from '../../base/text.js';
import type { DataSetName } from '../../io/data-sets/data-sets.js';
import type { Plan } from '../plan/plan-file.js';
import type { TaskFile } from '../run/task-folders.js';
import { type MergedTask, pathOf } from './data-set.js';
import { MERGE_LAYOUTS } from './layouts/index.js';
import type { FramedTask, PlacedSet, ReadText } from './layouts/merge-layout.js';
import { jsonText } from './merge-file.js';

/** Means by which files of surveys came into a data set of frames. */
export type Linked = 'hard links' | 'symbolic links' | 'copies';

/** A data set of frames. */
export interface FramesReport {
  folder: string;
  layout: DataSetName;
  files: number;
  by: Linked;
}

/** The file that maps surveys to their places, and marks the folder as made by a merge. */
const SURVEYS = 'surveys.json';

/** The layout of the frames of a plan's surveys; undefined if they have none. Throws UserError if they have several. */
export function layoutOf({ tasks, folder }: Plan): DataSetName | undefined {
  const names = new Set(tasks.map(({ survey }) => (survey.frames as { dataset?: DataSetName } | undefined)?.dataset));
  if (names.size <= 1) return [...names][0];
  throw new UserError(
    `frames of surveys have several layouts: ${[...names].map((name) => name ?? 'none').join(', ')}`,
    {
      place: { file: folder },
      hint: 'make a campaign for each',
    },
  );
}

/** Throws UserError if a folder is in the way that no merge made. */
export async function checkFramesFolder(target: string): Promise<void> {
  if ((await isThere(nodeFiles, target)) && !(await isThere(nodeFiles, join(target, SURVEYS))))
    throw new UserError('exists, and no merge made it', {
      place: { file: target },
      hint: 'name another folder with --dataset, or remove this one',
    });
}

/**
 * Puts the frames of surveys together in a folder, as their layout has those of a whole data set: by hard links,
 * where the file system does not allow them by symbolic ones, or else as copies. The folder appears when it is
 * complete, in place of a former one.
 */
export async function mergeFrames(
  plan: Plan,
  tasks: readonly MergedTask[],
  { layout, target, log }: { layout: DataSetName; target: string; log: Log },
): Promise<FramesReport> {
  const set = MERGE_LAYOUTS[layout].arrange(framedTasks(plan, tasks), log);
  const staged = `${target}.${processTag()}.tmp`;
  noteTemporary(staged);
  try {
    const by = await fill(staged, set, plan, layout);
    await rm(target, { recursive: true, force: true });
    await rename(staged, target);
    await syncFolder(dirname(target));
    return { folder: target, layout, files: set.placed.length, by };
  } finally {
    await rm(staged, { recursive: true, force: true });
    forgetTemporary(staged);
  }
}

/** The frames of each survey, or of each of its scanners where these have folders of their own. */
function framedTasks({ tasks: planned }: Plan, tasks: readonly MergedTask[]): FramedTask[] {
  const surveys = new Map(planned.map(({ index, survey }) => [index, survey]));
  return tasks.flatMap((task) => {
    const { folder = '.' } = (surveys.get(task.index)?.frames ?? {}) as { folder?: string };
    const start = folderStart(folder);
    const byScanner = new Map<string | undefined, Map<string, TaskFile>>();
    for (const file of task.manifest.files) {
      const found = start.exec(file.name);
      if (!found) continue;
      const files = byScanner.get(found[1]) ?? new Map<string, TaskFile>();
      byScanner.set(found[1], files.set(file.name.slice(found[0].length), file));
    }
    return [...byScanner].map(([scanner, files]) => ({ task, files, ...(scanner !== undefined && { scanner }) }));
  });
}

/** Matches the start of paths in a folder; the first group is the name of the scanner, in place of `%s`. */
function folderStart(folder: string): RegExp {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
  const [first, ...others] = parts
    .map((part) => `${escapeRegExp(part)}/`)
    .join('')
    .split('%s');
  const named = others.map((text, k) => `${k === 0 ? '([^/]+)' : '\\1'}${text}`);
  return new RegExp(`^${first}${named.join('')}`);
}

async function fill(staged: string, { placed, texts, places }: PlacedSet, plan: Plan, layout: string): Promise<Linked> {
  await makeFolders(staged);
  const made = new Set<string>();
  let by: Linked = 'hard links';
  for (const { path, task, file } of placed) {
    const to = join(staged, path);
    if (!made.has(dirname(to))) await makeFolders(dirname(to));
    made.add(dirname(to));
    by = await put(pathOf(plan, task, file.name), to, by);
  }
  const read: ReadText = ({ task, file }) => readFile(pathOf(plan, task, file.name), 'utf8');
  const all: PlacedSet['texts'] = { ...texts, [SURVEYS]: jsonText({ layout, surveys: places }) };
  for (const [path, text] of Object.entries(all)) {
    await makeFolders(dirname(join(staged, path)));
    await writeFile(join(staged, path), typeof text === 'string' ? text : text(read), { flush: true });
  }
  return by;
}

/** Links a file, or copies it: a means that failed for one is not tried for the next. Returns the means. */
async function put(from: string, to: string, by: Linked): Promise<Linked> {
  if (by === 'hard links' && (await succeeds(link(from, to)))) return by;
  if (by !== 'copies' && (await succeeds(symlink(relative(dirname(to), from), to)))) return 'symbolic links';
  await copyFile(from, to);
  return 'copies';
}

/** Whether the file system allows it: links across devices, and on some systems all of them, are refused. */
const succeeds = (done: Promise<void>): Promise<boolean> =>
  done.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EACCES'].includes(error.code ?? '')) return false;
      throw error;
    },
  );

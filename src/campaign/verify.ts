import { join } from 'node:path';
import { append } from '../base/append.js';
import { fileError } from '../base/files/file-error.js';
import { isThere } from '../base/files/is-there.js';
import { nodeFiles } from '../base/files/node-files.js';
import { messageOf } from '../base/yaml/faults.js';
import type { Plan } from './plan/plan-file.js';
import { digestOf, finishedTask, type TaskManifest, taskFolder } from './run/task-folders.js';

/** Findings on the tasks of a plan. */
export interface VerifiedTasks {
  /** Of the plan, and of these with their files. */
  planned: number;
  tasks: number;
  files: number;
  bytes: number;
  wrong: WrongPath[];
}

/** A file that differs from the one its task wrote, or an incomplete folder of a task. */
export interface WrongPath {
  path: string;
  /** The fault, in a few words. */
  found: string;
}

/**
 * Reads all files of the tasks that are done, and compares them with their SHA-256. Tasks that were
 * never done are passed over.
 */
export async function verifyTasks({ folder, tasks }: Plan): Promise<VerifiedTasks> {
  const found: VerifiedTasks = { planned: tasks.length, tasks: 0, files: 0, bytes: 0, wrong: [] };
  if (
    (await isThere(nodeFiles, join(folder, 'tasks'))) &&
    (await nodeFiles.stat(join(folder, 'tasks'))).kind !== 'folder'
  )
    found.wrong.push({ path: join(folder, 'tasks'), found: 'is no folder' });
  for (const { id } of tasks) {
    const manifest = finishedTask(folder, id);
    if (!manifest) {
      const own = taskFolder(folder, id);
      if (await isThere(nodeFiles, own))
        found.wrong.push({ path: own, found: 'is not whole: files are missing or cut off' });
      continue;
    }
    found.tasks++;
    found.files += manifest.files.length;
    found.bytes += manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    append(found.wrong, await wrongFiles(folder, manifest));
  }
  return found;
}

/** The files of a task that differ from those it wrote. */
export async function wrongFiles(
  folder: string,
  { id, files }: Pick<TaskManifest, 'id' | 'files'>,
): Promise<WrongPath[]> {
  const wrong: WrongPath[] = [];
  for (const { name, sha256 } of files) {
    const path = join(taskFolder(folder, id), name);
    const found = await differenceOf(path, sha256);
    if (found !== undefined) wrong.push({ path, found });
  }
  return wrong;
}

async function differenceOf(path: string, sha256: string): Promise<string | undefined> {
  try {
    return (await digestOf(path)).sha256 === sha256 ? undefined : 'has another content than its survey wrote';
  } catch (error) {
    return messageOf(fileError(nodeFiles, 'read', path, error));
  }
}

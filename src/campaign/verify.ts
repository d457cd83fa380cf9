import { join } from 'node:path';
import type { Plan } from './plan/plan-file.js';
import { digestOf, finishedTask, taskFolder } from './run/task-folders.js';

/** What was found of the files of finished tasks. */
export interface VerifiedTasks {
  tasks: number;
  files: number;
  bytes: number;
  /** Paths of files whose content is not that of their task. */
  wrong: string[];
}

/** Reads all files of the tasks that are done, and compares them with their SHA-256. */
export async function verifyTasks({ folder, tasks }: Plan): Promise<VerifiedTasks> {
  const found: VerifiedTasks = { tasks: 0, files: 0, bytes: 0, wrong: [] };
  for (const { id } of tasks) {
    const manifest = finishedTask(folder, id);
    if (!manifest) continue;
    found.tasks++;
    for (const file of manifest.files) {
      const path = join(taskFolder(folder, id), file.name);
      found.files++;
      found.bytes += file.bytes;
      if ((await digestOf(path)).sha256 !== file.sha256) found.wrong.push(path);
    }
  }
  return found;
}

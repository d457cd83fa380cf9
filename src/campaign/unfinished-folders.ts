import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { processState, TAG_FORM } from '../base/files/node-process-tag.js';

/** The folder of a task that was not finished. */
export interface Unfinished {
  path: string;
}

/** `.ID.TAG.N.tmp`, as `stageTask` names it. */
const STAGED = new RegExp(`^\\.[0-9a-f]{32}\\.(${TAG_FORM})\\.\\d+\\.tmp$`);
const SECONDS_A_DAY = 86_400;

/**
 * Folders of tasks whose process is dead; of another machine's, which cannot be asked, those that have not changed for
 * `days` days.
 */
export async function unfinishedFolders(folder: string, days: number): Promise<Unfinished[]> {
  const found: Unfinished[] = [];
  for (const group of await namesIn(join(folder, 'tasks')))
    for (const name of await namesIn(join(folder, 'tasks', group))) {
      const [, tag] = STAGED.exec(name) ?? [];
      const path = join(folder, 'tasks', group, name);
      if (tag !== undefined && (await isAbandoned(path, tag, days))) found.push({ path });
    }
  return found;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function isAbandoned(path: string, tag: string, days: number): Promise<boolean> {
  const state = processState(tag);
  if (state !== 'elsewhere') return state === 'dead';
  // Without a limit, a clock that is ahead makes none of them young.
  return days === 0 || Date.now() - (await lastChange(path)) > days * SECONDS_A_DAY * 1000;
}

/** Time of the last change in a folder, or below: the files of a long run change, and not their folder. */
async function lastChange(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  let last = 0;
  for (const name of ['.', ...names])
    last = Math.max(last, (await stat(join(path, name)).catch(() => undefined))?.mtimeMs ?? 0);
  return last;
}

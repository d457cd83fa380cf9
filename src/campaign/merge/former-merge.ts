import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { isThere } from '../../base/files/is-there.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { planFactsPath, planPath } from '../plan/plan-file.js';
import { digestOf } from '../run/task-folders.js';

/** Files that a merge wrote, by path: `merge.json`, by which the next merge recognises them. */
export interface MergeRecord {
  merge: typeof RECORD_VERSION;
  files: Readonly<Record<string, string>>;
}

export const RECORD_NAME = 'merge.json';
export const RECORD_VERSION = 1;

/** The record of the merge before; undefined if there is none. Throws UserError if another file has its name. */
export async function formerMerge(folder: string): Promise<MergeRecord | undefined> {
  const path = join(folder, RECORD_NAME);
  if (!(await isThere(nodeFiles, path))) return undefined;
  const record = await parsed(path);
  if (record?.merge === RECORD_VERSION && typeof record.files === 'object' && record.files !== null) return record;
  throw new UserError('is not what a merge has written', { place: { file: path }, hint: 'rename it' });
}

async function parsed(path: string): Promise<MergeRecord | undefined> {
  try {
    return JSON.parse(new TextDecoder().decode(await nodeFiles.read(path)));
  } catch {
    return undefined;
  }
}

/** Throws UserError if `path` below the folder exists, and is not as the merge before wrote it. */
export async function refuseForeign(folder: string, path: string, former: MergeRecord | undefined): Promise<void> {
  const own = join(folder, path);
  if (!(await isThere(nodeFiles, own)) || (await isUntouched(folder, path, former))) return;
  throw new UserError('exists, and is not as a merge wrote it', {
    place: { file: own },
    hint: 'rename it, or replace it with --force',
  });
}

/**
 * Throws UserError if `path` below the folder is a link, or goes through one: a merge replaces
 * nothing that lies elsewhere.
 */
export async function refuseLink(folder: string, path: string): Promise<void> {
  const names = path.split('/');
  for (const k of names.keys()) {
    const own = join(folder, ...names.slice(0, k + 1));
    const found = await lstat(own).catch(() => undefined);
    if (found?.isSymbolicLink())
      throw new UserError('cannot write: it is a link, and a merge writes only in the folder of the campaign', {
        place: { file: own },
        hint: 'remove the link, or put what it leads to in its place',
      });
  }
}

/** Whether a path may be that of a merged file: a record that was tampered with could name files of others. */
async function isOwn(folder: string, path: string): Promise<boolean> {
  if ([planPath('.'), planFactsPath('.')].includes(path)) return false;
  const own = join(await realpath(folder), path);
  return realpath(own).then(
    (real) => real === own,
    () => false,
  );
}

/** Whether a file is still as the merge before wrote it. */
export async function isUntouched(folder: string, path: string, former: MergeRecord | undefined): Promise<boolean> {
  const known = former && Object.hasOwn(former.files, path) ? former.files[path] : undefined;
  if (known === undefined || !(await isOwn(folder, path))) return false;
  return digestOf(join(folder, path)).then(
    ({ sha256 }) => sha256 === known,
    () => false,
  );
}

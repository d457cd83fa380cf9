import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './file-error.js';

/**
 * Makes `folder` and its missing parents, and returns the new folders, outermost first. On failure it removes them
 * again. Node's own recursive `mkdir` never ends in some folders of the system (`/proc`).
 */
export async function makeFolders(folder: string): Promise<string[]> {
  const made: string[] = [];
  try {
    await makeFolder(resolve(folder), made);
    return made;
  } catch (error) {
    await removeEmptyFolders(made);
    throw error;
  }
}

async function makeFolder(folder: string, made: string[]): Promise<void> {
  const code = await tryToMake(folder, made);
  if (code !== 'ENOENT') return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), made);
  const again = await tryToMake(folder, made);
  if (again === 'ENOENT') throw Object.assign(new Error('the folder cannot be made'), { code: again });
}

/** Makes one folder. Returns the system's code if it exists already, or its parent is missing. */
async function tryToMake(folder: string, made: string[]): Promise<string | undefined> {
  try {
    await mkdir(folder);
    made.push(folder);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return code;
    throw error;
  }
}

/** Removes folders that are empty, innermost first. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {});
}

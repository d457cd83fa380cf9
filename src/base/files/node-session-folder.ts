import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slashes } from './node-paths.js';
import { processState, processTag, TAG_FORM } from './node-process-tag.js';
import { forgetTemporary, noteTemporary } from './node-temporary.js';

/** A folder for the files of a program while it runs. */
export interface SessionFolder {
  path: string;
  /** Removes it with its contents. */
  remove(): Promise<void>;
}

/**
 * Makes a folder in the system's folder of temporary files, readable only by its owner. It is removed with the process;
 * remains of a killed one under the same `name` are removed now.
 */
export async function makeSessionFolder(name: string): Promise<SessionFolder> {
  const parent = tmpdir();
  await removeDead(parent, name);
  const path = await mkdtemp(join(parent, `${name}-${processTag()}-`));
  noteTemporary(path);
  return {
    path: slashes(path),
    remove: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      forgetTemporary(path);
    },
  };
}

async function removeDead(parent: string, name: string): Promise<void> {
  const form = new RegExp(`^${name}-(${TAG_FORM})-[A-Za-z0-9]{6}$`);
  for (const entry of await readdir(parent).catch(() => [])) {
    const tag = form.exec(entry)?.[1];
    if (tag === undefined || processState(tag) !== 'dead') continue;
    const path = join(parent, entry);
    const isFolder = await lstat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    // Folders of other users stay.
    if (isFolder) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

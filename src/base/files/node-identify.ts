import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * A text that two paths share if they lead to the same file by any names, links or folder links: its device and number.
 * A file that does not exist is identified by its existing folder and its name.
 */
export async function identify(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : missingPath(resolve(path));
}

async function missingPath(path: string): Promise<string> {
  if (dirname(path) === path) return path;
  const folder = await realpath(dirname(path)).catch(() => missingPath(dirname(path)));
  return join(folder, basename(path));
}

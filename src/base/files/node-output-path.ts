import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode, fileError } from './file-error.js';
import type { CheckOutputOptions } from './files.js';
import { nodePaths } from './node-paths.js';
import { outputExists, outputFault } from './output-fault.js';

/**
 * Checks that a file can be written to `path`, before anything is computed for it. Its folder must exist and be
 * writable, or `makeFolders` must allow making it. Nothing may have that name, unless `force` allows a regular file to
 * be replaced, but not a dangling link. Throws UserError naming the path and the remedy.
 */
export async function checkOutputPath(path: string, options: CheckOutputOptions = {}): Promise<void> {
  await checkFolder(path, dirname(resolve(path)), options.makeFolders ?? false);
  const found = await lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileError(nodePaths, 'write', path, error);
  });
  if (found === undefined) return;
  if (found.isDirectory()) throw outputFault(path, 'it is a folder', 'name a file in it');
  if (!options.force) throw outputExists(path);
  // A pipe or a device would be replaced, not written to.
  const target = found.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (target === undefined) throw outputFault(path, 'it is a link to nowhere', 'remove it, or choose another name');
  if (!target.isFile()) throw outputFault(path, 'it is not a regular file', 'choose another name');
}

async function checkFolder(path: string, folder: string, makeFolders: boolean): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw outputFault(path, `${folder} is not a folder`, 'check the path');
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileError(nodePaths, 'write', path, error);
    const isLink = await lstat(folder).then(
      () => true,
      () => false,
    );
    if (isLink) throw outputFault(path, `${folder} is a link to nowhere`, 'check the path');
    if (!makeFolders) throw outputFault(path, `there is no folder ${folder}`, 'create it first, or check the path');
    await checkFolder(path, dirname(folder), makeFolders);
  }
}

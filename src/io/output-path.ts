import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserError } from '../base/errors.js';
import { errorCode, fileError } from './file-error.js';

/**
 * Makes sure that a file can be written to `path`, before anything is computed for it: its folder exists and is
 * writable, and nothing of that name is there unless `force` allows to replace a regular file.
 * Throws UserError naming the path and the remedy.
 */
export async function checkOutputPath(path: string, options: { force?: boolean } = {}): Promise<void> {
  await checkFolder(path);
  const found = await lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileError('write', path, error);
  });
  if (found === undefined) return;
  if (found.isDirectory()) throw refuse(path, 'it is a folder', 'name a file in it');
  if (!options.force) throw outputExists(path);
  // A pipe or a device would not be written to but replaced.
  const target = found.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (target && !target.isFile()) throw refuse(path, 'it is not a regular file', 'choose another name');
}

/** The refusal to overwrite what is at `path`; `choice` is what to do instead. */
export function outputExists(path: string, choice = 'choose another name'): UserError {
  return refuse(path, 'the file exists', `${choice}, or pass --force to replace it`);
}

function refuse(path: string, found: string, hint: string): UserError {
  return new UserError(`cannot write: ${found}`, { place: { file: path }, hint });
}

async function checkFolder(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  try {
    if (!(await stat(folder)).isDirectory()) throw refuse(path, `${folder} is not a folder`, 'check the path');
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      throw refuse(path, `there is no folder ${folder}`, 'make it first, or check the path');
    throw fileError('write', path, error);
  }
}

import { dirname, resolve } from 'node:path';
import { fileError } from '../base/files/file-error.js';
import { nodeFiles } from '../base/files/node-files.js';
import { makeFolders, removeEmptyFolders } from '../base/files/node-make-folders.js';
import { checkOutputPath } from '../base/files/node-output-path.js';
import { nodePaths } from '../base/files/node-paths.js';
import { forgetTemporary, noteEmptyFolder } from '../base/files/node-temporary.js';
import { refuseInput } from '../base/files/refuse-input.js';

export interface OutputRules {
  /** Whether existing files may be replaced. */
  force?: boolean;
  /** Paths of files that must not be, whatever `force` says. */
  inputs?: readonly string[];
}

/**
 * Runs `work`, which writes the files at `paths`, as far as they are given. Their folders are made before, and are
 * removed if it fails. Throws UserError before anything is computed if a file cannot be written or would replace an
 * input; also throws errors of `work`.
 */
export async function withOutputs<T>(
  paths: readonly (string | undefined)[],
  { force, inputs = [] }: OutputRules,
  work: () => Promise<T>,
): Promise<T> {
  const outputs = paths.filter((path) => path !== undefined);
  for (const path of outputs) {
    await refuseInput(nodeFiles, path, inputs);
    await checkOutputPath(path, { force, makeFolders: true });
  }
  const made: string[] = [];
  try {
    for (const path of outputs) made.push(...(await foldersOf(path)));
    return await work();
  } catch (error) {
    await removeEmptyFolders(made);
    throw error;
  } finally {
    made.forEach(forgetTemporary);
  }
}

/** Makes the folders of a file that are missing, and returns them. */
async function foldersOf(path: string): Promise<string[]> {
  const folder = dirname(resolve(path));
  try {
    const made = await makeFolders(folder);
    made.forEach(noteEmptyFolder);
    return made;
  } catch (error) {
    throw fileError(nodePaths, `make the folder ${folder}`, path, error);
  }
}

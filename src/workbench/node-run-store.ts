import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { UserError } from '../base/errors.js';
import { FolderBounds } from '../base/files/confined-files.js';
import { errorCode, fileError } from '../base/files/file-error.js';
import type { Files } from '../base/files/files.js';
import { isThere } from '../base/files/is-there.js';
import { nodeFiles } from '../base/files/node-files.js';
import { nodePaths } from '../base/files/node-paths.js';
import { finishedFiles } from './node-finished-files.js';
import { type SurveySources, surveyFiles } from './node-survey-files.js';
import { CLOUD_FILE } from './run-files.js';
import { checkRunName, isRunName } from './run-name.js';
import type { RunStore } from './run-store.js';

/**
 * Runs in the existing folder `root` of this machine, each in a folder of its own. Refuses surveys that name files
 * outside of their sources, or write outside of their runs.
 */
export function nodeRunStore(sources: SurveySources, root: string): RunStore {
  const folderOf = (run: string) => {
    checkRunName(run);
    return nodeFiles.resolve(root, run);
  };
  return {
    create: async (run) => {
      const folder = folderOf(run);
      await makeNew(folder);
      return { files: await surveyFiles(sources, folder), folder };
    },
    open: async (run) => {
      const folder = folderOf(run);
      if (!(await isThere(nodeFiles, folder)))
        throw new UserError(`found the run ${run}, which does not exist`, { hint: 'run the survey again' });
      return { files: nodeFiles, folder };
    },
    list: async () => {
      const names = (await readdir(root)).filter(isRunName);
      const complete = await Promise.all(names.map((run) => isThere(nodeFiles, `${root}/${run}/${CLOUD_FILE}`)));
      return names.filter((_, k) => complete[k]);
    },
    files: async (run) => finishedFiles(folderOf(run)),
    file: async (run, name) => {
      const path = await finishedFile(nodeFiles, folderOf(run), name);
      if (path === undefined)
        throw new UserError(`${name}: the run ${run} has no such file`, { hint: 'run the survey again' });
      return openAsBlob(path);
    },
    remove: async (run) => rm(folderOf(run), { recursive: true, force: true }),
  };
}

async function makeNew(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new UserError(`there is a run in ${folder}`, { hint: 'give it another name' });
    throw fileError(nodePaths, 'write', folder, error);
  }
}

/** The path of a finished file in `folder`, or below; undefined if there is none. */
async function finishedFile(files: Files, folder: string, name: string): Promise<string | undefined> {
  // Unfinished files begin with a dot.
  if (name.split(/[/\\]/).some((part) => part === '' || part.startsWith('.'))) return undefined;
  const bounds = await FolderBounds.of(files, [folder]).catch(() => undefined);
  const path = files.resolve(folder, name);
  if (bounds === undefined || !(await bounds.hold(path))) return undefined;
  const info = await files.stat(path).catch(() => undefined);
  return info?.kind === 'file' ? path : undefined;
}

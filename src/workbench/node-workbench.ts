import { mkdir } from 'node:fs/promises';
import { confineFiles } from '../base/files/confined-files.js';
import { fileError } from '../base/files/file-error.js';
import { nodeFiles } from '../base/files/node-files.js';
import { nodePaths } from '../base/files/node-paths.js';
import { makeSessionFolder } from '../base/files/node-session-folder.js';
import { recordInputs } from '../base/files/record-inputs.js';
import { nodeMachine } from '../simulation/node-machine.js';
import { nodeRunStore } from './node-run-store.js';
import { Workbench } from './workbench.js';

/** Options of `openNodeWorkbench`. */
export interface NodeWorkbenchOptions {
  /** Folder from which the paths of surveys start, and below which alone they are read. */
  folder: string;
  /** Folder in which each run gets a folder, which stays; absent: a temporary one, which goes with the workbench. */
  runs?: string;
}

/** A workbench of this machine. */
export interface NodeWorkbench {
  bench: Workbench;
  folder: string;
  /** Folder of the runs. */
  runs: string;
  /** Paths of all files that surveys have read so far. */
  inputs: ReadonlySet<string>;
  /** Ends its work, and removes what is temporary. */
  close(): Promise<void>;
}

/** Opens a workbench of this machine, with all of its threads, and its GPU. Throws UserError if a folder cannot be used. */
export async function openNodeWorkbench(options: NodeWorkbenchOptions): Promise<NodeWorkbench> {
  const folder = nodeFiles.resolve(nodeFiles.folder, options.folder);
  const inputs = new Set<string>();
  const confined = await confineFiles(nodeFiles, { read: [folder] }).catch((error: unknown) => {
    throw fileError(nodePaths, 'read', folder, error);
  });
  const { path: runs, remove } = await runsFolder(options.runs);
  const machine = { ...nodeMachine, files: recordInputs(confined, inputs) };
  const bench = new Workbench({ machine, folder, runs: nodeRunStore({ source: folder, root: runs, inputs }) });
  return {
    bench,
    folder,
    runs,
    inputs,
    close: async () => {
      await bench.close();
      await remove();
    },
  };
}

/** The folder of runs: one that stays, or a temporary one. */
async function runsFolder(named: string | undefined): Promise<{ path: string; remove(): Promise<void> }> {
  if (named === undefined) return makeSessionFolder('subray-studio');
  const path = nodeFiles.resolve(nodeFiles.folder, named);
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw fileError(nodePaths, 'write', path, error);
  }
  return { path, remove: async () => {} };
}

import { mkdir } from 'node:fs/promises';
import { fileError } from '../base/files/file-error.js';
import { nodeFiles } from '../base/files/node-files.js';
import { nodePaths } from '../base/files/node-paths.js';
import { makeSessionFolder } from '../base/files/node-session-folder.js';
import { nodeMachine } from '../simulation/node-machine.js';
import { nodeRunStore } from './node-run-store.js';
import { type SurveySources, surveyFiles } from './node-survey-files.js';
import { Workbench } from './workbench.js';

/** Options of `openNodeWorkbench`. */
export interface NodeWorkbenchOptions {
  /** Folder from which the paths of surveys start, and below which alone they are read. */
  folder: string;
  /** Folder in which each run gets a folder, which stays; absent: a temporary one, which goes with the workbench. */
  runs?: string;
}

/** A workbench of this machine. */
export interface NodeWorkbench extends Readonly<SurveySources> {
  bench: Workbench;
  /** Folder of the runs. */
  runs: string;
  /** Ends its work, and removes temporary files. */
  close(): Promise<void>;
}

/** Opens a workbench of this machine, with all threads and its GPU. Throws UserError if a folder cannot be used. */
export async function openNodeWorkbench(options: NodeWorkbenchOptions): Promise<NodeWorkbench> {
  const session = await makeSessionFolder('subray-studio');
  try {
    const folder = nodeFiles.resolve(nodeFiles.folder, options.folder);
    const added = await makeFolder(`${session.path}/added`);
    const runs = await makeFolder(options.runs ?? `${session.path}/runs`);
    const sources = { folder, added, inputs: new Set<string>() };
    const files = await surveyFiles(sources).catch((error: unknown) => {
      throw fileError(nodePaths, 'read', folder, error);
    });
    const bench = new Workbench({ machine: { ...nodeMachine, files }, folder, runs: nodeRunStore(sources, runs) });
    const close = async () => {
      await bench.close();
      await session.remove();
    };
    return { bench, ...sources, runs, close };
  } catch (error) {
    await session.remove();
    throw error;
  }
}

/** The absolute path of a folder, which is made if it is not there. */
async function makeFolder(named: string): Promise<string> {
  const path = nodeFiles.resolve(nodeFiles.folder, named);
  try {
    await mkdir(path, { recursive: true });
    return path;
  } catch (error) {
    throw fileError(nodePaths, 'write', path, error);
  }
}

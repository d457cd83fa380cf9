import { createWebFiles, type WebSource } from '../base/files/web-files.js';
import { createWebMachine } from '../simulation/web-machine.js';
import { webRunStore } from './web-run-store.js';
import { Workbench } from './workbench.js';

/** Options of `createWorkbench`. */
export interface WebWorkbenchOptions {
  /** Files by name that surveys may name, such as those that a user dropped; absent: none. */
  sources?: ReadonlyMap<string, WebSource>;
  /** Folder in which each run gets a folder, such as one of OPFS; absent: runs are kept in memory. */
  runs?: FileSystemDirectoryHandle;
}

/** A workbench in a page or, better, in a worker of it. */
export function createWorkbench({ sources = new Map(), runs }: WebWorkbenchOptions = {}): Workbench {
  const machine = createWebMachine(createWebFiles({ sources }));
  return new Workbench({ machine, folder: '.', runs: webRunStore(sources, runs) });
}

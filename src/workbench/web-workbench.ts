import { createWebFiles, type WebFiles, type WebSource } from '../base/files/web-files.js';
import { createWebMachine } from '../simulation/web-machine.js';
import { webRunStore } from './web-run-store.js';
import { Workbench } from './workbench.js';

/** Options of `createWorkbench`. */
export interface WebWorkbenchOptions {
  /** Files by name that surveys may name; others can be added. */
  sources?: ReadonlyMap<string, WebSource>;
  /** Folder in which each run gets a folder, such as one of OPFS; absent: runs are kept in memory. */
  runs?: FileSystemDirectoryHandle;
}

/** A workbench in a page or, better, in a worker of it. */
export class WebWorkbench extends Workbench {
  private readonly files: WebFiles;
  private readonly sources: Map<string, WebSource>;

  constructor({ sources = new Map(), runs }: WebWorkbenchOptions) {
    const own = new Map(sources);
    const files = createWebFiles({ sources: own });
    super({ machine: createWebMachine(files), folder: '.', runs: webRunStore(own, runs) });
    this.files = files;
    this.sources = own;
  }

  /** Adds a file that surveys may name, in place of one of the same name, such as one that a user dropped. */
  async addSource(name: string, source: WebSource): Promise<void> {
    this.sources.set(name, source);
    this.files.add(name, source);
    await this.forget(name);
  }

  /** Removes a file that was added; surveys cannot name it any more. */
  async removeSource(name: string): Promise<void> {
    this.sources.delete(name);
    this.files.drop(name);
    await this.forget(name);
  }
}

/** Creates a workbench in a page or, better, in a worker of it. */
export const createWorkbench = (options: WebWorkbenchOptions = {}): WebWorkbench => new WebWorkbench(options);

import { stat } from 'node:fs/promises';
import { relativePath } from '../base/files/paths.js';
import type { NodeWorkbench } from '../workbench/node-workbench.js';
import { RegularLook } from './regular-look.js';

/** Milliseconds between two looks at files while somebody listens for changes. */
const LOOK_EVERY_MS = 1000;
/** Most files that are looked at, in the order in which they were read; and at the same time. */
const FILES_MAX = 1000;
const AT_ONCE = 32;
/** State of a file that does not exist. */
const GONE = 'gone';

/** A change of a file that the survey reads. */
export interface FileChange {
  /** From the survey's folder, with `/` between names. */
  path: string;
  isThere: boolean;
}

type Listener = (changes: readonly FileChange[]) => void;

/** The files that the survey and its scene were read from, which other programs may change. */
export class WatchedFiles {
  private readonly workbench: Pick<NodeWorkbench, 'bench' | 'folder' | 'added'>;
  private readonly looks = new RegularLook<readonly FileChange[]>(() => this.look(), LOOK_EVERY_MS);
  /** State of each file when it was last read or reported, and of files whose writing may not have ended. */
  private known = new Map<string, string>();
  private changing = new Map<string, string>();
  private isLooking = false;

  constructor(workbench: Pick<NodeWorkbench, 'bench' | 'folder' | 'added'>) {
    this.workbench = workbench;
  }

  /** Calls `listener` with each change, once the workbench has forgotten the file, until the result is called. */
  onChange(listener: Listener): () => void {
    return this.looks.onChange(listener);
  }

  /** Reports the files that have changed since the last look but one, and not since the last. */
  private async look(): Promise<void> {
    const { bench } = this.workbench;
    // A run ends with the files that it began with.
    if (this.isLooking || bench.running.size > 0) return;
    this.isLooking = true;
    try {
      const changes = this.compare(await this.factsOf([...bench.filesInUse()].slice(0, FILES_MAX)));
      for (const { path } of changes) await bench.forget(path);
      if (changes.length > 0) this.looks.notify(changes);
    } finally {
      this.isLooking = false;
    }
  }

  /** The changes that rest. A file that is seen for the first time has just been read. */
  private compare(seen: ReadonlyMap<string, string>): FileChange[] {
    const changes: FileChange[] = [];
    const [known, changing] = [new Map<string, string>(), new Map<string, string>()];
    for (const [path, facts] of seen) {
      const before = this.known.get(path) ?? facts;
      const rests = this.changing.get(path) === facts;
      known.set(path, rests ? facts : before);
      if (facts === before) continue;
      if (rests) changes.push({ path: relativePath(this.workbench.folder, path), isThere: facts !== GONE });
      else changing.set(path, facts);
    }
    this.known = known;
    this.changing = changing;
    return changes;
  }

  private async factsOf(paths: readonly string[]): Promise<Map<string, string>> {
    const { folder, added } = this.workbench;
    const seen = new Map<string, string>();
    for (let first = 0; first < paths.length; first += AT_ONCE) {
      const some = paths.slice(first, first + AT_ONCE);
      const facts = await Promise.all(some.map((path) => factsOf(path, `${added}/${relativePath(folder, path)}`)));
      for (const [k, path] of some.entries()) seen.set(path, facts[k]);
    }
    return seen;
  }
}

/** Signature of a file's state; `over`: a file of the page in its place, if there is one. */
async function factsOf(path: string, over: string): Promise<string> {
  const found = await stat(over)
    .catch(() => stat(path))
    .catch(() => undefined);
  return found ? [found.mtimeMs, found.ctimeMs, found.size, found.ino].join(' ') : GONE;
}

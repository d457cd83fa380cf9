import type { OpenedCloud } from '../io/opened/opened-cloud.js';
import { CLOUD_FILE } from './run-files.js';
import type { Place, RunStore } from './run-store.js';

/** A cloud of the workbench: that of a run, or a file. */
export type CloudId = { run: string } | { file: string };

const keyOf = (id: CloudId): string => ('run' in id ? `run ${id.run}` : `file ${id.file}`);

/** The clouds that a page looks at, each opened once. */
export class Clouds {
  private readonly runs: RunStore;
  private readonly files: () => Place;
  private readonly opened = new Map<string, Promise<OpenedCloud>>();

  /** `files`: the place of a user's own clouds. */
  constructor(runs: RunStore, files: () => Place) {
    this.runs = runs;
    this.files = files;
  }

  /** Throws UserError if it is not there, or is no cloud. */
  open(id: CloudId): Promise<OpenedCloud> {
    const key = keyOf(id);
    const known = this.opened.get(key);
    if (known) return known;
    const opening = this.openNew(id);
    this.opened.set(key, opening);
    opening.catch(() => this.opened.delete(key));
    return opening;
  }

  /** Forgets a cloud that is removed or changed. */
  async forget(id: CloudId): Promise<void> {
    const known = this.opened.get(keyOf(id));
    this.opened.delete(keyOf(id));
    await (await known?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    const all = [...this.opened.values()];
    this.opened.clear();
    for (const cloud of all) await (await cloud.catch(() => undefined))?.close();
  }

  private async openNew(id: CloudId): Promise<OpenedCloud> {
    const { files, folder } = 'run' in id ? await this.runs.open(id.run) : this.files();
    const { openCloud } = await import('../io/opened/open-cloud.js');
    return openCloud(files.resolve(folder, 'run' in id ? CLOUD_FILE : id.file), { files, metres: true });
  }
}

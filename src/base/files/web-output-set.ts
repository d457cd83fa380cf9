import { invariant } from '../errors.js';
import type { OutputFile, OutputSet } from './files.js';
import { outputFault } from './output-fault.js';

/** The files of a page as a set needs them. */
export interface WebSetPlace {
  /** Path without `.` and `..`. */
  nameOf(path: string): string;
  create(path: string): Promise<OutputFile>;
  remove(path: string): Promise<void>;
  /** Saves the state of `path`; the result restores it. */
  keep(path: string): Promise<() => Promise<void>>;
}

/**
 * A set of files of a page. They are finished one after the other when all are complete; a browser has no way to rename
 * several at once. After a failure the files in memory are as before; new files in a folder are removed, but replaced
 * ones are lost.
 */
export class WebOutputSet implements OutputSet {
  private readonly place: WebSetPlace;
  private readonly files = new Map<string, OutputFile>();
  private readonly removed: string[] = [];
  private ended = false;

  constructor(place: WebSetPlace) {
    this.place = place;
  }

  async create(path: string): Promise<OutputFile> {
    invariant(!this.ended, 'the set is not finished');
    const name = this.place.nameOf(path);
    const other = this.files.get(name);
    if (other) throw outputFault(path, `it leads to the same file as ${other.path}`, 'choose another name');
    const file = await this.place.create(path);
    this.files.set(name, file);
    return {
      path,
      get size() {
        return file.size;
      },
      append: (bytes) => file.append(bytes),
      writeAt: (bytes, position) => file.writeAt(bytes, position),
      openScratch: () => file.openScratch(),
      commit: () => Promise.resolve(),
      abort: () => file.abort(),
    };
  }

  async remove(path: string): Promise<void> {
    this.removed.push(path);
  }

  async commit(): Promise<void> {
    this.ended = true;
    const restore: (() => Promise<void>)[] = [];
    try {
      for (const file of this.files.values()) {
        restore.push(await this.place.keep(file.path));
        await file.commit();
      }
    } catch (error) {
      await this.discard();
      for (const back of restore) await back().catch(() => {});
      throw error;
    }
    for (const path of this.removed) await this.place.remove(path).catch(() => {});
  }

  async abort(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    await this.discard();
  }

  private async discard(): Promise<void> {
    for (const file of this.files.values()) await file.abort();
  }
}

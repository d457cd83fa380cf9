import { errorCode } from './file-error.js';
import { FileAccessError, type Files } from './files.js';
import { outputFault } from './output-fault.js';
import { dirname, isInside } from './paths.js';

/** Folders that files are confined to, absolute; each must exist. */
export interface Confinement {
  /** Folders in and below which files are read. */
  read: readonly string[];
  /** The folder below which files are written; absent: none are. */
  write?: string;
}

/**
 * The same files, confined to some folders and below for reading and writing, even against paths, links or folder links
 * that lead elsewhere. Paths outside are not even examined, unless a link inside leads to them. Throws the error of
 * `files.realPath` if a folder does not exist.
 */
export async function confineFiles(files: Files, { read, write }: Confinement): Promise<Files> {
  const readable = await FolderBounds.of(files, write === undefined ? read : [...read, write]);
  const writable = await FolderBounds.of(files, write === undefined ? [] : [write]);
  const demandRead = async (path: string) => {
    if (!(await readable.hold(path))) throw outside(read);
  };
  const demandWrite = async (path: string) => {
    if (await writable.hold(path)) return;
    throw outputFault(path, 'it lies outside of the folder of the outputs', 'name a file in it or below, without ".."');
  };
  const guarded =
    <Rest extends unknown[], Result>(
      demand: (path: string) => Promise<void>,
      call: (path: string, ...rest: Rest) => Promise<Result>,
    ) =>
    async (path: string, ...rest: Rest): Promise<Result> => {
      await demand(path);
      return call(path, ...rest);
    };
  return {
    get folder() {
      return files.folder;
    },
    isAbsolute: (path) => files.isAbsolute(path),
    resolve: (folder, path) => files.resolve(folder, path),
    realPath: guarded(demandRead, files.realPath.bind(files)),
    stat: guarded(demandRead, files.stat.bind(files)),
    read: guarded(demandRead, files.read.bind(files)),
    open: guarded(demandRead, files.open.bind(files)),
    list: guarded(demandRead, files.list.bind(files)),
    taken: guarded(demandRead, files.taken.bind(files)),
    // Never throws for paths outside, since paths are compared before they are read or written.
    identify: async (path) => ((await readable.hold(path)) ? files.identify(path) : files.resolve(files.folder, path)),
    checkOutput: async (path, options) => {
      // If nothing is written, the only possible answer is whether the path would lie inside.
      if (write === undefined && (await readable.hold(path))) return;
      await demandWrite(path);
      await files.checkOutput(path, options);
    },
    create: guarded(demandWrite, files.create.bind(files)),
    remove: guarded(demandWrite, files.remove.bind(files)),
    removeFolder: guarded(demandWrite, files.removeFolder.bind(files)),
    openSet: (options) => {
      const set = files.openSet(options);
      return {
        create: guarded(demandWrite, set.create.bind(set)),
        remove: guarded(demandWrite, set.remove.bind(set)),
        commit: () => set.commit(),
        abort: () => set.abort(),
      };
    },
    recover: async (folders, log) => {
      const own: string[] = [];
      for (const folder of folders) if (await writable.hold(folder)) own.push(folder);
      await files.recover(own, log);
    },
  };
}

/** Folders and their contents. */
export class FolderBounds {
  private readonly files: Files;
  /** The folders as given, and with all links resolved. */
  private readonly named: readonly string[];
  private readonly real: readonly string[];

  private constructor(files: Files, named: readonly string[], real: readonly string[]) {
    this.files = files;
    this.named = named;
    this.real = real;
  }

  /** Throws the error of `files.realPath` if a folder does not exist. */
  static async of(files: Files, folders: readonly string[]): Promise<FolderBounds> {
    const named = folders.map((folder) => files.resolve(files.folder, folder));
    return new FolderBounds(files, named, await Promise.all(named.map((folder) => files.realPath(folder))));
  }

  /**
   * Whether `path`, with all links followed, is one of the folders or below; for a missing file, whether it would be.
   */
  async hold(path: string): Promise<boolean> {
    if (path.includes('\0')) return false;
    const target = this.files.resolve(this.files.folder, path);
    // Asking the system about files elsewhere might wake a server, or reveal whether they exist.
    if (!within([...this.named, ...this.real], target)) return false;
    return within(this.real, await this.realPathOf(target));
  }

  /** The real path of a path, whose last parts may not exist. */
  private async realPathOf(path: string): Promise<string> {
    try {
      return await this.files.realPath(path);
    } catch (error) {
      const parent = dirname(path);
      if (errorCode(error) !== 'ENOENT' || parent === path) return '';
      return this.realPathOf(parent);
    }
  }
}

const within = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => path === folder || isInside(folder, path));

const outside = (folders: readonly string[]) =>
  new FileAccessError('EOUTSIDE', `it lies outside of ${folders[0] ?? 'the folder'}, below which files may be read`);

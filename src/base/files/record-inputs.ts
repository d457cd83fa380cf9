import type { Files } from './files.js';
import { refuseInput } from './refuse-input.js';

/** Files that record the paths read through them. */
export interface RecordingFiles extends Files {
  /** Paths of all files read so far. */
  readonly inputs: ReadonlySet<string>;
}

export const isRecording = (files: Files): files is RecordingFiles => 'inputs' in files;

/**
 * The same files, which record the paths read through them, and refuse to replace these by `create`. `inputs` is the
 * set to add to; absent: a new one.
 */
export function recordInputs(files: Files, inputs: Set<string> = new Set()): RecordingFiles {
  return {
    inputs,
    get folder() {
      return files.folder;
    },
    isAbsolute: (path) => files.isAbsolute(path),
    resolve: (folder, path) => files.resolve(folder, path),
    realPath: (path) => files.realPath(path),
    stat: (path) => files.stat(path),
    read: (path) => {
      inputs.add(files.resolve(files.folder, path));
      return files.read(path);
    },
    open: (path) => {
      inputs.add(files.resolve(files.folder, path));
      return files.open(path);
    },
    list: (folder) => files.list(folder),
    taken: (folder) => files.taken(folder),
    identify: (path) => files.identify(path),
    checkOutput: (path, options) => files.checkOutput(path, options),
    create: async (path, options) => {
      if (options?.force) await refuseInput(files, path, inputs);
      return files.create(path, options);
    },
    remove: (path) => files.remove(path),
    removeFolder: (path) => files.removeFolder(path),
    openSet: (options) => files.openSet(options),
    recover: (folders, log) => files.recover(folders, log),
  };
}

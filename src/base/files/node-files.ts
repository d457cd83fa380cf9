import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath, rmdir, stat, unlink } from 'node:fs/promises';
import {
  type CreateOptions,
  FileAccessError,
  type FileInfo,
  type Files,
  type InputFile,
  type OutputSetOptions,
} from './files.js';
import { AtomicFile } from './node-atomic-file.js';
import { identify } from './node-identify.js';
import { checkOutputPath } from './node-output-path.js';
import { NodeOutputSet } from './node-output-set.js';
import { nodePaths, slashes } from './node-paths.js';
import { recoverOutputs } from './node-recover-outputs.js';

/** The files of this machine. */
export const nodeFiles: Files = Object.freeze({
  get folder() {
    return nodePaths.folder;
  },
  isAbsolute: nodePaths.isAbsolute,
  resolve: nodePaths.resolve,
  realPath: async (path: string) => slashes(await realpath(path)),
  stat: async (path: string) => infoOf(await stat(path)),
  read: readRegular,
  open: (path: string) => NodeInputFile.open(path),
  list: (folder: string) => readdir(folder),
  taken: (folder: string) => readdir(folder),
  identify,
  checkOutput: checkOutputPath,
  create: (path: string, options?: CreateOptions) => AtomicFile.create(path, options),
  remove: unlink,
  removeFolder: rmdir,
  openSet: (options?: OutputSetOptions) => new NodeOutputSet(options),
  recover: recoverOutputs,
});

/** The used part of Node's own. */
interface Stats {
  isFile(): boolean;
  isDirectory(): boolean;
  size: number;
}

/** Converts Node's file information. */
export function infoOf(stats: Stats): FileInfo {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  return { kind, size: stats.size };
}

/**
 * The bytes of a regular file, as many as it had when it was opened. Reading a pipe or a device could block, or never
 * end.
 */
async function readRegular(path: string): Promise<Uint8Array> {
  const file = await NodeInputFile.open(path);
  try {
    const { kind, size } = file.info;
    if (kind === 'folder') throw new FileAccessError('EISDIR', 'it is a folder');
    if (kind !== 'file') throw new FileAccessError('ENOTFILE', 'it is not a regular file');
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, await file.read(bytes, 0));
  } finally {
    await file.close();
  }
}

class NodeInputFile implements InputFile {
  readonly info: FileInfo;
  private readonly handle: FileHandle;

  private constructor(handle: FileHandle, info: FileInfo) {
    this.handle = handle;
    this.info = info;
  }

  static async open(path: string): Promise<NodeInputFile> {
    // Without waiting, so that a pipe without a writer does not block the program.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return new NodeInputFile(handle, infoOf(await handle.stat()));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await this.handle.read(target, done, target.length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { invariant } from '../errors.js';
import { fileError } from './file-error.js';
import type { ScratchFile } from './files.js';
import { nodePaths } from './node-paths.js';

/** A scratch file of a disk. It loses its name as soon as it is open, so that nothing of it outlives the process. */
export class NodeScratchFile implements ScratchFile {
  /** The path of the output, which messages name. */
  private readonly path: string;
  private readonly handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.handle = handle;
  }

  /** Opens one for the output at `path`, beside its file of the name `temporaryPath`. Throws UserError if that fails. */
  static async open(path: string, temporaryPath: string): Promise<NodeScratchFile> {
    const name = `${temporaryPath}-${randomBytes(6).toString('hex')}.tmp`;
    try {
      const handle = await open(name, 'wx+');
      await unlink(name);
      return new NodeScratchFile(path, handle);
    } catch (error) {
      throw fileError(nodePaths, 'write', path, error);
    }
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  async read(target: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await this.handle.read(target, done, target.length - done, position + done);
      invariant(bytesRead > 0, 'a scratch file is read where it was written');
      done += bytesRead;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

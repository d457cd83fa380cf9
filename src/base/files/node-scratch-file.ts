import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../errors.js';
import { fileError } from './file-error.js';
import type { ScratchFile } from './files.js';
import { nodePaths } from './node-paths.js';
import { processTag } from './node-process-tag.js';

/** A file without a name: the system removes it when it is closed, or its program ends. */
export class NodeScratchFile implements ScratchFile {
  /** The output for which it is used, which messages name. */
  private readonly path: string;
  private readonly handle: FileHandle;
  private size = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.handle = handle;
  }

  /** An empty one in `folder`, for the output at `path`. Throws UserError if it cannot be made. */
  static async create(path: string, folder: string): Promise<NodeScratchFile> {
    const name = join(folder, `.subray-${processTag()}-${randomBytes(6).toString('hex')}.scratch`);
    try {
      const handle = await open(name, 'wx+', 0o600);
      await unlink(name);
      return new NodeScratchFile(path, handle);
    } catch (error) {
      throw fileError(nodePaths, 'write', path, error);
    }
  }

  async append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    try {
      for (let done = 0; done < bytes.length; )
        done += (await this.handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    } catch (error) {
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  async read(target: Uint8Array, position: number): Promise<void> {
    invariant(position + target.length <= this.size, 'what is read was written');
    try {
      for (let done = 0; done < target.length; ) {
        const { bytesRead } = await this.handle.read(target, done, target.length - done, position + done);
        invariant(bytesRead > 0, 'a file without a name keeps its length');
        done += bytesRead;
      }
    } catch (error) {
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { invariant, UserError } from '../errors.js';
import { fileError } from './file-error.js';
import type { ScratchFile } from './files.js';
import { nodePaths } from './node-paths.js';

/** A scratch file on disk. It loses its name as soon as it is open, so that nothing of it outlives the process. */
export class NodeScratchFile implements ScratchFile {
  /** The path of the output, for messages. */
  private readonly path: string;
  private readonly handle: FileHandle;
  private readonly hint: string | undefined;

  private constructor(path: string, handle: FileHandle, hint?: string) {
    this.path = path;
    this.handle = handle;
    this.hint = hint;
  }

  /**
   * Opens a scratch file for the output at `path`, beside its file of the name `temporaryPath`. `hint` is the advice in
   * its errors; absent: that of outputs. Throws UserError if that fails.
   */
  static async open(path: string, temporaryPath: string, hint?: string): Promise<NodeScratchFile> {
    const name = `${temporaryPath}-${randomBytes(6).toString('hex')}.tmp`;
    try {
      const handle = await open(name, 'wx+');
      await unlink(name);
      return new NodeScratchFile(path, handle, hint);
    } catch (error) {
      throw fault(path, error, hint);
    }
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw fault(this.path, error, this.hint);
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

/** The UserError for an error of the system, with this advice. */
function fault(path: string, error: unknown, hint: string | undefined): unknown {
  const usual = fileError(nodePaths, 'write', path, error);
  if (hint === undefined || !(usual instanceof UserError)) return usual;
  return new UserError(usual.message, { place: usual.place, hint, cause: usual.cause });
}

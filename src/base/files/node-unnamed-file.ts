import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { errorCode, fileError } from './file-error.js';
import type { ScratchFile } from './files.js';
import { nodePaths } from './node-paths.js';
import { NodeScratchFile } from './node-scratch-file.js';

/** The used part of a file handle; tests pass handles that fail. */
export type OutputHandle = Pick<FileHandle, 'write' | 'sync' | 'close'> & Partial<Pick<FileHandle, 'truncate'>>;

/** Appended bytes that are flushed to the device meanwhile, so that the last flush is short. */
const FLUSHED_BYTES = 32 << 20;

/** A file being written under a temporary name. */
export class UnnamedFile {
  /** The final path, for messages. */
  readonly path: string;
  readonly temporaryPath: string;
  /** Bytes appended so far. */
  size = 0;
  private readonly handle: OutputHandle;
  private readonly scratch: NodeScratchFile[] = [];
  private open = true;
  /** Bytes for which no flush has started. */
  private unflushed = 0;
  private flushing: Promise<void> | undefined;
  /** The error of a flush; the system reports it once. */
  private fault: unknown;

  constructor(path: string, temporaryPath: string, handle: OutputHandle) {
    this.path = path;
    this.temporaryPath = temporaryPath;
    this.handle = handle;
  }

  /** Adds `bytes` at the end; they must not change until it resolves. */
  async append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    await this.writeAt(bytes, position);
    this.unflushed += bytes.length;
    if (this.unflushed >= FLUSHED_BYTES && !this.flushing) this.flush();
  }

  /** Removes the bytes behind the first `size`, including those of a failed `append`. */
  async cut(size: number): Promise<void> {
    this.size = size;
    await this.handle.truncate?.(size);
  }

  /** Overwrites the bytes at `position` with `bytes`; the size stays the same. */
  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    try {
      // A system call may write fewer bytes than requested.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  /** Opens a scratch file that is closed with this one. */
  async openScratch(): Promise<ScratchFile> {
    const scratch = await NodeScratchFile.open(this.path, this.temporaryPath);
    this.scratch.push(scratch);
    return scratch;
  }

  /** Flushes the file to the device and closes it. */
  async seal(): Promise<void> {
    await this.flushing;
    if (this.fault !== undefined) throw this.fault;
    await this.handle.sync().catch(ignoreUnsupportedSync);
    await this.close();
  }

  /** Removes the file, sealed or not. Does nothing when called again. */
  async discard(): Promise<void> {
    await this.close().catch(() => {});
    await unlink(this.temporaryPath).catch(() => {});
  }

  /** Starts to flush the appended bytes. */
  private flush(): void {
    this.unflushed = 0;
    this.flushing = this.handle
      .sync()
      .catch(ignoreUnsupportedSync)
      .catch((error: unknown) => {
        this.fault ??= error;
      })
      .finally(() => {
        this.flushing = undefined;
      });
  }

  private async close(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await this.flushing;
    for (const scratch of this.scratch) await scratch.close().catch(() => {});
    await this.handle.close();
  }
}

/**
 * Makes new names in a folder survive a power cut; Windows and some network file systems cannot and need not do this.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}

/** Pipes, devices and some mounted file systems do not support fsync. */
function ignoreUnsupportedSync(error: unknown): void {
  if (errorCode(error) !== 'EINVAL' && errorCode(error) !== 'ENOTSUP') throw error;
}

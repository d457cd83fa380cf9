/*
 * A file that is created whole or not at all. It is written under a temporary name in the final folder (same file
 * system, so that the last step is one rename), flushed to the device, and only then given its final name. A crash
 * leaves the temporary file, never a half-written one under the final name. The temporary name contains the process id
 * and random digits and is opened exclusively, so two processes that write the same path never share a file.
 */
import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { type FileHandle, link, open, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode, fileError } from './file-error.js';
import type { CreateOptions, OutputFile } from './files.js';
import { checkOutputPath } from './node-output-path.js';
import { nodePaths } from './node-paths.js';

/** The used part of a file handle; tests pass handles that fail. */
export type OutputHandle = Pick<FileHandle, 'write' | 'sync' | 'close'>;

export interface AtomicFileOptions extends CreateOptions {
  /** Opens the temporary file exclusively; default: Node's own `open`. */
  openTemporary?: (path: string) => Promise<OutputHandle>;
}

/** Bytes of the final name repeated in the temporary one: most file systems limit names to 255 bytes. */
const NAME_KEPT = 60;

/** Temporary files of this process that have been neither renamed nor removed. */
const unfinished = new Set<string>();

/** Removes the temporary files of this process, for one that ends before its files are finished or aborted. */
export function removeTemporaryFiles(): void {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // Already removed.
    }
  }
  unfinished.clear();
}

export class AtomicFile implements OutputFile {
  readonly path: string;
  readonly temporaryPath: string;
  /** Bytes appended so far. */
  size = 0;
  /** The file to be replaced, behind any symbolic link. */
  private readonly target: string;
  private readonly handle: OutputHandle;
  private readonly force: boolean;
  private open = true;

  private constructor(path: string, target: string, temporaryPath: string, handle: OutputHandle, force: boolean) {
    this.path = path;
    this.target = target;
    this.temporaryPath = temporaryPath;
    this.handle = handle;
    this.force = force;
    unfinished.add(temporaryPath);
  }

  /**
   * Creates an empty file with the final name `path`. Throws UserError if it cannot be written (see checkOutputPath).
   */
  static async create(path: string, options: AtomicFileOptions = {}): Promise<AtomicFile> {
    const force = options.force ?? false;
    await checkOutputPath(path, { force });
    const target = await realpath(path).catch(() => resolve(path));
    const temporaryPath = join(dirname(target), temporaryName(basename(target)));
    const openTemporary = options.openTemporary ?? ((name: string) => open(name, 'wx'));
    try {
      return new AtomicFile(path, target, temporaryPath, await openTemporary(temporaryPath), force);
    } catch (error) {
      throw fileError(nodePaths, 'write', path, error);
    }
  }

  /** Adds `bytes` at the end; they must not change until it resolves. */
  async append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    await this.writeAt(bytes, position);
  }

  /** Overwrites the bytes at `position` with `bytes`; the size stays the same. */
  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    try {
      // A system call may write fewer bytes than it was given.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  /** Flushes the file to the device and gives it its final name. On failure, nothing is left behind. */
  async commit(): Promise<void> {
    try {
      await this.handle.sync().catch(ignoreUnsupportedSync);
      await this.close();
      await this.takeFinalName();
      unfinished.delete(this.temporaryPath);
      await syncFolder(dirname(this.target));
    } catch (error) {
      await this.abort();
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  /** Removes the temporary file. Does nothing after commit or when called again. */
  async abort(): Promise<void> {
    await this.close().catch(() => {});
    await unlink(this.temporaryPath).catch(() => {});
    unfinished.delete(this.temporaryPath);
  }

  private async close(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await this.handle.close();
  }

  private async takeFinalName(): Promise<void> {
    if (this.force) return rename(this.temporaryPath, this.target);
    // Unlike rename, link fails if another process has created the file in the meantime.
    try {
      await link(this.temporaryPath, this.target);
    } catch {
      // Or if the file system has no links.
      await checkOutputPath(this.path);
      return rename(this.temporaryPath, this.target);
    }
    await unlink(this.temporaryPath);
  }
}

function temporaryName(name: string): string {
  const kept = Buffer.from(name).subarray(0, NAME_KEPT).toString().replaceAll('\ufffd', '');
  return `.${kept}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
}

/** Makes the new name survive a power cut; Windows and some network file systems cannot and need not do this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}

/** Pipes, devices and some mounted file systems do not support fsync. */
function ignoreUnsupportedSync(error: unknown): void {
  if (errorCode(error) !== 'EINVAL' && errorCode(error) !== 'ENOTSUP') throw error;
}

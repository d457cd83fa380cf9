/*
 * A file that is created whole or not at all. It is written under a temporary name in the final folder (same file
 * system, so that the last step is one rename), flushed to the device, and only then given its final name. A crash
 * leaves the temporary file, never a half-written one under the final name. The temporary name contains the process and
 * random digits and is opened exclusively, so two processes that write the same path never share a file, and the next
 * process that writes the same path recognises and removes those of dead processes.
 */
import { randomBytes } from 'node:crypto';
import { link, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileError } from './file-error.js';
import type { CreateOptions, OutputFile } from './files.js';
import { checkOutputPath } from './node-output-path.js';
import { nodePaths } from './node-paths.js';
import { processState, processTag, TAG_FORM } from './node-process-tag.js';
import { forgetTemporary, noteTemporary } from './node-temporary.js';
import { type OutputHandle, syncFolder, UnnamedFile } from './node-unnamed-file.js';

export interface AtomicFileOptions extends CreateOptions {
  /** Opens the temporary file exclusively; default: Node's own `open`. */
  openTemporary?: (path: string) => Promise<OutputHandle>;
}

/** Bytes of the final name repeated in the temporary one: most file systems limit names to 255 bytes. */
const NAME_KEPT = 60;

export class AtomicFile extends UnnamedFile implements OutputFile {
  /** The file to be replaced, with symbolic links resolved. */
  private readonly target: string;
  private readonly force: boolean;

  private constructor(path: string, target: string, temporaryPath: string, handle: OutputHandle, force: boolean) {
    super(path, temporaryPath, handle);
    this.target = target;
    this.force = force;
    noteTemporary(temporaryPath);
  }

  /**
   * Creates an empty file with the final name `path`. Throws UserError if it cannot be written (see checkOutputPath).
   */
  static async create(path: string, options: AtomicFileOptions = {}): Promise<AtomicFile> {
    const force = options.force ?? false;
    await checkOutputPath(path, { force });
    const target = await realpath(path).catch(() => resolve(path));
    const start = temporaryStart(basename(target));
    await removeDead(dirname(target), start);
    const temporaryPath = join(dirname(target), `${start}${processTag()}-${randomBytes(6).toString('hex')}.tmp`);
    const openTemporary = options.openTemporary ?? ((name: string) => open(name, 'wx'));
    try {
      return new AtomicFile(path, target, temporaryPath, await openTemporary(temporaryPath), force);
    } catch (error) {
      throw fileError(nodePaths, 'write', path, error);
    }
  }

  /** Flushes the file to the device and gives it its final name. On failure, nothing is left behind. */
  async commit(): Promise<void> {
    try {
      await this.seal();
      await this.takeFinalName();
      forgetTemporary(this.temporaryPath);
      await syncFolder(dirname(this.target));
    } catch (error) {
      await this.abort();
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  /** Removes the temporary file. Does nothing after commit or when called again. */
  async abort(): Promise<void> {
    await this.discard();
    forgetTemporary(this.temporaryPath);
  }

  private async takeFinalName(): Promise<void> {
    if (this.force) return rename(this.temporaryPath, this.target);
    // Unlike rename, link fails if another process has created the file in the meantime.
    try {
      await link(this.temporaryPath, this.target);
    } catch {
      // The error may also mean that the file system has no links.
      await checkOutputPath(this.path);
      return rename(this.temporaryPath, this.target);
    }
    await unlink(this.temporaryPath);
  }
}

/** Start of the temporary names for `name`. */
function temporaryStart(name: string): string {
  const kept = Buffer.from(name).subarray(0, NAME_KEPT).toString().replaceAll('\ufffd', '');
  return `.${kept}.`;
}

/** Ending of the temporary name of the file itself, or of a scratch file before it lost its name. */
const TEMPORARY_END = new RegExp(`^(${TAG_FORM})-[0-9a-f]{12}\\.tmp(-[0-9a-f]{12}\\.tmp)?$`);

/** Removes the remains of dead processes that wrote the same file. */
async function removeDead(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const tag = name.startsWith(start) ? TEMPORARY_END.exec(name.slice(start.length))?.[1] : undefined;
    if (tag !== undefined && processState(tag) === 'dead') await unlink(join(folder, name)).catch(() => {});
  }
}

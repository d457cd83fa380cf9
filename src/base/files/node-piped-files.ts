/*
 * Standard output as one of the files: `-`. Files that are only appended to are passed on as they come. All others wait
 * in a scratch file until they are complete, since a pipe cannot seek, and the heads of most formats state the number
 * of points that follow.
 */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '../errors.js';
import type { CreateFileOptions, Files, OutputFile, OutputSet, OutputSetOptions, ScratchFile } from './files.js';
import { nodeFiles } from './node-files.js';
import { processTag } from './node-process-tag.js';
import { NodeScratchFile } from './node-scratch-file.js';
import { outputFault } from './output-fault.js';
import { outputName, STANDARD_OUTPUT } from './standard-output.js';

/** Passes bytes on; resolves when they may change, which a slow reader may delay. Throws if nobody reads. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Bytes passed on at a time: the capacity of a pipe of Linux. */
const PIPE_BYTES = 65_536;
/** Bytes of a complete file read at a time. */
const COPY_BYTES = 1 << 20;

/**
 * The files of this machine with standard output, to which `write` leads, at the path `-`. It behaves like any file,
 * except that it must be the only one in its set: the reader of a pipe finds no file beside it.
 */
export function pipedFiles(write: WriteBytes): Files {
  const own: Pick<Files, 'identify' | 'checkOutput' | 'create' | 'openSet'> = {
    identify: async (path) => (path === STANDARD_OUTPUT ? path : nodeFiles.identify(path)),
    checkOutput: async (path, options) => {
      if (path !== STANDARD_OUTPUT) await nodeFiles.checkOutput(path, options);
    },
    create: (path, options) =>
      path === STANDARD_OUTPUT ? PipedFile.open(write, options) : nodeFiles.create(path, options),
    openSet: (options) => new PipedSet(write, options),
  };
  return Object.create(nodeFiles, Object.getOwnPropertyDescriptors(own));
}

/** Standard output as a file. Its bytes are passed on as they come, or on commit. */
class PipedFile implements OutputFile {
  readonly path = outputName(STANDARD_OUTPUT);
  readonly blockBytes: number | undefined;
  size = 0;
  private readonly write: WriteBytes;
  /** Scratch file of the waiting bytes; absent: they are passed on at once. */
  private readonly spool: NodeScratchFile | undefined;
  private readonly scratch: NodeScratchFile[] = [];

  private constructor(write: WriteBytes, spool: NodeScratchFile | undefined) {
    this.write = write;
    this.spool = spool;
    this.blockBytes = spool ? undefined : PIPE_BYTES;
    if (spool) this.scratch.push(spool);
  }

  /** Throws UserError if the bytes must wait, and the folder of temporary files cannot hold them. */
  static async open(write: WriteBytes, { appendOnly = false }: CreateFileOptions = {}): Promise<PipedFile> {
    return new PipedFile(write, appendOnly ? undefined : await openTemporary());
  }

  async append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    await (this.spool ? this.spool.write(bytes, position) : this.write(bytes));
  }

  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    invariant(this.spool, 'a file that is only appended to is not written again');
    await this.spool.write(bytes, position);
  }

  async openScratch(): Promise<ScratchFile> {
    const scratch = await openTemporary();
    this.scratch.push(scratch);
    return scratch;
  }

  async commit(): Promise<void> {
    try {
      if (this.spool) await this.send(this.spool);
    } finally {
      await this.abort();
    }
  }

  /** Frees the space on the disk; bytes passed on are gone. */
  async abort(): Promise<void> {
    for (const scratch of this.scratch.splice(0)) await scratch.close().catch(() => {});
  }

  private async send(spool: NodeScratchFile): Promise<void> {
    const part = new Uint8Array(Math.min(COPY_BYTES, this.size));
    for (let done = 0; done < this.size; done += part.length) {
      const bytes = part.subarray(0, this.size - done);
      await spool.read(bytes, done);
      await this.write(bytes);
    }
  }
}

/** A file without a name in the folder of temporary files (`TMPDIR`), which messages name. */
const openTemporary = (): Promise<NodeScratchFile> =>
  NodeScratchFile.open(
    tmpdir(),
    join(tmpdir(), `subray-${processTag()}-${randomBytes(6).toString('hex')}`),
    TEMPORARY_HINT,
  );

/** Windows has another name for the variable. */
const TEMPORARY_HINT = `what goes to standard output waits in this folder until it is complete: set the environment variable ${
  process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
} to a folder with room for all of it, or write to a file`;

/** A set of files, or standard output alone. */
class PipedSet implements OutputSet {
  private readonly write: WriteBytes;
  private readonly others: OutputSet;
  private piped: PipedFile | undefined;

  constructor(write: WriteBytes, options?: OutputSetOptions) {
    this.write = write;
    this.others = nodeFiles.openSet(options);
  }

  async create(path: string, options?: CreateFileOptions): Promise<OutputFile> {
    if (path === STANDARD_OUTPUT) return this.createPiped(options);
    if (this.piped)
      throw outputFault(path, 'it would lie beside standard output, which is one file', 'name a file in place of -');
    return this.others.create(path, options);
  }

  remove(path: string): Promise<void> {
    return this.others.remove(path);
  }

  async commit(): Promise<void> {
    try {
      await this.piped?.commit();
    } catch (error) {
      await this.others.abort();
      throw error;
    }
    await this.others.commit();
  }

  async abort(): Promise<void> {
    await this.piped?.abort();
    await this.others.abort();
  }

  /** A file whose content is complete on its own commit, and passed on by that of the set. */
  private async createPiped(options?: CreateFileOptions): Promise<OutputFile> {
    invariant(!this.piped, 'one file of a set goes to standard output');
    const file = await PipedFile.open(this.write, options);
    this.piped = file;
    return {
      path: file.path,
      blockBytes: file.blockBytes,
      get size() {
        return file.size;
      },
      append: (bytes) => file.append(bytes),
      writeAt: (bytes, position) => file.writeAt(bytes, position),
      openScratch: () => file.openScratch(),
      commit: async () => {},
      abort: () => file.abort(),
    };
  }
}

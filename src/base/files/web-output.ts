import { UserError } from '../errors.js';
import type { OutputFile, ScratchFile } from './files.js';

/** The destination of an output's bytes, both before and after it is complete. */
export interface WebTarget {
  exists(): Promise<boolean>;
  begin(): Promise<WebSink>;
  remove(): Promise<void>;
}

/** Takes the bytes of one file. */
interface WebSink {
  write(bytes: Uint8Array, position: number): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/** An output of a page. */
export class WebOutputFile implements OutputFile {
  readonly path: string;
  size = 0;
  private readonly sink: WebSink;
  private open = true;

  private constructor(path: string, sink: WebSink) {
    this.path = path;
    this.sink = sink;
  }

  static async create(path: string, target: WebTarget): Promise<WebOutputFile> {
    return new WebOutputFile(path, await attempt(path, () => target.begin()));
  }

  async append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    await this.writeAt(bytes, position);
  }

  writeAt(bytes: Uint8Array, position: number): Promise<void> {
    return attempt(this.path, () => this.sink.write(bytes, position));
  }

  /** A scratch file in memory: a page has no files without a name. */
  async openScratch(): Promise<ScratchFile> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (bytes, position) => copyInto(parts, bytes, position),
      read: async (target, position) => copyFrom(parts, target, position),
    };
  }

  async commit(): Promise<void> {
    this.open = false;
    try {
      await attempt(this.path, () => this.sink.commit());
    } catch (error) {
      await this.sink.abort().catch(() => {});
      throw error;
    }
  }

  async abort(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await this.sink.abort().catch(() => {});
  }
}

/** A page's refusals (no permission, no space) are user errors too. */
async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new UserError(`cannot write: ${error.message}`, {
      place: { file: path },
      hint: 'choose another folder, or allow the page to write to this one',
      cause: error,
    });
  }
}

/** Size of a part of an output in memory: a Blob takes its parts without copying, and may move them to the disk. */
const PART_BYTES = 1 << 22;

/** Keeps outputs in a map, by name. */
export class MemoryTarget implements WebTarget {
  private readonly outputs: Map<string, Blob>;
  private readonly name: string;

  constructor(outputs: Map<string, Blob>, name: string) {
    this.outputs = outputs;
    this.name = name;
  }

  exists(): Promise<boolean> {
    return Promise.resolve(this.outputs.has(this.name));
  }

  begin(): Promise<WebSink> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    return Promise.resolve({
      write: async (bytes, position) => copyInto(parts, bytes, position),
      commit: async () => void this.outputs.set(this.name, new Blob(parts)),
      abort: async () => void parts.splice(0),
    });
  }

  remove(): Promise<void> {
    this.outputs.delete(this.name);
    return Promise.resolve();
  }
}

/** Writes `bytes` at `position` of the concatenated parts; all but the last have PART_BYTES. */
function copyInto(parts: Uint8Array<ArrayBuffer>[], bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const [number, at] = [Math.floor((position + done) / PART_BYTES), (position + done) % PART_BYTES];
    const count = Math.min(bytes.length - done, PART_BYTES - at);
    parts[number] = withLength(parts[number], at + count);
    parts[number].set(bytes.subarray(done, done + count), at);
    done += count;
  }
}

/** Fills `target` with the bytes from `position` of the concatenated parts on. */
function copyFrom(parts: readonly Uint8Array[], target: Uint8Array, position: number): void {
  for (let done = 0; done < target.length; ) {
    const [number, at] = [Math.floor((position + done) / PART_BYTES), (position + done) % PART_BYTES];
    const part = parts[number].subarray(at, at + target.length - done);
    target.set(part, done);
    done += part.length;
  }
}

/** `part` with room for at least `length` bytes, and no more than will ever be written. */
function withLength(part: Uint8Array<ArrayBuffer> | undefined, length: number): Uint8Array<ArrayBuffer> {
  if (part === undefined) return new Uint8Array(new ArrayBuffer(PART_BYTES), 0, length);
  return part.length >= length ? part : new Uint8Array(part.buffer, 0, length);
}

/** Writes to a file handle; the old content stays until the new file is complete. */
export class HandleTarget implements WebTarget {
  private readonly find: (create: boolean) => Promise<FileSystemFileHandle>;
  /** Whether the user has chosen this very file, and agreed to replace it. */
  private readonly chosen: boolean;
  private readonly unlink: () => Promise<void>;

  constructor(
    find: (create: boolean) => Promise<FileSystemFileHandle>,
    chosen: boolean,
    unlink: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.find = find;
    this.chosen = chosen;
    this.unlink = unlink;
  }

  /** The file `name` of `root`, in its folder `inner`. */
  static within(root: FileSystemDirectoryHandle, inner: string, name: string): HandleTarget {
    const last = name.slice(name.lastIndexOf('/') + 1);
    const folderOf = (create: boolean) => folderIn(root, inner, create);
    return new HandleTarget(
      async (create) => (await folderOf(create)).getFileHandle(last, { create }),
      false,
      async () => (await folderOf(false)).removeEntry(last),
    );
  }

  /** Names in the folder `inner` of `root`; empty if it is missing. */
  static async namesIn(root: FileSystemDirectoryHandle, inner: string): Promise<string[]> {
    const folder = await folderIn(root, inner, false).catch(() => undefined);
    const names: string[] = [];
    if (folder) for await (const name of folder.keys()) names.push(name);
    return names;
  }

  async exists(): Promise<boolean> {
    if (this.chosen) return false;
    return this.find(false).then(
      () => true,
      () => false,
    );
  }

  async begin(): Promise<WebSink> {
    const existed = await this.exists();
    const handle = await this.find(true);
    const stream = await handle.createWritable();
    return {
      write: (bytes, position) => stream.write({ type: 'write', position, data: bytes as Uint8Array<ArrayBuffer> }),
      commit: () => stream.close(),
      abort: async () => {
        await stream.abort();
        // Requesting the handle has created an empty file.
        if (!existed && !this.chosen) await this.unlink();
      },
    };
  }

  remove(): Promise<void> {
    return this.unlink();
  }
}

async function folderIn(
  root: FileSystemDirectoryHandle,
  inner: string,
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const name of inner === '.' ? [] : inner.split('/')) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

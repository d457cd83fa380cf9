import { AbortedError, UserError } from '../../base/errors.js';
import { errorCode } from '../../base/files/file-error.js';
import { FileAccessError, type Files, type InputFile } from '../../base/files/files.js';
import { gunzip, isGzip, mostBytesIn } from '../../base/files/gunzip.js';
import { basename, dirname, isInside } from '../../base/files/paths.js';
import { textOf } from '../../base/files/text-start.js';
import { SILENT_LOG } from '../../base/log.js';
import { fileFault } from './file-fault.js';
import type { ReadContext } from './read-context.js';
import { BLOCK_BYTES } from './whole-lines.js';

/** A scene file that exists and can be read. */
export interface SceneFile {
  /** Path as the user wrote it. */
  path: string;
  /** Bytes on the disk. */
  size: number;
  /** Compressed by gzip, under any name; readers get its decompressed content. */
  gzip?: true;
}

/**
 * Size of the file at `path`. Throws UserError if it is missing, empty, not a regular file (a folder, a pipe, a device)
 * or not readable.
 */
export async function findSceneFile(files: Files, path: string): Promise<SceneFile> {
  const opened = await openFile(files, path);
  try {
    const { kind, size } = opened.info;
    if (kind !== 'file') throw fileFault(path, kind === 'folder' ? 'is a folder, not a file' : 'is not a regular file');
    if (size === 0) throw fileFault(path, 'the file is empty');
    const start = new Uint8Array(2);
    await opened.read(start, 0);
    return { path, size, ...(isGzip(start) && { gzip: true }) };
  } finally {
    await opened.close();
  }
}

/** The first `count` bytes, or all of a shorter file. Throws UserError for damaged gzip data. */
export async function sceneHead(files: Files, file: SceneFile, count: number): Promise<Uint8Array> {
  if (file.gzip) return collect(new FileBlocks(file, { files, log: SILENT_LOG }), count);
  return readPart(files, file, 0, count);
}

/** `count` bytes from `from` on of a file that is not compressed, fewer at its end. */
export async function readPart(files: Files, file: SceneFile, from: number, count: number): Promise<Uint8Array> {
  const { path, size } = file;
  const part = new Uint8Array(Math.max(0, Math.min(count, size - from)));
  const handle = await openFile(files, path);
  try {
    await readFully(handle, path, part, from);
    return part;
  } finally {
    await handle.close();
  }
}

/**
 * The whole file, decompressed. Throws UserError if it has become shorter, or holds more than `maxBytes` when it is
 * decompressed; AbortedError on the context's signal.
 */
export async function readWhole(file: SceneFile, context: ReadContext, maxBytes?: number): Promise<Uint8Array> {
  if (file.gzip) return collect(new FileBlocks(file, context, maxBytes));
  const whole = new Uint8Array(file.size);
  const handle = await openFile(context.files, file.path);
  try {
    for (let at = 0; at < file.size; at += WHOLE_STEP_BYTES) {
      checkAbort(context);
      await readFully(handle, file.path, whole.subarray(at, at + WHOLE_STEP_BYTES), at);
      report(context, file, Math.min(file.size, at + WHOLE_STEP_BYTES));
    }
  } finally {
    await handle.close();
  }
  return whole;
}

/** The blocks as one array; stops after `count` bytes. */
async function collect(blocks: FileBlocks, count = Infinity): Promise<Uint8Array> {
  let whole = new Uint8Array(Math.min(count, BLOCK_BYTES));
  let filled = 0;
  for await (const block of blocks) {
    const taken = block.subarray(0, count - filled);
    if (filled + taken.length > whole.length) {
      const larger = new Uint8Array(Math.max(2 * whole.length, filled + taken.length));
      larger.set(whole.subarray(0, filled));
      whole = larger;
    }
    whole.set(taken, filled);
    filled += taken.length;
    if (filled >= count) break;
  }
  return whole.slice(0, filled);
}

/** Bytes that `readWhole` reads between two chances to abort. */
const WHOLE_STEP_BYTES = 1 << 25;

/**
 * A file as blocks of 1 MiB, decompressed if it is compressed, for repeated use: each iteration reads it from the
 * start. A block is valid until the next one is requested; the next but one is read meanwhile.
 */
export class FileBlocks implements AsyncIterable<Uint8Array> {
  private readonly file: SceneFile;
  private readonly context: ReadContext;
  private readonly maxBytes: number;

  /** `maxBytes`: limit of the decompressed size. */
  constructor(file: SceneFile, context: ReadContext, maxBytes = mostBytesIn(file.size)) {
    this.file = file;
    this.context = context;
    this.maxBytes = maxBytes;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return this.file.gzip ? gunzip(this.stored(), this.file.path, this.maxBytes) : this.stored();
  }

  /** The bytes on the disk. */
  private async *stored(): AsyncGenerator<Uint8Array> {
    const { path, size } = this.file;
    // A small file has one block of its own size.
    const buffers = [BLOCK_BYTES, size - BLOCK_BYTES].map(
      (bytes) => new Uint8Array(Math.max(0, Math.min(BLOCK_BYTES, size, bytes))),
    );
    const handle = await openFile(this.context.files, path);
    const readBlock = async (number: number): Promise<Uint8Array | undefined> => {
      const at = number * BLOCK_BYTES;
      if (at >= size) return undefined;
      const block = buffers[number & 1].subarray(0, Math.min(BLOCK_BYTES, size - at));
      await readFully(handle, path, block, at);
      return block;
    };
    try {
      let next = readBlock(0);
      for (let number = 1; ; number++) {
        const block = await next;
        if (!block) return;
        checkAbort(this.context);
        next = readBlock(number);
        // A failure is reported when its block is awaited; until then it must not count as unhandled.
        next.catch(() => {});
        yield block;
        report(this.context, this.file, Math.min(size, number * BLOCK_BYTES));
      }
    } finally {
      await handle.close();
    }
  }
}

/**
 * Reads a whole file to which a scene file refers. Only files in the folder of `path`, in `folders` (absolute) and
 * below are read for any `reference`: a scene from elsewhere must not reach the rest of the disk or the network. Throws
 * UserError if it is missing, outside, or larger than `maxBytes`.
 */
export async function readBeside(
  files: Files,
  path: string,
  reference: string,
  maxBytes: number,
  folders?: readonly string[],
): Promise<Uint8Array> {
  const file = await findBeside(files, path, reference, folders);
  if (file.size > maxBytes) throw fileFault(file.path, `has ${file.size} bytes; at most ${maxBytes} are allowed here`);
  return readWhole(file, { files, log: SILENT_LOG }, maxBytes);
}

/** The file to which a scene file refers, as `readBeside` finds it. Throws UserError if it is missing or outside. */
export async function findBeside(
  files: Files,
  path: string,
  reference: string,
  folders: readonly string[] = [],
): Promise<SceneFile> {
  return findSceneFile(files, await resolveBeside(files, path, reference, folders));
}

async function resolveBeside(
  files: Files,
  path: string,
  reference: string,
  folders: readonly string[],
): Promise<string> {
  const folder = dirname(files.resolve(files.folder, path));
  const outside = () =>
    new UserError(`refers to "${reference}", which is outside the file's own folder`, {
      place: { file: path },
      hint: `Put it beside ${basename(path)} and refer to it by its name, or name its folder in scene.modelFolders.`,
    });
  const local = reference.replaceAll('\\', '/');
  if (local.includes('\0') || /^[a-z][a-z0-9+.-]*:/i.test(local) || files.isAbsolute(local)) throw outside();
  const target = files.resolve(folder, local);
  const allowed = [folder, ...folders];
  if (!allowed.some((each) => isInside(each, target))) throw outside();
  // Links may lead out of the folders although their names do not.
  const real = await Promise.all(allowed.map((each) => files.realPath(each).catch(() => each)));
  const realTarget = await files.realPath(target).catch(() => undefined);
  if (realTarget === undefined)
    throw new UserError(`refers to "${reference}", which does not exist`, { place: { file: path } });
  if (!real.some((each) => isInside(each, realTarget))) throw outside();
  return target;
}

async function openFile(files: Files, path: string): Promise<InputFile> {
  try {
    return await files.open(path);
  } catch (cause) {
    const code = errorCode(cause) ?? '';
    const reason = cause instanceof FileAccessError ? cause.message : code || String(cause);
    throw fileFault(path, OPEN_ERRORS[code] ?? `cannot be read (${reason})`);
  }
}

const OPEN_ERRORS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'no permission to read this file',
  EPERM: 'no permission to read this file',
  EISDIR: 'is a folder, not a file',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'there is no such file: the name is too long',
};

async function readFully(handle: InputFile, path: string, target: Uint8Array, position: number): Promise<void> {
  const count = await handle.read(target, position);
  if (count < target.length) throw fileFault(path, 'the file became shorter while it was read');
}

function checkAbort({ signal }: ReadContext): void {
  if (signal?.aborted) throw new AbortedError();
}

function report({ onProgress }: ReadContext, { path, size }: SceneFile, done: number): void {
  onProgress?.({ task: `read ${basename(path)}`, done, total: size, unit: 'bytes' });
}

/** The text of a file of at most `maxBytes`. Throws UserError if it is missing, empty, larger or UTF-16. */
export async function readWholeText(files: Files, path: string, maxBytes: number): Promise<string> {
  const file = await findSceneFile(files, path);
  if (file.size > maxBytes) throw fileFault(path, `has ${file.size} bytes; at most ${maxBytes} are allowed here`);
  return textOf(await readWhole(file, { files, log: SILENT_LOG }, maxBytes), path);
}

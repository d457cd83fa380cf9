import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import { AbortedError, UserError } from '../../base/errors.js';
import { SILENT_LOG } from '../../base/log.js';
import type { ReadContext } from './read-context.js';
import { BLOCK_BYTES } from './whole-lines.js';

/** A scene file that is there and can be read. */
export interface SceneFile {
  /** As the user wrote it. */
  path: string;
  size: number;
}

/**
 * Size of the file at `path`.
 * Throws UserError where it is missing, empty, no plain file (a folder, a pipe, a device) or may not be read.
 */
export async function findSceneFile(path: string): Promise<SceneFile> {
  const handle = await openFile(path);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw fileError(path, stat.isDirectory() ? 'is a folder, not a file' : 'is no plain file');
    if (stat.size === 0) throw fileError(path, 'the file is empty');
    return { path, size: stat.size };
  } finally {
    await handle.close();
  }
}

/** The first `count` bytes, or all of a shorter file. */
export async function readHead({ path, size }: SceneFile, count: number): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(count, size));
  const handle = await openFile(path);
  try {
    await readFully(handle, path, head, 0);
    return head;
  } finally {
    await handle.close();
  }
}

/** The whole file. Throws UserError where it became shorter meanwhile, AbortedError on the context's signal. */
export async function readWhole(file: SceneFile, context: ReadContext): Promise<ArrayBuffer> {
  const whole = new Uint8Array(file.size);
  const handle = await openFile(file.path);
  try {
    for (let at = 0; at < file.size; at += WHOLE_STEP_BYTES) {
      checkAbort(context);
      await readFully(handle, file.path, whole.subarray(at, at + WHOLE_STEP_BYTES), at);
      report(context, file, Math.min(file.size, at + WHOLE_STEP_BYTES));
    }
  } finally {
    await handle.close();
  }
  return whole.buffer;
}

/** Read at once by `readWhole`: between two of them the user can stop it. */
const WHOLE_STEP_BYTES = 1 << 25;

/**
 * A file as blocks of 1 MiB, any number of times over: each iteration reads it from the start. A block is valid until
 * the next one is asked for; the next but one is read meanwhile.
 */
export class FileBlocks implements AsyncIterable<Uint8Array> {
  private readonly file: SceneFile;
  private readonly context: ReadContext;

  constructor(file: SceneFile, context: ReadContext) {
    this.file = file;
    this.context = context;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { path, size } = this.file;
    const buffers = [new Uint8Array(BLOCK_BYTES), new Uint8Array(BLOCK_BYTES)];
    const handle = await openFile(path);
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
        // A failure shows when its block is awaited; until then it is nobody's.
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
 * A file that a scene file refers to, read whole. Only files in the folder of `path` and below are read, whatever
 * `reference` says: a scene from elsewhere must not reach the rest of the disk or the network.
 * Throws UserError where it is missing, outside, or larger than `maxBytes`.
 */
export async function readBeside(path: string, reference: string, maxBytes: number): Promise<ArrayBuffer> {
  const target = await resolveBeside(path, reference);
  const file = await findSceneFile(target);
  if (file.size > maxBytes) throw fileError(target, `has ${file.size} bytes; at most ${maxBytes} are allowed here`);
  return readWhole(file, { log: SILENT_LOG });
}

async function resolveBeside(path: string, reference: string): Promise<string> {
  const folder = dirname(resolve(path));
  const outside = () =>
    new UserError(`refers to «${reference}», which is outside the file's own folder`, {
      place: { file: path },
      hint: `Put it beside ${basename(path)} and refer to it by its name.`,
    });
  const local = reference.replaceAll('\\', '/');
  if (local.includes('\0') || /^[a-z][a-z0-9+.-]*:/i.test(local) || isAbsolute(local)) throw outside();
  const target = resolve(folder, local);
  if (!target.startsWith(folder.endsWith(sep) ? folder : folder + sep)) throw outside();
  // Links may lead out of the folder although their names do not.
  const realFolder = await realpath(folder).catch(() => folder);
  const realTarget = await realpath(target).catch(() => undefined);
  if (realTarget === undefined)
    throw new UserError(`refers to «${reference}», which does not exist`, { place: { file: path } });
  if (!realTarget.startsWith(realFolder.endsWith(sep) ? realFolder : realFolder + sep)) throw outside();
  return target;
}

/** Opens without waiting, so that a pipe nobody writes to does not hold the program. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    throw fileError(path, OPEN_ERRORS[code] ?? `cannot be read (${code || String(cause)})`);
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

async function readFully(handle: FileHandle, path: string, target: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw fileError(path, 'the file became shorter while it was read');
    done += bytesRead;
  }
}

function checkAbort({ signal }: ReadContext): void {
  if (signal?.aborted) throw new AbortedError();
}

function report({ onProgress }: ReadContext, { path, size }: SceneFile, done: number): void {
  onProgress?.({ task: `read ${basename(path)}`, done, total: size, unit: 'bytes' });
}

function fileError(path: string, message: string): UserError {
  return new UserError(message, { place: { file: path } });
}

/** The text of a file of at most `maxBytes`. Throws UserError where it is missing, empty or larger. */
export async function readWholeText(path: string, maxBytes: number): Promise<string> {
  const file = await findSceneFile(path);
  if (file.size > maxBytes) throw fileError(path, `has ${file.size} bytes; at most ${maxBytes} are allowed here`);
  return new TextDecoder().decode(await readWhole(file, { log: SILENT_LOG }));
}

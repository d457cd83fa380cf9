import { UserError } from '../errors.js';
import { describeSystemError } from './file-error.js';
import type { Files } from './files.js';
import { gunzipWhole, isGzip, mostBytesIn } from './gunzip.js';

/** Requirements on a file. */
export interface Wanted {
  /** Name of the file in messages; absent: its path. */
  file?: string;
  /** Description with its article: `a YAML file`. */
  what: string;
  bytesMax: number;
  /** Advice if it is larger. */
  hint?: string;
}

/**
 * The bytes of a regular file of at most `bytesMax`. Kind and size are checked before reading, since a pipe could block
 * and a device never ends. Throws UserError if it cannot be read, is not a regular file or is larger.
 */
export async function readBounded(files: Files, path: string, wanted: Wanted): Promise<Uint8Array> {
  try {
    return await readFileWithin(files, path, wanted);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { file = path } = wanted;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  }
}

/** The same, decompressed if its content is gzip, under any name; `bytesMax` limits both sizes. */
export async function readUnzipped(files: Files, path: string, wanted: Wanted): Promise<Uint8Array> {
  const bytes = await readBounded(files, path, wanted);
  if (!isGzip(bytes)) return bytes;
  return gunzipWhole(bytes, wanted.file ?? path, Math.min(wanted.bytesMax, mostBytesIn(bytes.length)));
}

/**
 * The same as readBounded, but throws the error of `files` if the file cannot be opened or read.
 */
export async function readFileWithin(files: Files, path: string, wanted: Wanted): Promise<Uint8Array> {
  await demandFile(files, path, wanted);
  return files.read(path);
}

/**
 * Throws UserError unless `path` is a regular file of at most `bytesMax`, and the error of `files` if it does not
 * exist.
 */
export async function demandFile(files: Files, path: string, wanted: Wanted): Promise<void> {
  const { file = path, what, bytesMax, hint } = wanted;
  const { kind, size } = await files.stat(path);
  if (kind !== 'file')
    throw new UserError(`found ${kind === 'folder' ? 'a folder' : 'no regular file'}, expected ${what}`, {
      place: { file },
    });
  if (size > bytesMax)
    throw new UserError(`found ${size} bytes, expected ${what} of at most ${bytesMax} bytes`, {
      place: { file },
      hint,
    });
}

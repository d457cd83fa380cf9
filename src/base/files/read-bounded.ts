import { UserError } from '../errors.js';
import { describeSystemError } from './file-error.js';
import type { Files } from './files.js';

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
 * The bytes of a file of at most `bytesMax`. Throws UserError if it cannot be read, is not a regular file or is larger.
 */
export async function readBounded(files: Files, path: string, wanted: Wanted): Promise<Uint8Array> {
  const { file = path } = wanted;
  try {
    await demandFile(files, path, { ...wanted, file });
    return await files.read(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  }
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

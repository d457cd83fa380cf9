import { UserError } from '../errors.js';
import { describeSystemError } from './file-error.js';
import type { Files } from './files.js';

/** What a file is to be. */
export interface Wanted {
  /** What messages call the file; absent: its path. */
  file?: string;
  /** With its article: `a YAML file`. */
  what: string;
  bytesMax: number;
  /** What to do where it is larger. */
  hint?: string;
}

/** The bytes of a file of at most `bytesMax`. Throws UserError where it cannot be read, is no regular file or is larger. */
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

/** Throws UserError where there is no regular file of at most `bytesMax`, and what `files` throws where there is none at all. */
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

import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../../base/errors.js';
import { fileError } from '../../io/file-error.js';

/**
 * The bytes of the file at `path`, which is `what` («an RGL material file») and has at most `bytesMax`. Throws UserError where it
 * cannot be read, is no regular file or is larger.
 */
export async function readBinary(path: string, what: string, bytesMax: number): Promise<Uint8Array> {
  const place = { file: path };
  try {
    const info = await stat(path);
    if (!info.isFile())
      throw new UserError(`found ${info.isDirectory() ? 'a folder' : 'no regular file'}, expected ${what}`, { place });
    if (info.size > bytesMax)
      throw new UserError(`found ${info.size} bytes, expected ${what} of at most ${bytesMax} bytes`, { place });
    return await readFile(path);
  } catch (error) {
    throw fileError('read', path, error);
  }
}

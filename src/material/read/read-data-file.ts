import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { UserError } from '../../base/errors.js';
import { decodeText, describeSystemError } from '../../base/yaml/read-text.js';
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

/** Larger files are no tables of one material; the longest of the public libraries have half a mebibyte. */
const DATA_BYTES_MAX = 8 * 2 ** 20;

/**
 * The text of a file of measured numbers, of `bytesMax` at most; `file` is what messages call it. UTF-8, else Windows' western code
 * page, which old headers are in. Throws UserError where it cannot be read, is too large or is no text.
 */
export async function readDataText(path: string, file: string, bytesMax = DATA_BYTES_MAX): Promise<string> {
  return decodeEither(await readBytes(path, file, bytesMax), file);
}

async function readBytes(path: string, file: string, bytesMax: number): Promise<Uint8Array> {
  try {
    const info = await stat(path);
    if (!info.isFile())
      throw new UserError(`found ${info.isDirectory() ? 'a folder' : 'no regular file'}, expected a text file`, {
        place: { file },
      });
    if (info.size > bytesMax)
      throw new UserError(`found ${info.size} bytes, expected a text file of at most ${bytesMax} bytes`, {
        place: { file },
      });
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  }
}

function decodeEither(bytes: Uint8Array, file: string): string {
  if (isUtf8(bytes)) return decodeText(bytes, file);
  const text = new TextDecoder('windows-1252').decode(bytes);
  return decodeText(new TextEncoder().encode(text), file);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Name of a file without folder and extension. */
export const stemOf = (path: string): string => basename(path).replace(/\.[^.]+$/, '');

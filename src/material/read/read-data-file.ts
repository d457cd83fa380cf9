import { fileError } from '../../base/files/file-error.js';
import type { Files } from '../../base/files/files.js';
import { basename } from '../../base/files/paths.js';
import { demandFile, readUnzipped } from '../../base/files/read-bounded.js';
import { textStart } from '../../base/files/text-start.js';
import { decodeText } from '../../base/yaml/read-text.js';

/**
 * The bytes of the file at `path`, at most `bytesMax`; `what` describes it ("an RGL material file"). Throws UserError
 * if it cannot be read, is not a regular file or is larger.
 */
export async function readBinary(files: Files, path: string, what: string, bytesMax: number): Promise<Uint8Array> {
  await demandBinary(files, path, what, bytesMax);
  try {
    return await files.read(path);
  } catch (error) {
    throw fileError(files, 'read', path, error);
  }
}

/** Throws UserError as readBinary does, before anything is read. */
export async function demandBinary(files: Files, path: string, what: string, bytesMax: number): Promise<void> {
  try {
    await demandFile(files, path, { what, bytesMax });
  } catch (error) {
    throw fileError(files, 'read', path, error);
  }
}

/** A larger file is not a table of one material; the longest in the public libraries have half a mebibyte. */
const DATA_BYTES_MAX = 8 * 2 ** 20;

/**
 * The text of a file of measured numbers, at most `bytesMax`, also compressed by gzip; messages call it `file`.
 * Decodes UTF-8 or else Windows' western code page, used by old headers. Throws UserError if it cannot be read, is
 * too large or is not text.
 */
export async function readDataText(
  files: Files,
  path: string,
  file: string,
  bytesMax = DATA_BYTES_MAX,
): Promise<string> {
  return decodeEither(await readUnzipped(files, path, { file, what: 'a text file', bytesMax }), file);
}

function decodeEither(bytes: Uint8Array, file: string): string {
  textStart(bytes, file);
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

/** Name of a file without folder and extension, and without the one of gzip. */
export const stemOf = (path: string): string =>
  basename(path)
    .replace(/(.)\.gz$/i, '$1')
    .replace(/\.[^.]+$/, '');

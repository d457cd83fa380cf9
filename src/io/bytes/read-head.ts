import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files, InputFile } from '../../base/files/files.js';

/** Opens a regular file for `use`, and closes it afterwards. Throws UserError if it cannot be read. */
export async function withFile<Result>(
  files: Files,
  path: string,
  use: (handle: InputFile) => Promise<Result>,
): Promise<Result> {
  let handle: InputFile | undefined;
  try {
    handle = await files.open(path);
    if (handle.info.kind === 'other') throw new UserError('it is not a regular file', { place: { file: path } });
    return await use(handle);
  } catch (error) {
    throw fileError(files, 'read', path, error);
  } finally {
    await handle?.close();
  }
}

/** `length` bytes starting at `position`, fewer at the end of the file. */
export async function readBytes(handle: InputFile, position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await handle.read(bytes, position));
}

/** The first bytes of a file, at most `length` of them. Throws UserError if it cannot be read. */
export const readHead = (files: Files, path: string, length: number): Promise<Uint8Array> =>
  withFile(files, path, (handle) => readBytes(handle, 0, Math.min(length, handle.info.size)));

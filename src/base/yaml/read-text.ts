import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../errors.js';

/** Larger files are no hand-written surveys; long lists belong into a CSV file. */
export const YAML_BYTES_MAX = 2 ** 20;

/** The text of a YAML file; `file` is what messages call it. Throws UserError where it cannot be read, is too large or no text. */
export async function readText(path: string, file: string): Promise<string> {
  return decodeText(await readBounded(path, file), file);
}

async function readBounded(path: string, file: string): Promise<Uint8Array> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new UserError('found a folder, expected a YAML file', { place: { file } });
    if (!info.isFile()) throw new UserError('found no regular file, expected a YAML file', { place: { file } });
    if (info.size > YAML_BYTES_MAX)
      throw new UserError(`found ${info.size} bytes, expected a YAML file of at most ${YAML_BYTES_MAX} bytes`, {
        place: { file },
        hint: 'long lists of instances belong into a CSV file: instances: { csv: trees.csv }',
      });
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  }
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links form a loop',
  ENOSPC: 'no space left on the device',
};

/** What the operating system's refusal means, in a few words. */
export function describeSystemError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return SYSTEM_ERRORS[code ?? ''] ?? code ?? message;
}

/** The text of `bytes`; throws UserError where they are not UTF-8 text. */
export function decodeText(bytes: Uint8Array, file: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError('found bytes that are not UTF-8, expected a text file', { place: { file } });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells binary from text
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(text);
  if (!control) return text;
  const line = text.slice(0, control.index).split('\n').length;
  const code = control[0].charCodeAt(0).toString(16).padStart(2, '0');
  throw new UserError(`found the control character 0x${code}, expected a text file`, { place: { file, line } });
}

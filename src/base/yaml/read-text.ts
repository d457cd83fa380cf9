import { UserError } from '../errors.js';
import type { Files } from '../files/files.js';
import { readBounded } from '../files/read-bounded.js';
import { textStart } from '../files/text-start.js';

/** A larger file is not a hand-written survey; long lists belong in a CSV file. */
export const YAML_BYTES_MAX = 2 ** 20;

/**
 * The text of a YAML file; messages call it `file`. Throws UserError if it cannot be read, is too large or is not text.
 */
export async function readText(files: Files, path: string, file: string): Promise<string> {
  const bytes = await readBounded(files, path, {
    file,
    what: 'a YAML file',
    bytesMax: YAML_BYTES_MAX,
    hint: 'long lists of instances belong into a CSV file: instances: { csv: trees.csv }',
  });
  return decodeText(bytes, file);
}

/** The text of `bytes`. Throws UserError if they are not UTF-8 text. */
export function decodeText(bytes: Uint8Array, file: string): string {
  const own = bytes.subarray(textStart(bytes, file));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(own);
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

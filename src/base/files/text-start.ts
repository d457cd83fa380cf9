import { UserError } from '../errors.js';

/**
 * Index of the first character of a text: behind the byte order mark of UTF-8, if `bytes`, the beginning of the file,
 * has one. Throws UserError for the mark of UTF-16, which no reader supports.
 */
export function textStart(bytes: Uint8Array, file: string): number {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 3;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UserError('found UTF-16, expected UTF-8', { place: { file }, hint: 'Save it as UTF-8.' });
  return 0;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** The text of bytes in UTF-8 or, where they are none, in Windows-1252, as older programs write names. */
export function textOfEither(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WINDOWS_1252.decode(bytes);
  }
}

/** The text of a whole file, without its byte order mark. Throws UserError for UTF-16. */
export const textOf = (bytes: Uint8Array, file: string): string =>
  new TextDecoder().decode(bytes.subarray(textStart(bytes, file)));

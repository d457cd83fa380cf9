import { invariant } from '../../base/errors.js';

/*
 * Archives by POSIX.1-1988 (ustar): a header of 512 bytes, the file, zeros up to whole blocks. Times, owners and rights
 * are the same for all files, so that an archive follows from its content.
 */

/** Header, files and the end consist of blocks of so many bytes. */
export const TAR_BLOCK = 512;
/** Longest name and largest file of a header. */
export const TAR_NAME_MAX = 100;
export const TAR_FILE_MAX = 8 ** 11 - 1;

/** The header of a plain file. Its name is at most TAR_NAME_MAX bytes long. */
export function tarHeader(name: string, bytes: number): Uint8Array {
  const header = new Uint8Array(TAR_BLOCK);
  const encoder = new TextEncoder();
  const put = (text: string, at: number) => header.set(encoder.encode(text), at);
  invariant(encoder.encode(name).length <= TAR_NAME_MAX && bytes <= TAR_FILE_MAX, 'a header of a tar has room for it');
  put(name, 0);
  // Mode, user, group, size and time, in octal digits.
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes, 11), 124);
  put(octal(0, 11), 136);
  // The sum is over the header with blanks in its own place.
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\0' + '00', 257);
  put(octal(0, 7), 329);
  put(octal(0, 7), 337);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return header;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** Zeros behind a file of so many bytes. */
export const tarPadding = (bytes: number): Uint8Array => new Uint8Array((TAR_BLOCK - (bytes % TAR_BLOCK)) % TAR_BLOCK);

/** The end of an archive. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * TAR_BLOCK);

/** Bytes that a file takes in an archive. */
export const tarBytes = (bytes: number): number => TAR_BLOCK + Math.ceil(bytes / TAR_BLOCK) * TAR_BLOCK;

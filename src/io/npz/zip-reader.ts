import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { readBytes } from '../bytes/read-head.js';
import { crc32 } from './crc32.js';
import { CENTRAL_SIGNATURE, END_BYTES, END_SIGNATURE, LOCAL_SIGNATURE } from './zip-records.js';

/** A file stored in an archive. */
export interface ArchiveEntry {
  name: string;
  /** Start and number of its bytes. */
  at: number;
  bytes: number;
  /** CRC-32 of its bytes, as the directory states it. */
  crc: number;
}

/** The end of an archive is followed by a comment of at most 65,535 bytes. */
const END_SEARCH_BYTES = END_BYTES + 65_535;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** An archive of waveforms has some fifteen files. */
const DIRECTORY_BYTES_MAX = 2 ** 20;
/** Bytes summed up at once. */
const BLOCK_BYTES = 2 ** 20;
const IN_ZIP64 = 0xffffffff;
const ZIP64_ID = 1;

/**
 * The files of a zip archive whose files are stored without compression. Allocates a mebibyte at most. Throws UserError
 * for anything else.
 */
export async function readZip(handle: InputFile, path: string): Promise<ArchiveEntry[]> {
  const { at, bytes } = await findDirectory(handle, path);
  if (bytes > DIRECTORY_BYTES_MAX || at + bytes > handle.info.size)
    throw fault(path, `found a directory of ${counted(bytes, 'byte')} at ${at}, which does not fit`);
  const directory = await readBytes(handle, at, bytes);
  const entries: ArchiveEntry[] = [];
  for (let from = 0; from + CENTRAL_BYTES <= bytes; ) {
    const { entry, length } = decodeEntry(directory.subarray(from), path);
    entries.push(await placeData(handle, path, entry));
    from += length;
  }
  return entries;
}

/** Reads a file of the archive to its end. Throws UserError unless its CRC-32 is that of the directory. */
export async function checkEntry(
  handle: InputFile,
  path: string,
  { name, at, bytes, crc }: ArchiveEntry,
): Promise<void> {
  let sum = 0;
  for (let done = 0; done < bytes; done += BLOCK_BYTES)
    sum = crc32(await readBytes(handle, at + done, Math.min(BLOCK_BYTES, bytes - done)), sum);
  if (sum === crc) return;
  const [found, expected] = [sum, crc].map((number) => number.toString(16).padStart(8, '0'));
  throw new UserError(`${name}: found bytes with the CRC-32 ${found}, expected ${expected}: the file is damaged`, {
    place: { file: path },
    hint: 'copy it once more, or run its survey again',
  });
}

const fault = (path: string, found: string): UserError =>
  new UserError(found, { place: { file: path }, hint: 'it should be an archive of arrays as numpy.savez writes it' });

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** Start and length of the directory, from the end of the archive. */
async function findDirectory(handle: InputFile, path: string): Promise<{ at: number; bytes: number }> {
  const { size } = handle.info;
  const start = Math.max(0, size - END_SEARCH_BYTES);
  const tail = await readBytes(handle, start, size - start);
  const view = viewOf(tail);
  let end = tail.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < 0) throw fault(path, 'found no end of a zip archive, expected a .npz file: it is another file, or cut off');
  const small = { bytes: view.getUint32(end + 12, true), at: view.getUint32(end + 16, true) };
  if (small.at !== IN_ZIP64 && small.bytes !== IN_ZIP64) return small;
  const locator = viewOf(await readBytes(handle, Math.max(0, start + end - LOCATOR_BYTES), LOCATOR_BYTES));
  const end64 = locator.byteLength < LOCATOR_BYTES ? size : Number(locator.getBigUint64(8, true));
  if (end64 + END64_BYTES > size) throw fault(path, 'the archive’s directory cannot be found');
  const record = viewOf(await readBytes(handle, end64, END64_BYTES));
  return { bytes: Number(record.getBigUint64(40, true)), at: Number(record.getBigUint64(48, true)) };
}

/** The entry at the start of `directory`, with the place of its local header, and the entry's own length. */
function decodeEntry(directory: Uint8Array, path: string): { entry: ArchiveEntry; length: number } {
  const view = viewOf(directory);
  if (view.getUint32(0, true) !== CENTRAL_SIGNATURE) throw fault(path, 'the archive’s directory is broken');
  const [nameBytes, extraBytes] = [view.getUint16(28, true), view.getUint16(30, true)];
  const length = CENTRAL_BYTES + nameBytes + extraBytes + view.getUint16(32, true);
  if (length > directory.length) throw fault(path, 'the archive’s directory is cut off');
  const name = new TextDecoder().decode(directory.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameBytes));
  if (view.getUint16(10, true) !== 0)
    throw new UserError(`found ${name} compressed, expected arrays that are stored as they are`, {
      place: { file: path },
      hint: 'numpy.savez writes such files; numpy.savez_compressed does not',
    });
  const extra = directory.subarray(CENTRAL_BYTES + nameBytes, CENTRAL_BYTES + nameBytes + extraBytes);
  const [, bytes, at] = wideNumbers(extra, [
    view.getUint32(24, true),
    view.getUint32(20, true),
    view.getUint32(42, true),
  ]);
  return { entry: { name, at, bytes, crc: view.getUint32(16, true) }, length };
}

/** Numbers of 32 bits; those with the placeholder value are replaced by numbers of 64 bits in the extra field. */
function wideNumbers(extra: Uint8Array, numbers: readonly number[]): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_ID) continue;
    let from = at + 4;
    return numbers.map((number) => {
      if (number !== IN_ZIP64 || from + 8 > extra.length) return number;
      from += 8;
      return Number(view.getBigUint64(from - 8, true));
    });
  }
  return [...numbers];
}

/** The entry with the place of its bytes, behind its local header. */
async function placeData(handle: InputFile, path: string, entry: ArchiveEntry): Promise<ArchiveEntry> {
  const header = viewOf(await readBytes(handle, entry.at, LOCAL_BYTES));
  if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw fault(path, `${entry.name} is not where the archive’s directory says`);
  const at = entry.at + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (at + entry.bytes > handle.info.size)
    throw fault(path, `${entry.name} ends at byte ${at + entry.bytes}, the file at ${handle.info.size}`);
  return { ...entry, at };
}

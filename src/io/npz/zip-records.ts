/*
 * The records of a zip archive whose files are stored as they are, with sizes of 64 bits (PKWARE APPNOTE 6.3.10, 4.3
 * and 4.5.3). NumPy's .npz is such an archive of .npy files.
 */

/** A file in an archive. */
export interface StoredFile {
  name: string;
  crc: number;
  bytes: number;
  /** Start of its local header, bytes from the start of the archive. */
  at: number;
}

export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR_SIGNATURE = 0x07064b50;
export const END_SIGNATURE = 0x06054b50;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END64_BYTES = 56;
const LOCATOR_BYTES = 20;
export const END_BYTES = 22;
/** Version 4.5 has sizes of 64 bits. */
const VERSION = 45;
const ZIP64_ID = 1;
/** Placeholder in a 32-bit field for a number in the 64-bit one. */
const IN_ZIP64 = 0xffffffff;
/** 1 January 1980: the bytes of a file do not depend on the day of its computation. */
const DOS_DATE = (1 << 5) | 1;

/** The header before a file's bytes, of the same length for all sizes. */
export function localHeader({ name, crc, bytes }: Omit<StoredFile, 'at'>): Uint8Array {
  const text = new TextEncoder().encode(name);
  const header = new Uint8Array(LOCAL_BYTES + text.length + 20);
  const view = new DataView(header.buffer);
  view.setUint32(0, LOCAL_SIGNATURE, true);
  writeCommon(view, 4, crc);
  view.setUint16(26, text.length, true);
  view.setUint16(28, 20, true);
  header.set(text, LOCAL_BYTES);
  writeZip64(view, LOCAL_BYTES + text.length, [bytes, bytes]);
  return header;
}

/** Fields common to local and central headers: version, method, time, sum and sizes. */
function writeCommon(view: DataView, at: number, crc: number): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 8, DOS_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, IN_ZIP64, true);
  view.setUint32(at + 18, IN_ZIP64, true);
}

function writeZip64(view: DataView, at: number, numbers: readonly number[]): void {
  view.setUint16(at, ZIP64_ID, true);
  view.setUint16(at + 2, 8 * numbers.length, true);
  numbers.forEach((number, k) => {
    view.setBigUint64(at + 4 + 8 * k, BigInt(number), true);
  });
}

/**
 * The directory behind the last file, which begins at byte `at`, and the end of the archive with a comment in ASCII.
 */
export function centralDirectory(files: readonly StoredFile[], at: number, comment = ''): Uint8Array {
  const entries = files.map(centralHeader);
  const bytes = entries.reduce((sum, { length }) => sum + length, 0);
  const directory = new Uint8Array(bytes + END64_BYTES + LOCATOR_BYTES + END_BYTES + comment.length);
  let to = 0;
  for (const entry of entries) {
    directory.set(entry, to);
    to += entry.length;
  }
  writeEnd(new DataView(directory.buffer, to), files.length, bytes, at, comment.length);
  directory.set(new TextEncoder().encode(comment), directory.length - comment.length);
  return directory;
}

function centralHeader({ name, crc, bytes, at }: StoredFile): Uint8Array {
  const text = new TextEncoder().encode(name);
  const header = new Uint8Array(CENTRAL_BYTES + text.length + 28);
  const view = new DataView(header.buffer);
  view.setUint32(0, CENTRAL_SIGNATURE, true);
  view.setUint16(4, VERSION, true);
  writeCommon(view, 6, crc);
  view.setUint16(28, text.length, true);
  view.setUint16(30, 28, true);
  view.setUint32(42, IN_ZIP64, true);
  header.set(text, CENTRAL_BYTES);
  writeZip64(view, CENTRAL_BYTES + text.length, [bytes, bytes, at]);
  return header;
}

function writeEnd(view: DataView, count: number, bytes: number, at: number, commentBytes: number): void {
  view.setUint32(0, END64_SIGNATURE, true);
  view.setBigUint64(4, BigInt(END64_BYTES - 12), true);
  view.setUint16(12, VERSION, true);
  view.setUint16(14, VERSION, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(bytes), true);
  view.setBigUint64(48, BigInt(at), true);
  view.setUint32(END64_BYTES, LOCATOR_SIGNATURE, true);
  view.setBigUint64(END64_BYTES + 8, BigInt(at + bytes), true);
  view.setUint32(END64_BYTES + 16, 1, true);
  const end = END64_BYTES + LOCATOR_BYTES;
  view.setUint32(end, END_SIGNATURE, true);
  view.setUint16(end + 8, count, true);
  view.setUint16(end + 10, count, true);
  view.setUint32(end + 12, IN_ZIP64, true);
  view.setUint32(end + 16, IN_ZIP64, true);
  view.setUint16(end + 20, commentBytes, true);
}

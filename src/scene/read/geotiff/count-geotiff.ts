import type { ReadContext } from '../read-context.js';
import { readPart, type SceneFile } from '../scene-file.js';
import { TAG } from './tiff-directory.js';

/** Bytes of the head of a BigTIFF; of an entry, and of the count before the first one, in a TIFF and a BigTIFF. */
const HEAD_BYTES = 16;
const ENTRY_BYTES = [12, 20] as const;
const COUNT_BYTES = [2, 8] as const;
/** Entries that are looked at: those of the size are among the first, since a directory is sorted by tag. */
const ENTRIES_MAX = 32;
/** Types of whole numbers with 2 and 4 bytes. */
const SHORT = 3;
const LONG = 4;

/**
 * Triangles of the surface through the heights of a GeoTIFF, by the size in its first directory; undefined for a file
 * whose directory is not found, whose reader says why.
 */
export async function countGeoTiff(file: SceneFile, { files }: ReadContext): Promise<number | undefined> {
  const head = viewOf(await readPart(files, file, 0, HEAD_BYTES));
  if (head.byteLength < HEAD_BYTES) return undefined;
  const isLittle = head.getUint8(0) === 0x49;
  const isBig = head.getUint16(2, isLittle) === 43;
  const at = isBig ? Number(head.getBigUint64(8, isLittle)) : head.getUint32(4, isLittle);
  const [countBytes, entryBytes] = [COUNT_BYTES[isBig ? 1 : 0], ENTRY_BYTES[isBig ? 1 : 0]];
  const part = viewOf(await readPart(files, file, at, countBytes + ENTRIES_MAX * entryBytes));
  const size = new Map<number, number>();
  for (let entry = countBytes; entry + entryBytes <= part.byteLength; entry += entryBytes) {
    const type = part.getUint16(entry + 2, isLittle);
    const value = entry + (isBig ? 12 : 8);
    if (type === SHORT) size.set(part.getUint16(entry, isLittle), part.getUint16(value, isLittle));
    if (type === LONG) size.set(part.getUint16(entry, isLittle), part.getUint32(value, isLittle));
  }
  const [columns, rows] = [size.get(TAG.width), size.get(TAG.height)];
  return columns !== undefined && rows !== undefined ? 2 * columns * rows : undefined;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import {
  decodeChunkTable,
  type LazChunk,
  POINTS_PER_BYTE_MAX,
  TABLE_HEAD_BYTES,
  TABLE_POINTER_BYTES,
} from '../laz/chunk-table.js';
import { isVariableSize, type LaszipRecord } from '../laz/laszip-record.js';
import type { ChunkEntry, LazCodec } from '../laz/laz-codec.js';
import { brokenLaz } from './broken-laz.js';
import type { LasFile } from './las-file.js';

const DAMAGED = 'the file is damaged or cut off';

/** Maximum bytes of a coded entry of the table. */
const ENTRY_BYTES_MAX = 16;

/** Position of a file's chunk table, and its number of chunks. */
interface TablePlace {
  at: number;
  chunks: number;
}

/** Number of chunks according to their table. Throws UserError if it is missing or has more than the file can hold. */
export const readChunkCount = (file: LasFile): Promise<number> =>
  withFile(file.files, file.path, async (handle) => (await findTable(file, handle)).chunks);

type Handle = Parameters<Parameters<typeof withFile>[2]>[0];

async function findTable(file: LasFile, handle: Handle): Promise<TablePlace> {
  const { pointDataOffset, recordLength } = file.header;
  const read = async (position: number, length: number): Promise<DataView> => {
    const bytes = await readBytes(handle, position, length);
    if (bytes.length < length) throw brokenLaz(file, 'it ends within its compressed points', 'the file is cut off');
    return viewOf(bytes);
  };
  const pointer = (await read(pointDataOffset, TABLE_POINTER_BYTES)).getBigInt64(0, true);
  // Writers that could not seek back left −1 here, and put the position at the end.
  const last = Math.max(0, file.bytes - TABLE_POINTER_BYTES);
  const at = Number(pointer === -1n ? (await read(last, TABLE_POINTER_BYTES)).getBigInt64(0, true) : pointer);
  const isWithin = at >= pointDataOffset && at + TABLE_HEAD_BYTES <= file.bytes;
  if (!isWithin && pointer >= pointDataOffset)
    throw brokenLaz(
      file,
      `the table of its compressed chunks is at byte ${at}, the file ends at byte ${file.bytes}`,
      DAMAGED,
    );
  if (!isWithin) throw brokenLaz(file, 'the table of its compressed chunks is missing', 'the file was never completed');
  const chunks = (await read(at, TABLE_HEAD_BYTES)).getUint32(4, true);
  // Every chunk begins with a whole record.
  if (chunks > file.bytes / recordLength)
    throw brokenLaz(file, `${chunks} compressed chunks in ${counted(file.bytes, 'byte')}`);
  return { at, chunks };
}

/**
 * The chunks of a file with layered chunks, in their order. Throws UserError unless they fill the space before their
 * table and have the number of points that the header announces.
 */
export async function readChunkIndex(file: LasFile, laszip: LaszipRecord, codec: LazCodec): Promise<LazChunk[]> {
  const isVariable = isVariableSize(laszip.chunkSize);
  return withFile(file.files, file.path, async (handle) => {
    const { at, chunks } = await findTable(file, handle);
    const coded = await readBytes(handle, at + TABLE_HEAD_BYTES, ENTRY_BYTES_MAX * (chunks + 1));
    const entries = decodeChunkTable(codec, coded, chunks, isVariable);
    if (!entries) throw brokenLaz(file, `the table of its compressed chunks, at byte ${at}, is damaged`);
    return placeChunks(file, isVariable ? entries : withPoints(file, entries, laszip.chunkSize), at);
  });
}

/** All chunks but the last have the same number of points. */
function withPoints(file: LasFile, entries: readonly ChunkEntry[], chunkSize: number): ChunkEntry[] {
  const { pointCount } = file;
  const full = entries.length - 1;
  if (!(pointCount > full * chunkSize && pointCount <= entries.length * chunkSize))
    throw brokenLaz(
      file,
      `the header announces ${counted(pointCount, 'point')}; ${entries.length} compressed chunks hold ${full * chunkSize + 1} to ${entries.length * chunkSize}`,
      DAMAGED,
    );
  return entries.map(({ bytes }, k) => ({ bytes, points: k < full ? chunkSize : pointCount - full * chunkSize }));
}

function placeChunks(file: LasFile, entries: readonly ChunkEntry[], tableAt: number): LazChunk[] {
  const { pointDataOffset, pointCount, recordLength } = file.header;
  let [at, first] = [pointDataOffset + TABLE_POINTER_BYTES, 0];
  const chunks = entries.map(({ points, bytes }, k) => {
    const chunk = { points, bytes, at, first };
    if (!(points >= 1 && points <= bytes * POINTS_PER_BYTE_MAX) || bytes < recordLength)
      throw brokenLaz(
        file,
        `compressed chunk ${k + 1} has ${counted(points, 'point')} in ${counted(bytes, 'byte')}`,
        DAMAGED,
      );
    at += bytes;
    first += points;
    return chunk;
  });
  if (at > tableAt)
    throw brokenLaz(file, `its compressed chunks end at byte ${at}, their table begins at ${tableAt}`, DAMAGED);
  if (first !== pointCount)
    throw brokenLaz(
      file,
      `the header announces ${counted(pointCount, 'point')}, its compressed chunks hold ${first}`,
      DAMAGED,
    );
  return chunks;
}

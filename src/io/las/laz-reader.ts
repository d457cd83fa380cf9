/*
 * Compressed files, decoded by laz-perf (WebAssembly; Apache-2.0). It loads the whole file into its memory, so the
 * file's size bounds the allocation. It trusts the file's content, so everything is checked first: it would silently
 * decode item versions above 3 to wrong values.
 */
import { invariant, UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import { LASZIP_RECORD_ID, LASZIP_USER_ID } from '../laz/laszip-record.js';
import type { RecordSource } from '../record-source.js';
import { viewOf } from './bytes.js';
import type { LasFile } from './las-file.js';

/** The used parts of laz-perf; its own types depend on a package that it does not include. */
interface LazPerf {
  HEAPU8: Uint8Array;
  asm: { memory: WebAssembly.Memory };
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  LASZip: new () => {
    open(data: number, bytes: number): void;
    getPoint(target: number): void;
    delete(): void;
  };
}

/** The record: compressor, coder, version, options, chunk size, …, then the items of a point (type, size, version). */
const AT = Object.freeze({ chunkSize: 12, itemCount: 32, items: 34 });
const ITEM_BYTES = 6;
const ITEM_VERSION_MAX = 3;

/** Each chunk has its own size, as in COPC files. */
const VARIABLE_CHUNKS = 0xffff_ffff;

/**
 * LASzip's chunks of 50,000 points take some 80 bytes if all points are the same. More points per byte than this are
 * bogus and would keep the decoder busy for hours.
 */
const POINTS_PER_BYTE_MAX = 1000;

/** The position of the chunk table, before the first chunk, then the table's version and number of chunks. */
const CHUNK_TABLE_POINTER_BYTES = 8;
const CHUNK_TABLE_HEADER_BYTES = 8;

/** Points decoded between two copies from WebAssembly's memory. */
const DECODED_POINTS = 256;

/** Memory of the decoder beside the file and a copy of its layers: coders and what they learned of each channel. */
const DECODER_BYTES_MAX = 2 ** 26;
const PAGE_BYTES = 2 ** 16;

/** In laz-perf, WebAssembly memory is limited to 2 GiB, part of which the decoder needs. */
const FILE_BYTES_MAX = 1_900_000_000;

/** The records of a compressed file, in sequence. Throws UserError if it cannot be decoded. */
export async function openLazRecords(file: LasFile): Promise<RecordSource> {
  const { pointCount, recordLength } = file.header;
  if (pointCount === 0) return { read: async () => {}, close: async () => {} };
  // Whoever bundles a page does not serve the decoder's WebAssembly.
  if (typeof process === 'undefined') throw broken(file, 'LAZ is not decoded in a page', 'unpack it to LAS');
  await checkCompression(file);
  const lazPerf = await loadLazPerf();
  limitMemory(lazPerf.asm.memory, 2 * file.bytes + DECODER_BYTES_MAX);
  const decoder = openDecoder(file, lazPerf, await readWhole(file));
  let next = 0;
  return {
    read: async (first, count, target) => {
      invariant(first === next, `point ${first} of a compressed file is asked for where ${next} comes`);
      for (let i = 0; i < count; i += DECODED_POINTS)
        decoder.next(target, i * recordLength, Math.min(DECODED_POINTS, count - i));
      next += count;
    },
    close: async () => {},
  };
}

async function loadLazPerf(): Promise<LazPerf> {
  const { createLazPerf } = await import('laz-perf');
  const silent = { print: () => {}, printErr: () => {} };
  return (await withoutProcessListeners(() => createLazPerf(silent))) as unknown as LazPerf;
}

const FATAL_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** The result of `start`, after removing the process-wide fault handlers that Emscripten modules install. */
function withoutProcessListeners<T>(start: () => T): T {
  const before = FATAL_EVENTS.map((event) => process.rawListeners(event));
  const result = start();
  FATAL_EVENTS.forEach((event, i) => {
    for (const listener of process.rawListeners(event))
      if (!before[i].includes(listener)) process.removeListener(event, listener as () => void);
  });
  return result;
}

/** Lets the memory grow up to `bytes`: the decoder allocates whatever the sizes of a chunk's layers ask for. */
function limitMemory(memory: WebAssembly.Memory, bytes: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('the decoder asks for too much');
    return grow(pages);
  };
}

async function readWhole({ files, path }: LasFile): Promise<Uint8Array> {
  return files.read(path).catch((error: unknown) => {
    throw fileError(files, 'read', path, error);
  });
}

/** A decoder that is discarded with its memory, since it is unusable after a fault of its own. */
function openDecoder(file: LasFile, lazPerf: LazPerf, data: Uint8Array) {
  const { recordLength } = file.header;
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch {
      throw broken(file, 'its compressed points cannot be decoded', 'the file is damaged or cut off');
    }
  };
  let pointer = 0;
  let target = 0;
  const decoder = new lazPerf.LASZip();
  attempt(() => {
    pointer = lazPerf._malloc(data.length);
    target = lazPerf._malloc(DECODED_POINTS * recordLength);
    lazPerf.HEAPU8.set(data, pointer);
    decoder.open(pointer, data.length);
  });
  return {
    next(records: Uint8Array, at: number, count: number): void {
      attempt(() => {
        for (let i = 0; i < count; i++) decoder.getPoint(target + i * recordLength);
      });
      records.set(lazPerf.HEAPU8.subarray(target, target + count * recordLength), at);
    },
  };
}

/** Refuses files that laz-perf would not decode, decode wrongly, or decode endlessly. */
async function checkCompression(file: LasFile): Promise<void> {
  if (file.bytes > FILE_BYTES_MAX)
    throw broken(file, `a compressed file of ${file.bytes} bytes; up to ${FILE_BYTES_MAX} can be read`, 'unpack it');
  const entry = file.vlrs.find((vlr) => vlr.userId === LASZIP_USER_ID && vlr.recordId === LASZIP_RECORD_ID);
  if (!entry || entry.dataLength < AT.items) throw broken(file, 'it lacks the record that describes its compression');
  const handle = await file.files.open(file.path).catch((error: unknown) => {
    throw fileError(file.files, 'read', file.path, error);
  });
  try {
    const read = async (position: number, length: number): Promise<DataView> => {
      const bytes = new Uint8Array(length);
      const count = await handle.read(bytes, position);
      if (count < length) throw broken(file, 'it ends within its compressed points', 'the file is cut off');
      return viewOf(bytes);
    };
    const laszip = await read(entry.dataOffset, entry.dataLength);
    checkItems(file, laszip);
    const tableAt = Number((await read(file.header.pointDataOffset, CHUNK_TABLE_POINTER_BYTES)).getBigInt64(0, true));
    if (tableAt < file.header.pointDataOffset || tableAt + CHUNK_TABLE_HEADER_BYTES > file.bytes)
      throw broken(file, 'the table of its compressed chunks is missing', 'the file was never completed');
    checkChunks(
      file,
      laszip.getUint32(AT.chunkSize, true),
      (await read(tableAt, CHUNK_TABLE_HEADER_BYTES)).getUint32(4, true),
    );
  } finally {
    await handle.close();
  }
}

function checkItems(file: LasFile, laszip: DataView): void {
  const count = laszip.getUint16(AT.itemCount, true);
  if (AT.items + count * ITEM_BYTES > laszip.byteLength)
    throw broken(file, 'the list of its compressed items is cut off');
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const at = AT.items + i * ITEM_BYTES;
    const version = laszip.getUint16(at + 4, true);
    if (version > ITEM_VERSION_MAX)
      throw broken(file, `compression of version ${version}; up to ${ITEM_VERSION_MAX} can be read`, 'unpack it');
    bytes += laszip.getUint16(at + 2, true);
  }
  if (bytes !== file.header.recordLength)
    throw broken(file, `compressed items of ${bytes} bytes, records of ${file.header.recordLength}`);
}

function checkChunks(file: LasFile, chunkSize: number, chunkCount: number): void {
  const { pointCount, recordLength } = file.header;
  if (chunkSize === 0) throw broken(file, 'compressed chunks of 0 points');
  // Every chunk begins with a whole record.
  if (chunkCount > file.bytes / recordLength)
    throw broken(file, `${chunkCount} compressed chunks in ${file.bytes} bytes`);
  const most = Math.min(
    chunkSize === VARIABLE_CHUNKS ? Infinity : chunkCount * chunkSize,
    file.bytes * POINTS_PER_BYTE_MAX,
  );
  if (pointCount > most)
    throw broken(
      file,
      `the header announces ${pointCount} points, ${chunkCount} compressed chunks hold ${most} at most`,
    );
}

const broken = (file: LasFile, found: string, hint?: string): UserError =>
  new UserError(found, { place: { file: file.path }, hint });

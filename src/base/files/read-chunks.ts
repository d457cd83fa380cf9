import { UserError } from '../errors.js';
import { describeSystemError, errorCode } from './file-error.js';
import type { Files, InputFile } from './files.js';
import { gunzip, isGzip, mostBytesIn } from './gunzip.js';

/** Bytes read at once. */
const CHUNK_BYTES = 1 << 16;

interface ChunkOptions {
  /** Name of the file in messages. */
  file: string;
  /** What is expected in it, in words. */
  what: string;
  /** Whether only a name with .gz tells of gzip, since the format may begin with any bytes; absent: the bytes do. */
  isZippedByName?: boolean;
}

/**
 * The bytes of a regular file, decompressed where gzip has compressed it; each chunk is valid until the next one.
 * Throws UserError if the file cannot be read.
 */
export async function* readChunks(
  files: Files,
  path: string,
  { file, what, isZippedByName }: ChunkOptions,
): AsyncGenerator<Uint8Array> {
  let opened: InputFile | undefined;
  try {
    opened = await files.open(path);
    if (opened.info.kind !== 'file')
      throw new UserError(`found no regular file, expected ${what}`, { place: { file } });
    const rest = storedChunks(opened);
    const first = await rest.next();
    if (first.done) return;
    const isZipped = isGzip(first.value) && (!isZippedByName || /\.gz$/i.test(path));
    const stored = joined(first.value, rest);
    yield* isZipped ? gunzip(stored, file, mostBytesIn(opened.info.size)) : stored;
  } catch (error) {
    if (error instanceof UserError || errorCode(error) === undefined) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  } finally {
    await opened?.close();
  }
}

async function* storedChunks(opened: InputFile): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let at = 0, count = CHUNK_BYTES; count === CHUNK_BYTES; at += count) {
    count = await opened.read(chunk, at);
    yield chunk.subarray(0, count);
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

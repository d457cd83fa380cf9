import { UserError } from '../errors.js';
import { joinArrays } from '../join-arrays.js';

/** Files of up to this size may have any ratio. */
const FREE_BYTES = 1 << 26;
/** Text of numbers shrinks to a tenth; a file that shrinks to less than a hundredth is meant to fill the memory. */
const MAX_RATIO = 100;

/** Whether a file with these first bytes is compressed by gzip (RFC 1952, 2.3.1). */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Most bytes that a compressed file of `size` bytes may expand to. */
export const mostBytesIn = (size: number): number => Math.max(FREE_BYTES, MAX_RATIO * size);

/**
 * Decompresses the blocks of a gzip file as they arrive. Throws UserError for damaged data, and as soon as the output
 * exceeds `maxBytes`, so that a small file cannot fill the memory.
 */
export async function* gunzip(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const reader = streamOf(blocks).pipeThrough(new DecompressionStream('gzip')).getReader();
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await nextOf(reader, file);
      if (done) return;
      total += value.length;
      if (total > maxBytes)
        throw new UserError(`holds more than ${maxBytes} bytes when it is decompressed, expected no more`, {
          place: { file },
          hint: 'Decompress it with gunzip and look at it.',
        });
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The same for a whole file in memory. */
export async function gunzipWhole(bytes: Uint8Array, file: string, maxBytes: number): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  for await (const block of gunzip(oneBlock(bytes), file, maxBytes)) blocks.push(block);
  return joinArrays(Uint8Array, blocks);
}

async function* oneBlock(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type ByteReader = ReadableStreamDefaultReader<Uint8Array>;

async function nextOf(reader: ByteReader, file: string): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch (error) {
    // Faults of reading the file pass; all others come from the decompression.
    if (error instanceof UserError || (error instanceof Error && error.name === 'AbortedError')) throw error;
    throw new UserError('the gzip data are damaged or cut off', {
      place: { file },
      hint: 'Download or compress the file again.',
      cause: error,
    });
  }
}

/** The blocks as a stream; each is copied, since its buffer is reused. */
function streamOf(blocks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = blocks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value.slice());
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

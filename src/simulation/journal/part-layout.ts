import { COUNTERS, OUTPUTS, type OutputName } from '../../device/buffers.js';
import type { ChunkCounts } from '../../engine/engine.js';
import { checksum } from './checksum.js';

/*
 * A part of a journal: PART_MAGIC, the key of its manifest (64 hexadecimal digits), then chunks in the order in which
 * they were traced. A chunk is a head of 32-bit words, little endian – number of its leg in the manifest, its first
 * pulse, number of its pulses, its counts in the order of COUNTERS, a checksum of these; then its records, an output
 * after the other in the order of OUTPUTS, as the engine returned them; then a checksum of all records.
 */

/** The first bytes of a part. */
export const PART_MAGIC = 'subray journal 2';
/** Bytes before the first chunk. */
export const PART_HEAD_BYTES = PART_MAGIC.length + 64;

const COUNTS_AT = 3;
const SUM_AT = COUNTS_AT + COUNTERS.length;
/** Bytes of the head of a chunk. */
export const CHUNK_HEAD_BYTES = 4 * (SUM_AT + 1);
/** Bytes of the checksum behind its records. */
export const SUM_BYTES = 4;
/** Words that are summed up, and read or written, at once: a millisecond of work. */
const SLICE_WORDS = 1 << 20;

/** Content of a chunk's head. */
export interface ChunkHead {
  /** Number of its leg in the manifest. */
  leg: number;
  first: number;
  pulseCount: number;
  counts: Readonly<ChunkCounts>;
}

/** The head of a part, as bytes. */
export const partHead = (key: string): Uint8Array => new TextEncoder().encode(PART_MAGIC + key);

/** The head of a chunk, as words. */
export function encodeHead({ leg, first, pulseCount, counts }: ChunkHead): Uint32Array {
  const words = Uint32Array.of(leg, first, pulseCount, ...COUNTERS.map((name) => counts[name]), 0);
  words[SUM_AT] = checksum(words.subarray(0, SUM_AT));
  return words;
}

/** The head in these words; undefined if they are damaged. */
export function decodeHead(words: Uint32Array): ChunkHead | undefined {
  if (words[SUM_AT] !== checksum(words.subarray(0, SUM_AT))) return undefined;
  const [leg, first, pulseCount] = words;
  const counts = Object.fromEntries(COUNTERS.map((name, k) => [name, words[COUNTS_AT + k]])) as ChunkCounts;
  return { leg, first, pulseCount, counts };
}

/** The words of an output, slice by slice. */
export function* slicesOf(words: Uint32Array): Generator<Uint32Array> {
  for (let at = 0; at < words.length; at += SLICE_WORDS) yield words.subarray(at, at + SLICE_WORDS);
}

/** The bytes of words. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The outputs of a chunk with these counts, in the order of their records in a file, and the number of their words. */
export const outputWords = (counts: Readonly<ChunkCounts>): { name: OutputName; words: number }[] =>
  OUTPUTS.map(({ name, counter, bytes }) => ({ name, words: (counts[counter] * bytes) / 4 }));

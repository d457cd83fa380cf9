/*
 * Points that a format packs across batches, a block at a time: the chunks of LAZ, the row groups of Parquet, packets
 * of E57. The bytes of a block depend only on its points and its place, so any thread can code it, and any can unpack a
 * chunk of LAZ.
 */
import { turnTaker } from '../../base/steps.js';
import { type MovedResult, soloCrew } from '../../base/threads/thread-crew.js';
import type { BlockCoders } from '../records/blocks.js';

/** Coders of blocks by format; each is loaded with its first block. */
const CODERS = {
  laz: async () => (await import('../laz/chunk-coders.js')).chunkCoder(),
  'packed laz': async () => (await import('../laz/unpack-chunk.js')).chunkUnpacker(),
  parquet: async () => (await import('../parquet/code-row-group.js')).codeRowGroup,
  e57: async () => (await import('../e57/code-packets.js')).codePackets,
};

type Coders = { [Format in keyof typeof CODERS]: Awaited<ReturnType<(typeof CODERS)[Format]>> };

/** A block of any format, with the type of its result. */
type AnyBlockWork = Parameters<Coders[keyof Coders]>[0];
type AnyResult = Awaited<ReturnType<Coders[keyof Coders]>>['result'];

/** The memory that goes to another thread with a block. */
export const memoryOfWork = (work: AnyBlockWork): ArrayBuffer[] => {
  if (work.format === 'packed laz') return [work.chunk.buffer, ...(work.room ? [work.room] : [])];
  if (work.format !== 'laz') return [...new Set(work.columns.map(({ buffer }) => buffer))];
  const { records, picked, lasers } = work;
  return [picked ? picked.numbers.buffer : (records.buffer as ArrayBuffer), ...(lasers ? [lasers.buffer] : [])];
};

/** Codes one block after the other; `takeTurns` is awaited every few milliseconds of work, except within a chunk. */
export function blockCoder(
  takeTurns: () => Promise<void> = async () => {},
): (work: AnyBlockWork) => Promise<MovedResult<AnyResult>> {
  const loaded = new Map<AnyBlockWork['format'], Promise<Coder>>();
  return async (work) => {
    const coder = loaded.get(work.format) ?? (CODERS[work.format]() as Promise<Coder>);
    loaded.set(work.format, coder);
    return (await coder)(work, takeTurns);
  };
}

/** A coder of any format, which only gets blocks of that format. */
type Coder = (
  work: AnyBlockWork,
  takeTurns: () => Promise<void>,
) => MovedResult<AnyResult> | Promise<MovedResult<AnyResult>>;

/** Codes blocks in this thread: each is finished before the next one comes. */
export function soloCoders(): BlockCoders {
  const code = blockCoder(turnTaker());
  const crew = soloCrew(async (work: AnyBlockWork) => (await code(work)).result) as BlockCoders;
  return { ...crew, places: 0 };
}

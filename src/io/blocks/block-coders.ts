/*
 * Points that a format packs across batches, a block at a time: the chunks of LAZ, the row groups of Parquet, packets of E57.
 * The bytes of a block follow from its points and its place alone, so any thread codes it; and any unpacks a chunk of LAZ.
 */
import { turnTaker } from '../../base/steps.js';
import { type MovedResult, soloCrew, type ThreadCrew } from '../../base/threads/thread-crew.js';
import type { CodedPackets, PacketWork } from '../e57/code-packets.js';
import type { ChunkWork, CodedChunk } from '../laz/chunk-coders.js';
import type { PackedWork, UnpackedChunk } from '../laz/unpack-chunk.js';
import type { CodedGroup, GroupWork } from '../parquet/code-row-group.js';

/** A block of any format. */
export type BlockWork = ChunkWork | PackedWork | GroupWork | PacketWork;

/** What becomes of the works of each format. */
interface Results {
  laz: CodedChunk;
  'packed laz': UnpackedChunk;
  parquet: CodedGroup;
  e57: CodedPackets;
}
type ResultOf<Work extends BlockWork> = Results[Work['format']];

/** Codes blocks: in this thread, or in others. */
export interface BlockCoders extends Omit<ThreadCrew<BlockWork, ResultOf<BlockWork>>, 'do'> {
  do<Work extends BlockWork>(work: Work, series?: string): Promise<ResultOf<Work>>;
}

/** The memory that goes to another thread with a block. */
export const memoryOfWork = (work: BlockWork): ArrayBuffer[] => {
  if (work.format === 'packed laz') return [work.chunk.buffer, ...(work.room ? [work.room] : [])];
  if (work.format !== 'laz') return [...new Set(work.columns.map(({ buffer }) => buffer))];
  const { records, picked, lasers } = work;
  return [picked ? picked.numbers.buffer : (records.buffer as ArrayBuffer), ...(lasers ? [lasers.buffer] : [])];
};

/** Codes one block after the other; `takeTurns` is awaited every few milliseconds of work, except within a chunk. */
export function blockCoder(
  takeTurns: () => Promise<void> = async () => {},
): (work: BlockWork) => Promise<MovedResult<ResultOf<BlockWork>>> {
  // What codes a format is loaded with its first block.
  const codeChunk = once(async () => (await import('../laz/chunk-coders.js')).chunkCoder());
  const unpackChunk = once(async () => (await import('../laz/unpack-chunk.js')).chunkUnpacker());
  return async (work) => {
    if (work.format === 'laz') return (await codeChunk())(work);
    if (work.format === 'packed laz') return (await unpackChunk())(work);
    if (work.format === 'e57') return (await import('../e57/code-packets.js')).codePackets(work, takeTurns);
    return (await import('../parquet/code-row-group.js')).codeRowGroup(work, takeTurns);
  };
}

/** Calls `make` when it is first asked, and returns the same result from then on. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Codes blocks in this thread: none is under way while others come. */
export function soloCoders(): BlockCoders {
  const code = blockCoder(turnTaker());
  const crew = soloCrew(async (work: BlockWork) => (await code(work)).result) as BlockCoders;
  return { ...crew, places: 0 };
}

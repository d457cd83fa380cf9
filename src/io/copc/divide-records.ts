import { sharedMemory } from '../../base/shared-memory.js';
import { viewOf } from '../bytes/byte-fields.js';
import { copyBytesOf } from '../las/gather-records.js';
import { CellCounts } from './cell-counts.js';
import { type Bucket, BucketDivision, type NodeSizes } from './divide-bucket.js';
import type { NodeTaker } from './node-records.js';
import { codesOf, GRID_LEVELS, type OctreeCube } from './octree-cube.js';
import { loadNumber, RECORD_NUMBER_BYTES, storeNumber } from './record-numbers.js';
import type { RecordPile, RecordPiles, ScratchRoom } from './record-piles.js';
import { SharedNodes } from './shared-nodes.js';
import { sortCodes } from './sort-codes.js';

export interface DivisionSizes extends NodeSizes {
  /** Approximate memory of the records that are divided at once, bytes. */
  bucketBytes: number;
}

/** Tools of a division. */
export interface DivisionTools {
  cube: OctreeCube;
  piles: RecordPiles;
  room: ScratchRoom;
  sizes: DivisionSizes;
}

/** Memory of a record while its bucket is divided, besides its own bytes. */
const INDEX_BYTES = 40;

/** Cells of level 7. */
const CELLS = 8 ** GRID_LEVELS;

/**
 * Hands over the records of all nodes, children before parents. If memory does not hold all records, they are first put
 * into buckets by their cells of level 7; one such cell is in memory whole. The division does not affect the nodes.
 */
export async function divideRecords(records: RecordPile, tools: DivisionTools, taker: NodeTaker): Promise<void> {
  const perBucket = Math.floor(tools.sizes.bucketBytes / (records.recordBytes + INDEX_BYTES));
  if (records.count <= perBucket) return divideAll(records, tools, taker);
  const counts = await countCells(records, tools);
  const starts = counts.stretches(perBucket);
  const buckets = await fillBuckets(records, starts, tools);
  const shared = new SharedNodes(records.recordBytes, tools, taker);
  const findBytes = reusedMemory();
  for (const [k, pile] of buckets.entries()) {
    await taker.settle();
    const bytes = await pile.take(findBytes);
    const numberOf = (record: number) => loadNumber(bytes, record * pile.recordBytes + records.recordBytes);
    const bucket: Bucket = {
      ...sortedRecords(bytes, pile.recordBytes, tools.cube, numberOf),
      cells: [starts[k], starts[k + 1]],
      counts,
    };
    await new BucketDivision(bucket, tools.sizes, shared.sinkOf(bytes)).run();
  }
}

/** Gives the same memory each time, as long as it suffices. */
function reusedMemory(): (bytes: number) => Uint8Array {
  let memory = sharedMemory(0);
  return (bytes) => {
    if (bytes > memory.byteLength) memory = sharedMemory(bytes);
    return new Uint8Array(memory, 0, bytes);
  };
}

async function divideAll(records: RecordPile, { cube, sizes }: DivisionTools, taker: NodeTaker): Promise<void> {
  const { recordBytes } = records;
  const bytes = await records.take(reusedMemory());
  const bucket: Bucket = {
    ...sortedRecords(bytes, recordBytes, cube, (record) => record),
    cells: [0, CELLS],
    counts: undefined,
  };
  await new BucketDivision(bucket, sizes, {
    add: (key, numbers) => taker.take(key, { bytes, stride: recordBytes, numbers }),
    addPart: async () => {},
    isShared: () => false,
    completeShared: async () => {},
  }).run();
}

/** The codes of records in order, and their priorities by record number. */
function sortedRecords(
  bytes: Uint8Array,
  stride: number,
  cube: OctreeCube,
  numberOf: (record: number) => number,
): Pick<Bucket, 'codes' | 'priority'> {
  const count = bytes.length / stride;
  const priority = new Uint32Array(count);
  for (let record = 0; record < count; record++) priority[record] = priorityOf(numberOf(record));
  return { codes: sortCodes(codesOf(cube, bytes, stride, count)), priority };
}

/** The cell of level 7 of a code: its first 21 of 30 bits. */
const CELL_SHIFT = 9;

async function countCells(records: RecordPile, { cube }: DivisionTools): Promise<CellCounts> {
  const counts = new Float64Array(CELLS);
  for await (const block of records.read()) {
    const { high } = codesOf(cube, block, records.recordBytes, block.length / records.recordBytes);
    for (const code of high) counts[code >>> CELL_SHIFT]++;
  }
  return new CellCounts(counts);
}

/** Moves records to a pile for each stretch of cells, each record followed by its number. */
async function fillBuckets(
  records: RecordPile,
  starts: readonly number[],
  { cube, piles, room }: DivisionTools,
): Promise<RecordPile[]> {
  const { recordBytes } = records;
  const bucketOf = new Uint32Array(CELLS);
  for (let k = 0; k + 1 < starts.length; k++) bucketOf.fill(k, starts[k], starts[k + 1]);
  const buckets = starts.slice(1).map(() => piles.pile(recordBytes + RECORD_NUMBER_BYTES));
  let number = 0;
  for await (const block of records.drain()) {
    const count = block.length / recordBytes;
    const { high } = codesOf(cube, block, recordBytes, count);
    const source = viewOf(block);
    for (let i = 0; i < count; i++) {
      const pile = buckets[bucketOf[high[i] >>> CELL_SHIFT]];
      const { bytes, view, at } = pile.place();
      copyBytesOf(source, i * recordBytes, view, at, recordBytes);
      storeNumber(bytes, at + recordBytes, number++);
      pile.advance(1);
    }
    await piles.relieve(room);
  }
  return buckets;
}

/**
 * A 32-bit number derived from the number of a point in its survey, evenly distributed (MurmurHash3's last step,
 * Appleby 2011).
 */
function priorityOf(number: number): number {
  const above = Math.floor(number / 2 ** 32);
  return mixed(above === 0 ? number : number ^ mixed(above));
}

/** Each bit of the result depends on all bits of the value. */
function mixed(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

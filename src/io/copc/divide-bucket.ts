import { joinArrays } from '../../base/join-arrays.js';
import type { CellCounts } from './cell-counts.js';
import { GRID_LEVELS, NODE_LEVEL_MAX } from './octree-cube.js';
import { childKey, type NodeKey, ROOT_KEY } from './octree-key.js';
import { risingNumbers, type SortedCodes } from './sort-codes.js';

/** Bits of a half of a code, three a level. */
const HALF_LEVELS = 10;

/** Points of consecutive cells of level 7, in survey order. */
export interface Bucket {
  codes: SortedCodes;
  /** Priority of each record: a node takes the point of a cell with the least one; among equal ones the first. */
  priority: Uint32Array;
  /** Its cells, half-open. */
  cells: readonly [first: number, end: number];
  /** Points in the cells of the whole cloud; absent: the bucket has all of them. */
  counts: CellCounts | undefined;
}

/** Numbers of points in nodes. */
export interface NodeSizes {
  /** A cell with no more points than this is not divided. */
  leafPoints: number;
  /** A leaf with fewer points leaves them to the node above: chunks of a few points are large. */
  fewPoints: number;
}

/** Receives the nodes of a cloud: whole ones from a bucket, and the parts of nodes that several buckets share. */
export interface NodeSink {
  /** Takes a node whose points are these records of the bucket, in ascending order. */
  add(key: NodeKey, records: Uint32Array<ArrayBuffer>): Promise<void>;
  /** Takes these records as a part of a shared node. */
  addPart(key: NodeKey, records: Uint32Array): Promise<void>;
  /** Whether parts of a shared node are waiting for others. */
  isShared(key: NodeKey): boolean;
  /** Completes a shared node; with fewer than `atLeast` points, they go to the node above. */
  completeShared(key: NodeKey, atLeast: number): Promise<void>;
}

/** A cell with its remaining points. */
interface Cell {
  key: NodeKey;
  /** Its index among the cells of its level, in Morton order. */
  code: number;
  /** The places of the points that no node above has taken. */
  left: Range;
  /** The places of all its points. */
  all: Range;
}

type Range = readonly [first: number, end: number];

const NONE = new Uint32Array(0);

/**
 * Hands over the nodes of a bucket, children before parents, in Morton order. A node takes from each of its 128³ cells
 * the point of least priority that no node above has taken, or all remaining ones if its cell had few points. The nodes
 * of a cloud are the same in any division into buckets.
 */
export class BucketDivision {
  private readonly bucket: Bucket;
  private readonly sizes: NodeSizes;
  private readonly sink: NodeSink;
  /** Places in the sorted codes that no node has taken, by cell. */
  private readonly left: Uint32Array;
  private readonly picked: Uint32Array;

  constructor(bucket: Bucket, sizes: NodeSizes, sink: NodeSink) {
    this.bucket = bucket;
    this.sizes = sizes;
    this.sink = sink;
    const { length } = bucket.codes.high;
    this.left = risingNumbers(length);
    this.picked = new Uint32Array(length);
  }

  async run(): Promise<void> {
    const all: Range = [0, this.left.length];
    await this.visit({ key: ROOT_KEY, code: 0, left: all, all });
  }

  /** Hands over the nodes of a cell; returns the records that it leaves to the node above. */
  private async visit(cell: Cell): Promise<Uint32Array<ArrayBuffer>> {
    const { key } = cell;
    const { leafPoints, fewPoints } = this.sizes;
    const isLeaf = this.pointsOf(cell) <= leafPoints || key.level === NODE_LEVEL_MAX;
    const records = isLeaf ? this.recordsOf(this.left.subarray(...cell.left)) : await this.divide(cell);
    const atLeast = isLeaf && key.level > 0 ? fewPoints : 1;
    if (this.isWhole(cell)) {
      if (records.length < atLeast) return records;
      await this.sink.add(key, records.sort());
      return NONE;
    }
    await this.sink.addPart(key, records.sort());
    if (cellsOf(cell)[1] <= this.bucket.cells[1]) await this.sink.completeShared(key, atLeast);
    return NONE;
  }

  /** The records for a node that has children; these are handed over. */
  private async divide(cell: Cell): Promise<Uint32Array<ArrayBuffer>> {
    const picked = this.pick(cell.left, cell.key.level + GRID_LEVELS);
    const own = [this.recordsOf(this.picked.subarray(0, picked))];
    const level = cell.key.level + 1;
    let [from, end] = [cell.left[0], cell.left[1] - picked];
    let first = cell.all[0];
    for (let octant = 0; octant < 8; octant++) {
      const key = childKey(cell.key, octant);
      const code = 8 * cell.code + octant;
      const left: Range = [from, this.firstBehind(from, end, level, code, (place) => this.left[place])];
      const all: Range = [first, this.firstBehind(first, cell.all[1], level, code, (place) => place)];
      if (left[1] > left[0] || this.sink.isShared(key)) own.push(await this.visit({ key, code, left, all }));
      [from, first] = [left[1], all[1]];
    }
    return joinArrays(Uint32Array, own);
  }

  /**
   * Moves the point of least priority of each cell of `level` to `picked`; the others close up. Returns their number.
   */
  private pick([from, end]: Range, level: number): number {
    const { left, picked } = this;
    const { codes, priority } = this.bucket;
    const { high, low, record } = codes;
    const highShift = 3 * Math.max(0, HALF_LEVELS - level);
    const lowShift = 3 * (2 * HALF_LEVELS - Math.max(level, HALF_LEVELS));
    let kept = from;
    let count = 0;
    for (let i = from; i < end; ) {
      const [cellHigh, cellLow] = [high[left[i]] >>> highShift, low[left[i]] >>> lowShift];
      let best = i;
      let next = i + 1;
      for (; next < end; next++) {
        const place = left[next];
        if (high[place] >>> highShift !== cellHigh || low[place] >>> lowShift !== cellLow) break;
        const difference = priority[record[place]] - priority[record[left[best]]];
        if (difference < 0 || (difference === 0 && record[place] < record[left[best]])) best = next;
      }
      picked[count++] = left[best];
      for (; i < next; i++) if (i !== best) left[kept++] = left[i];
    }
    return count;
  }

  /** The first index in the sorted `from` … `end` whose cell of `level` comes behind `code`. */
  private firstBehind(from: number, end: number, level: number, code: number, placeOf: (k: number) => number): number {
    while (from < end) {
      const middle = (from + end) >>> 1;
      if (this.cellOf(placeOf(middle), level) > code) end = middle;
      else from = middle + 1;
    }
    return from;
  }

  /** The cell of a place. */
  private cellOf(place: number, level: number): number {
    const { high, low } = this.bucket.codes;
    if (level <= HALF_LEVELS) return high[place] >>> (3 * (HALF_LEVELS - level));
    const more = level - HALF_LEVELS;
    return high[place] * 8 ** more + (low[place] >>> (3 * (HALF_LEVELS - more)));
  }

  private recordsOf(places: Uint32Array): Uint32Array<ArrayBuffer> {
    const { record } = this.bucket.codes;
    const records = new Uint32Array(places.length);
    for (let k = 0; k < places.length; k++) records[k] = record[places[k]];
    return records;
  }

  private pointsOf({ key, code, all }: Cell): number {
    const { counts } = this.bucket;
    return counts && key.level <= GRID_LEVELS ? counts.of(key.level, code) : all[1] - all[0];
  }

  /** Whether no other bucket has points of the cell. */
  private isWhole(cell: Cell): boolean {
    if (cell.key.level >= GRID_LEVELS) return true;
    const [first, end] = cellsOf(cell);
    return first >= this.bucket.cells[0] && end <= this.bucket.cells[1];
  }
}

/** The cells of level 7 in a cell of a lower level, half-open. */
function cellsOf({ key, code }: Cell): Range {
  const count = 8 ** (GRID_LEVELS - key.level);
  return [code * count, (code + 1) * count];
}

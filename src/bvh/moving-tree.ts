import { MOVER_BOX, type MoverTreePlace, refitMoverTree, writeMoverTree } from './mover-tree.js';
import { type MoverRecords, MovingBoxes } from './moving-boxes.js';

/** Windows for which movers are sorted once: those that were neighbours mostly still are. */
const WINDOWS_A_SORT = 64;
/** Steps of a box's middle along each axis, by which movers are sorted. */
const CELLS = 1024;

/** The tree over the boxes that movers sweep during a window of time. */
export class MovingTree {
  private readonly moving: MovingBoxes;
  private readonly firstInstance: number;
  /** Movers of the window, and of the one at which they were sorted last, by their numbers and sorted. */
  private readonly there: Uint32Array;
  private readonly sortedSet: Uint32Array;
  private order = new Uint32Array(0);
  private count = 0;
  private age = 0;
  /** Nodes of the tree as it was written last; 0: it is not there. */
  private nodes = 0;

  constructor(records: MoverRecords) {
    this.moving = new MovingBoxes(records);
    this.firstInstance = records.instanceCount;
    this.there = new Uint32Array(records.moverCount);
    this.sortedSet = new Uint32Array(records.moverCount);
  }

  /**
   * Writes the tree for the time from `first` to `last`, seconds of the scene's clock; returns the number of nodes.
   * Until the next call of `clear` its place is the same.
   */
  write(place: MoverTreePlace, first: number, last: number): number {
    this.count = this.moving.sweep(first, last, this.there);
    const { boxes } = this.moving;
    if (this.age++ % WINDOWS_A_SORT === 0 || !this.isSorted()) {
      this.sort();
      this.nodes = 0;
    }
    if (this.nodes > 0) refitMoverTree(place, boxes, this.order, this.count);
    else this.nodes = writeMoverTree(place, boxes, this.order, this.count, this.firstInstance);
    return this.nodes;
  }

  /** Whether no mover is there in the last window. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Writes a tree in which no mover is. */
  clear(place: MoverTreePlace): void {
    this.nodes = 0;
    writeMoverTree(place, this.moving.boxes, this.order, 0, this.firstInstance);
  }

  private isSorted(): boolean {
    const { there, sortedSet, count } = this;
    if (this.order.length !== count) return false;
    for (let k = 0; k < count; k++) if (there[k] !== sortedSet[k]) return false;
    return true;
  }

  private sort(): void {
    const { boxes } = this.moving;
    const cells = new CellNumbers(boxes, this.there, this.count);
    // A number of a cell, and behind it that of the mover, so that numbers alone are sorted.
    const keys = new Float64Array(this.count);
    for (let k = 0; k < this.count; k++) keys[k] = cells.of(this.there[k]) * MOVERS + this.there[k];
    keys.sort();
    this.order = Uint32Array.from(keys, (key) => key % MOVERS);
    this.sortedSet.set(this.there);
  }
}

/** More than any scene's movers. */
const MOVERS = 2 ** 22;

/** Cells in which the middles of boxes lie, numbered along a curve that keeps neighbours together (Morton). */
class CellNumbers {
  private readonly boxes: Float32Array;
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly perMetre: number;

  constructor(boxes: Float32Array, movers: Uint32Array, count: number) {
    this.boxes = boxes;
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < count; k++)
      for (let axis = 0; axis < 3; axis++) {
        this.low[axis] = Math.min(this.low[axis], this.twiceMiddle(movers[k], axis));
        high[axis] = Math.max(high[axis], this.twiceMiddle(movers[k], axis));
      }
    this.perMetre = (CELLS - 1) / Math.max(...high.map((most, axis) => most - this.low[axis]), 1e-9);
  }

  of(mover: number): number {
    let key = 0;
    for (let axis = 0; axis < 3; axis++)
      key |= spread(Math.floor((this.twiceMiddle(mover, axis) - this.low[axis]) * this.perMetre)) << axis;
    return key;
  }

  private twiceMiddle(mover: number, axis: number): number {
    const at = mover * MOVER_BOX + axis;
    return this.boxes[at] + this.boxes[at + 3];
  }
}

/** Puts two zeros between the bits of a number below CELLS. */
function spread(x: number): number {
  let bits = x;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

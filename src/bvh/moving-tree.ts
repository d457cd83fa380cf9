import { MOVER_BOX, type MoverTreePlace, writeMoverTree } from './mover-tree.js';
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

  constructor(records: MoverRecords) {
    this.moving = new MovingBoxes(records);
    this.firstInstance = records.instanceCount;
    this.there = new Uint32Array(records.moverCount);
    this.sortedSet = new Uint32Array(records.moverCount);
  }

  /** Writes the tree for the time from `first` to `last`, seconds of the scene's clock; returns the number of nodes. */
  write(place: MoverTreePlace, first: number, last: number): number {
    this.count = this.moving.sweep(first, last, this.there);
    if (this.age++ % WINDOWS_A_SORT === 0 || !this.isSorted()) this.sort();
    return writeMoverTree(place, this.moving.boxes, this.order, this.count, this.firstInstance);
  }

  /** Whether no mover is there in the last window. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Writes a tree in which no mover is. */
  clear(place: MoverTreePlace): void {
    writeMoverTree(place, this.moving.boxes, this.order, 0, this.firstInstance);
  }

  private isSorted(): boolean {
    const { there, sortedSet, count } = this;
    if (this.order.length !== count) return false;
    for (let k = 0; k < count; k++) if (there[k] !== sortedSet[k]) return false;
    return true;
  }

  private sort(): void {
    const keys = sortKeys(this.moving.boxes, this.there.subarray(0, this.count));
    const places = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
    this.order = places.map((place) => this.there[place]);
    this.sortedSet.set(this.there);
  }
}

/** Numbers of the cells in which the middles of boxes lie, along a curve that keeps neighbours together (Morton). */
function sortKeys(boxes: Float32Array, movers: Uint32Array): Uint32Array {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  const middle = (mover: number, axis: number) => boxes[mover * MOVER_BOX + axis] + boxes[mover * MOVER_BOX + 3 + axis];
  for (const mover of movers)
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], middle(mover, axis));
      high[axis] = Math.max(high[axis], middle(mover, axis));
    }
  const size = Math.max(...high.map((most, axis) => most - low[axis]), 1e-9);
  return movers.map((mover) => {
    let key = 0;
    for (let axis = 0; axis < 3; axis++)
      key |= spread(Math.floor(((middle(mover, axis) - low[axis]) / size) * (CELLS - 1))) << axis;
    return key;
  });
}

/** Puts two zeros between the bits of a number below CELLS. */
function spread(x: number): number {
  let bits = x;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

import { orderOfMovers } from './mover-order.js';
import { type MoverTreePlace, refitMoverTree, writeMoverTree } from './mover-tree.js';
import { type MoverRecords, MovingBoxes } from './moving-boxes.js';

/** Seconds of the scene's clock for which movers are sorted once: those that were neighbours mostly still are. */
const SECONDS_A_SORT = 1.5;

/** The tree over the boxes that movers sweep during a window of time. */
export class MovingTree {
  private readonly moving: MovingBoxes;
  private readonly firstInstance: number;
  /** Movers of the window, and of the one at which they were sorted last, by their numbers and sorted. */
  private readonly there: Uint32Array;
  private readonly sortedSet: Uint32Array;
  private order: Uint32Array = new Uint32Array(0);
  private count = 0;
  /** The beginning of the window at which they were sorted last. */
  private sortedAt = -Infinity;
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
    if (Math.abs(first - this.sortedAt) > SECONDS_A_SORT || !this.isSorted()) {
      this.sort();
      this.sortedAt = first;
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
    this.order = orderOfMovers(this.moving.boxes, this.there, this.count);
    this.sortedSet.set(this.there);
  }
}

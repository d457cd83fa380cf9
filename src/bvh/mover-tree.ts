import { LEAF, Node4 } from '../device/records.generated.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';

// The tree over the boxes of movers during a window of time, made anew for each window: every node has four children in
// the order in which movers are sorted, so that only boxes have to be computed. The root is node 0, levels follow each
// other from the top.

const NODE_WORDS = Node4.SIZE / 4;
/** Numbers of a box: its lower corner, then its upper one. */
export const MOVER_BOX = 6;
const [MIN_X, MIN_Y, MIN_Z] = [Node4.minX / 4, Node4.minY / 4, Node4.minZ / 4];
const [MAX_X, MAX_Y, MAX_Z] = [Node4.maxX / 4, Node4.maxY / 4, Node4.maxZ / 4];

/** Numbers of nodes of the levels of a tree over `count` boxes, from the lowest one to the root. */
function levelsOf(count: number): number[] {
  const levels: number[] = [];
  for (let size = count; levels.length === 0 || size > 1; ) {
    size = Math.max(1, Math.ceil(size / NODE_WIDTH));
    levels.push(size);
  }
  return levels;
}

/** Most nodes of a tree over at most `count` movers; none without movers. */
export const moverNodes = (count: number): number =>
  count === 0 ? 0 : levelsOf(count).reduce((sum, size) => sum + size);

/** Levels of that tree. */
export const moverDepth = (count: number): number => (count === 0 ? 0 : levelsOf(count).length);

/** A node without children: nothing enters its boxes. */
export function emptyNode(): ArrayBuffer {
  const node = new Float32Array(NODE_WORDS);
  clearBoxes(node, 0);
  return node.buffer;
}

function clearBoxes(floats: Float32Array, node: number): void {
  for (const low of [MIN_X, MIN_Y, MIN_Z]) floats.fill(Infinity, node + low, node + low + NODE_WIDTH);
  for (const high of [MAX_X, MAX_Y, MAX_Z]) floats.fill(-Infinity, node + high, node + high + NODE_WIDTH);
}

/** A tree to be written: its nodes in memory, and the number that the first one has among all nodes. */
export interface MoverTreePlace {
  floats: Float32Array;
  words: Uint32Array;
  firstNode: number;
}

/**
 * Writes the tree over the `count` boxes at `order` among `boxes` (MOVER_BOX numbers each); their leaves name instances
 * from `firstInstance` on. Returns the number of its nodes.
 */
export function writeMoverTree(
  place: MoverTreePlace,
  boxes: Float32Array,
  order: Uint32Array,
  count: number,
  firstInstance: number,
): number {
  const levels = levelsOf(count);
  const nodes = levels.reduce((sum, size) => sum + size);
  const { floats, words, firstNode } = place;
  floats.fill(0, 0, nodes * NODE_WORDS);
  for (let node = 0; node < nodes; node++) clearBoxes(floats, node * NODE_WORDS);
  let first = nodes;
  let below = 0;
  let children = count;
  for (const [level, size] of levels.entries()) {
    first -= size;
    for (let child = 0; child < children; child++) {
      const value = level === 0 ? LEAF | (firstInstance + order[child]) : firstNode + below + child;
      words[laneOf(first, child) + Node4.child / 4] = value;
    }
    below = first;
    children = size;
  }
  refitMoverTree(place, boxes, order, count);
  return nodes;
}

/** Writes the boxes of a tree anew, which has been written for as many in the same order. */
export function refitMoverTree(
  { floats }: MoverTreePlace,
  boxes: Float32Array,
  order: Uint32Array,
  count: number,
): void {
  const levels = levelsOf(count);
  let first = levels.reduce((sum, size) => sum + size) - levels[0];
  for (let child = 0; child < count; child++) copyBox(floats, laneOf(first, child), boxes, order[child] * MOVER_BOX);
  for (let level = 1; level < levels.length; level++) {
    const below = first;
    first -= levels[level];
    for (let child = 0; child < levels[level - 1]; child++)
      joinBoxes(floats, laneOf(first, child), (below + child) * NODE_WORDS);
  }
}

/** Words before the lane of a child of a level that begins with a node. */
const laneOf = (first: number, child: number): number => (first + (child >> 2)) * NODE_WORDS + (child & 3);

function copyBox(floats: Float32Array, to: number, boxes: Float32Array, from: number): void {
  floats[to + MIN_X] = boxes[from];
  floats[to + MIN_Y] = boxes[from + 1];
  floats[to + MIN_Z] = boxes[from + 2];
  floats[to + MAX_X] = boxes[from + 3];
  floats[to + MAX_Y] = boxes[from + 4];
  floats[to + MAX_Z] = boxes[from + 5];
}

/** Sets the box of a lane to that around all children of a node. */
function joinBoxes(floats: Float32Array, to: number, node: number): void {
  floats[to + MIN_X] = leastOf(floats, node + MIN_X);
  floats[to + MIN_Y] = leastOf(floats, node + MIN_Y);
  floats[to + MIN_Z] = leastOf(floats, node + MIN_Z);
  floats[to + MAX_X] = mostOf(floats, node + MAX_X);
  floats[to + MAX_Y] = mostOf(floats, node + MAX_Y);
  floats[to + MAX_Z] = mostOf(floats, node + MAX_Z);
}

const leastOf = (floats: Float32Array, at: number): number =>
  Math.min(Math.min(floats[at], floats[at + 1]), Math.min(floats[at + 2], floats[at + 3]));

const mostOf = (floats: Float32Array, at: number): number =>
  Math.max(Math.max(floats[at], floats[at + 1]), Math.max(floats[at + 2], floats[at + 3]));

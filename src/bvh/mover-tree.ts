import { LEAF, Node4 } from '../device/records.generated.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';

// The tree over the boxes of movers during a window of time, made anew for each window: every node has four children in
// the order in which movers are sorted, so that only boxes have to be computed. The root is node 0, levels follow each
// other from the top.

const NODE_WORDS = Node4.SIZE / 4;
/** Numbers of a box: its lower corner, then its upper one. */
export const MOVER_BOX = 6;
const LOW = [Node4.minX / 4, Node4.minY / 4, Node4.minZ / 4];
const HIGH = [Node4.maxX / 4, Node4.maxY / 4, Node4.maxZ / 4];

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
  for (let axis = 0; axis < 3; axis++) {
    floats.fill(Infinity, node + LOW[axis], node + LOW[axis] + NODE_WIDTH);
    floats.fill(-Infinity, node + HIGH[axis], node + HIGH[axis] + NODE_WIDTH);
  }
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
  { floats, words, firstNode }: MoverTreePlace,
  boxes: Float32Array,
  order: Uint32Array,
  count: number,
  firstInstance: number,
): number {
  const levels = levelsOf(count);
  const nodes = levels.reduce((sum, size) => sum + size);
  floats.fill(0, 0, nodes * NODE_WORDS);
  let [from, below, children] = [nodes, 0, count];
  for (const size of levels) {
    const isLowest = children === count && below === 0;
    from -= size;
    for (let node = 0; node < size; node++) {
      const at = (from + node) * NODE_WORDS;
      clearBoxes(floats, at);
      for (let lane = 0; lane < NODE_WIDTH && node * NODE_WIDTH + lane < children; lane++) {
        const child = node * NODE_WIDTH + lane;
        if (isLowest) copyBox(floats, at + lane, boxes, order[child] * MOVER_BOX);
        else joinBoxes(floats, at + lane, (below + child) * NODE_WORDS);
        const value = isLowest ? LEAF | (firstInstance + order[child]) : firstNode + below + child;
        words[at + Node4.child / 4 + lane] = value;
      }
    }
    [below, children] = [from, size];
  }
  return nodes;
}

function copyBox(floats: Float32Array, to: number, boxes: Float32Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    floats[to + LOW[axis]] = boxes[from + axis];
    floats[to + HIGH[axis]] = boxes[from + 3 + axis];
  }
}

/** Sets the box of a lane to that around all children of a node. */
function joinBoxes(floats: Float32Array, to: number, node: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let lane = 0; lane < NODE_WIDTH; lane++) {
      low = Math.min(low, floats[node + LOW[axis] + lane]);
      high = Math.max(high, floats[node + HIGH[axis] + lane]);
    }
    floats[to + LOW[axis]] = low;
    floats[to + HIGH[axis]] = high;
  }
}

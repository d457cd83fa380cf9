import { append } from '../base/append.js';
import { LEAF, Node4 } from '../device/records.generated.js';
import { NODE_WIDTH, type WideNodes } from '../device/wide-bvh.js';

/** Numbers of a box in a hull: its middle, then half of its extents. */
export const HULL_BOX = 6;

const NODE_WORDS = Node4.SIZE / 4;

/** A box of a tree: its lane in a node, and half of its surface. */
interface Opened {
  /** Words of the node before it, and its lane. */
  at: number;
  surface: number;
}

/**
 * The boxes of at most `most` nodes of a tree, or of its root's children if these are more; together they hold all of
 * its triangles: HULL_BOX numbers each. The largest ones are opened first.
 */
export function hullBoxes({ nodes }: Pick<WideNodes, 'nodes'>, most: number): Float64Array {
  const [floats, words] = [new Float32Array(nodes), new Uint32Array(nodes)];
  // By rising surface.
  const boxes = childrenOf(0, floats, words);
  const leaves: Opened[] = [];
  for (let largest = boxes.pop(); largest !== undefined; largest = boxes.pop()) {
    const child = words[largest.at + Node4.child / 4];
    const opened = child & LEAF ? [] : childrenOf(child, floats, words);
    if (opened.length === 0) leaves.push(largest);
    else if (boxes.length + leaves.length + opened.length > most) {
      boxes.push(largest);
      break;
    } else for (const box of opened) insert(boxes, box);
  }
  append(boxes, leaves);
  const hull = new Float64Array(HULL_BOX * boxes.length);
  boxes.forEach(({ at }, k) => {
    [Node4.minX, Node4.minY, Node4.minZ].forEach((min, axis) => {
      const [low, high] = [floats[at + min / 4], floats[at + min / 4 + NODE_WIDTH]];
      hull[HULL_BOX * k + axis] = (low + high) / 2;
      hull[HULL_BOX * k + 3 + axis] = (high - low) / 2;
    });
  });
  return hull;
}

function childrenOf(node: number, floats: Float32Array, words: Uint32Array): Opened[] {
  const boxes: Opened[] = [];
  for (let lane = 0; lane < NODE_WIDTH; lane++) {
    const at = node * NODE_WORDS + lane;
    if (words[at + Node4.child / 4] === 0) break;
    const [x, y, z] = [Node4.minX, Node4.minY, Node4.minZ].map(
      (min) => floats[at + min / 4 + NODE_WIDTH] - floats[at + min / 4],
    );
    insert(boxes, { at, surface: x * y + y * z + z * x });
  }
  return boxes;
}

function insert(boxes: Opened[], box: Opened): void {
  let place = boxes.length;
  while (place > 0 && boxes[place - 1].surface > box.surface) place--;
  boxes.splice(place, 0, box);
}

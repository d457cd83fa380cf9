import { copyBytes, type Steps } from '../base/steps.js';
import { LEAF, Node4 } from '../device/records.generated.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';

/** Nodes between two steps: some milliseconds. */
const NODES_A_STEP = 100_000;
const NODE_WORDS = Node4.SIZE / 4;
const CHILD_WORD = Node4.child / 4;

/**
 * Copies `count` nodes to `nodes`, starting at node number `nodeBase`: children that are nodes move up by `nodeBase`,
 * the first blocks of leaves by `blockBase`.
 */
export function* shiftTree(
  source: ArrayBuffer,
  count: number,
  nodes: Uint8Array,
  nodeBase: number,
  blockBase: number,
): Steps<void> {
  yield* copyBytes(new Uint8Array(source), nodes, nodeBase * Node4.SIZE);
  const words = new Uint32Array(nodes.buffer, nodes.byteOffset + nodeBase * Node4.SIZE, count * NODE_WORDS);
  for (let child = CHILD_WORD; child < words.length; ) {
    const end = Math.min(words.length, child + NODES_A_STEP * NODE_WORDS);
    for (; child < end; child += NODE_WORDS)
      for (let k = child; k < child + NODE_WIDTH; k++)
        if (words[k] !== 0) words[k] += words[k] & LEAF ? blockBase : nodeBase;
    yield;
  }
}

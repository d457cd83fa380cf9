import { invariant } from '../base/errors.js';
import { copyBytes, type Steps } from '../base/steps.js';
import { emptyBox, growBox } from '../base/vec3.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';
import { shiftTree } from './shift-tree.js';

/** One tree over the trees of 1 to 4 parts of a mesh: a root whose children are their roots. */
export function* joinParts(parts: readonly WideBvh[]): Steps<WideBvh> {
  invariant(parts.length >= 1 && parts.length <= NODE_WIDTH, `a node of ${parts.length} parts`);
  const nodeCount = 1 + parts.reduce((sum, part) => sum + part.nodeCount, 0);
  const blockCount = parts.reduce((sum, part) => sum + part.blockCount, 0);
  const nodes = new Uint8Array(nodeCount * Node4.SIZE);
  const blocks = new Uint8Array(blockCount * TriangleBlock.SIZE);
  const root = new DataView(nodes.buffer);
  const bounds = emptyBox();
  let node = 1;
  let block = 0;
  for (let k = 0; k < NODE_WIDTH; k++) {
    const box = parts[k]?.bounds ?? emptyBox();
    writeBox(root, k, box);
    if (k >= parts.length) continue;
    const part = parts[k];
    growBox(bounds, ...part.bounds.min);
    growBox(bounds, ...part.bounds.max);
    root.setUint32(Node4.child + 4 * k, node, true);
    yield* shiftTree(part.nodes, part.nodeCount, nodes, node, block);
    yield* copyBytes(new Uint8Array(part.blocks), blocks, block * TriangleBlock.SIZE);
    node += part.nodeCount;
    block += part.blockCount;
  }
  const depth = 1 + Math.max(...parts.map((part) => part.depth));
  return { nodes: nodes.buffer, nodeCount, blocks: blocks.buffer, blockCount, depth, bounds };
}

function writeBox(
  root: DataView,
  child: number,
  { min, max }: { min: readonly number[]; max: readonly number[] },
): void {
  const [low, high] = [
    [Node4.minX, Node4.minY, Node4.minZ],
    [Node4.maxX, Node4.maxY, Node4.maxZ],
  ];
  for (let axis = 0; axis < 3; axis++) {
    root.setFloat32(low[axis] + 4 * child, min[axis], true);
    root.setFloat32(high[axis] + 4 * child, max[axis], true);
  }
}

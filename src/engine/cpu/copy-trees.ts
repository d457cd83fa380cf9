import { copyBytes, type Steps } from '../../base/steps.js';
import { shiftTree } from '../../bvh/shift-tree.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { TriangleBlock } from '../../device/records.generated.js';

/**
 * Copies all trees to `nodes` and `blocks` (with room for nodeCount and blockCount records): meshes one after the
 * other, then the tree over instances.
 */
export function* copyTrees(scene: DeviceScene, nodes: Uint8Array, blocks: Uint8Array): Steps<void> {
  let node = 0;
  let block = 0;
  for (const mesh of scene.meshes) {
    yield* shiftTree(mesh.nodes, mesh.nodeCount, nodes, node, block);
    yield* copyBytes(new Uint8Array(mesh.blocks), blocks, block * TriangleBlock.SIZE);
    node += mesh.nodeCount;
    block += mesh.blockCount;
  }
  yield* shiftTree(scene.top.nodes, scene.top.nodeCount, nodes, node, 0);
}

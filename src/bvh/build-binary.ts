import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { BLOCK_SIZE, LEAF_BLOCKS_MAX } from '../device/wide-bvh.js';

/** A binary tree over triangles, in three-mesh-bvh's packed layout. */
export interface BinaryBvh {
  /** 32 bytes a node, depth first; `widen.ts` describes the layout. */
  root: ArrayBuffer;
  /** Triangle of the mesh for each place in the tree's leaves. */
  order: Uint32Array;
}

/** Past this depth three-mesh-bvh makes leaves of the rest; coincident triangles would be split endlessly. */
const MAX_DEPTH = 60;

/**
 * A binary tree by the surface area heuristic (three-mesh-bvh) over the triangles of a mesh. `positions`: 3 f32 per
 * vertex, finite; `indices`: 3 per triangle, in range, at least one triangle; neither is changed. Splitting ends at
 * `leafSize` triangles, by default one block of the tracer.
 */
export function buildBinary(positions: Float32Array, indices: Uint32Array, leafSize: number = BLOCK_SIZE): BinaryBvh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  const bvh = new MeshBVH(geometry, {
    strategy: SAH,
    targetLeafSize: leafSize,
    _strictLeafSize: LEAF_BLOCKS_MAX * BLOCK_SIZE,
    maxDepth: MAX_DEPTH,
    indirect: true,
    verbose: false,
  } as ConstructorParameters<typeof MeshBVH>[1]);
  const { _roots: roots, _indirectBuffer: order } = bvh as unknown as {
    _roots: ArrayBuffer[];
    _indirectBuffer: Uint32Array | Uint16Array;
  };
  return { root: roots[0], order: Uint32Array.from(order) };
}

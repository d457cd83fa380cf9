import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { BLOCK_SIZE, LEAF_BLOCKS_MAX } from '../device/wide-bvh.js';

/** A binary tree over triangles, in three-mesh-bvh's packed layout. */
export interface BinaryBvh {
  /** 32 bytes a node, depth first; `widen.ts` tells the layout. */
  root: ArrayBuffer;
  /** Place in the tree's leaves → triangle of the mesh. */
  order: Uint32Array;
}

/** Past this depth three-mesh-bvh makes leaves of whatever is left; coincident triangles would split for ever. */
const MAX_DEPTH = 60;

/**
 * A binary tree by the surface area heuristic (three-mesh-bvh) over the triangles of a mesh.
 * `positions`: 3 f32 a vertex, finite; `indices`: 3 a triangle, in range, at least one triangle; neither is changed.
 * Splitting ends at `leafSize` triangles: one block of the tracer unless given.
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

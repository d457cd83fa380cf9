import type { Box3 } from '../base/vec3.js';

/** A tree of four children a node over the triangles of one mesh, in the records of `wgsl/records.wgsl`. */
export interface WideBvh {
  /** Node4 records; the root is node 0. */
  nodes: ArrayBuffer;
  nodeCount: number;
  /** TriangleBlock records. */
  blocks: ArrayBuffer;
  blockCount: number;
  /** Levels of inner nodes; a traversal stack of 3 × depth + 1 entries never overflows. */
  depth: number;
  /** Bounds of all triangles, in the mesh's coordinates minus its origin. */
  bounds: Box3;
  /** Of a mesh that changes its shape; absent: it keeps it. */
  shape?: ShapeTrees;
}

/**
 * The trees of a mesh between the keys of its shape: one for each interval, alike but for boxes and numbers, and the
 * triangle blocks of each key.
 */
export interface ShapeTrees {
  intervals: number;
  /** Nodes of an interval; blocks of a key. */
  nodeStride: number;
  blockStride: number;
  /** The box of all triangles during each interval: its lower corner, then its upper one. */
  boxes: Float32Array;
}

/** The nodes of a tree without its triangles. */
export type WideNodes = Pick<WideBvh, 'nodes' | 'nodeCount' | 'depth' | 'bounds'>;

/** Maximum number of triangle blocks of a leaf. */
export const LEAF_BLOCKS_MAX = 8;
/** Triangles in a block. */
export const BLOCK_SIZE = 4;
/** Children of a node. */
export const NODE_WIDTH = 4;

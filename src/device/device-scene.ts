import type { BufferParts } from './buffer-parts.js';
import type { HostBuffers } from './buffers.js';
import type { WideBvh, WideNodes } from './wide-bvh.js';

/** A scene's geometry in the device's records; engines copy the trees of its meshes with shifted numbers. */
export interface DeviceScene {
  meshes: readonly WideBvh[];
  /** The tree over the instances that stand. */
  top: WideNodes;
  /** Nodes and triangle blocks of all trees together, and the index of the root of the top one. */
  nodeCount: number;
  blockCount: number;
  topNode: number;
  /** Instances that stand, and behind them those that move. */
  instanceCount: number;
  moverCount: number;
  /** Whether masks cut out parts of surfaces. */
  hasMasks: boolean;
  /** Largest number of stack entries of a traversal, both levels together. */
  stackEntries: number;
  buffers: Omit<HostBuffers<'scene'>, 'images'> & { readonly images: BufferParts };
}

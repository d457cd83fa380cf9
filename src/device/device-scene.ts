import type { HostBuffers } from './buffers.js';
import type { WideBvh, WideNodes } from './wide-bvh.js';

/** A scene's geometry in the device's records; engines copy the trees of its meshes with their numbers shifted. */
export interface DeviceScene {
  meshes: readonly WideBvh[];
  /** The tree over instances. */
  top: WideNodes;
  /** Nodes and triangle blocks of all trees together, and the place of the root of the top one. */
  nodeCount: number;
  blockCount: number;
  topNode: number;
  instanceCount: number;
  /** Some surfaces are cut out by masks. */
  hasMasks: boolean;
  /** Stack entries that a traversal may need: both levels. */
  stackEntries: number;
  buffers: HostBuffers<'scene'>;
}

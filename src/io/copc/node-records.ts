import type { NodeKey } from './octree-key.js';

/** The records of a node: those with these numbers, in survey order, among many that lie `stride` bytes apart. */
export interface NodeRecords {
  bytes: Uint8Array;
  stride: number;
  numbers: Uint32Array<ArrayBuffer>;
}

/** Takes the nodes of a cloud as they are found. */
export interface NodeTaker {
  take(key: NodeKey, records: NodeRecords): Promise<void>;
  /** Waits until the bytes of all accepted nodes may be reused. */
  settle(): Promise<void>;
}

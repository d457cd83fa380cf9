import type { Steps } from '../base/steps.js';
import type { Box3 } from '../base/vec3.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';

const MAGIC = 0x32_68_76_62; // "bvh2", little endian
/** Magic, checksum of the rest, counts of nodes and blocks, depth, 4 bytes free, 6 f64 of bounds; nodes; blocks. */
export const TREE_HEAD_BYTES = 24 + 48;
const CHECKED_FROM = 8;
const BOUNDS_AT = 24;
/** Bytes between two steps of a checksum: some milliseconds. */
const CHECKED_AT_ONCE = 1 << 22;

/** The CRC-32 of bytes, continued from the sum `before` of earlier ones. */
type Crc32 = (bytes: Uint8Array, before?: number) => number;

/** Facts in the head of a tree's file about the rest. */
export interface TreeHead extends Pick<WideBvh, 'nodeCount' | 'blockCount' | 'depth' | 'bounds'> {
  /** Bytes of its nodes, which come first, and of its blocks. */
  nodeBytes: number;
  blockBytes: number;
  checksum: number;
  bytes: Uint8Array;
}

/** Size of a tree's file in bytes. */
export const treeBytes = ({ nodes, blocks }: WideBvh): number => TREE_HEAD_BYTES + nodes.byteLength + blocks.byteLength;

/** The facts in a head; undefined if it is no head, or not that of a file of `fileBytes`. */
export function readTreeHead(bytes: Uint8Array, fileBytes: number): TreeHead | undefined {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < TREE_HEAD_BYTES || head.getUint32(0, true) !== MAGIC) return undefined;
  const [checksum, nodeCount, blockCount, depth] = [4, 8, 12, 16].map((at) => head.getUint32(at, true));
  const nodeBytes = nodeCount * Node4.SIZE;
  const blockBytes = blockCount * TriangleBlock.SIZE;
  if (fileBytes !== TREE_HEAD_BYTES + nodeBytes + blockBytes) return undefined;
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, k) => head.getFloat64(BOUNDS_AT + 8 * k, true));
  const bounds: Box3 = { min: [a, b, c], max: [d, e, f] };
  return { nodeCount, blockCount, depth, bounds, nodeBytes, blockBytes, checksum, bytes };
}

/** The tree of a file; undefined if its bytes are damaged. */
export function* treeOf(
  head: TreeHead,
  nodes: ArrayBuffer,
  blocks: ArrayBuffer,
  crc32: Crc32,
): Steps<WideBvh | undefined> {
  const { nodeCount, blockCount, depth, bounds, checksum, bytes } = head;
  if (checksum !== (yield* checksumOf(bytes, nodes, blocks, crc32))) return undefined;
  return { nodes, nodeCount, blocks, blockCount, depth, bounds };
}

/** Head of a tree's file. */
export function* treeHead(bvh: WideBvh, crc32: Crc32): Steps<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(TREE_HEAD_BYTES);
  const head = new DataView(bytes.buffer);
  [bvh.nodeCount, bvh.blockCount, bvh.depth].forEach((value, k) => void head.setUint32(8 + 4 * k, value, true));
  [...bvh.bounds.min, ...bvh.bounds.max].forEach((value, k) => void head.setFloat64(BOUNDS_AT + 8 * k, value, true));
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, yield* checksumOf(bytes, bvh.nodes, bvh.blocks, crc32), true);
  return bytes;
}

function* checksumOf(head: Uint8Array, nodes: ArrayBuffer, blocks: ArrayBuffer, crc32: Crc32): Steps<number> {
  let sum = crc32(head.subarray(CHECKED_FROM));
  for (const bytes of [new Uint8Array(nodes), new Uint8Array(blocks)])
    for (let at = 0; at < bytes.length; at += CHECKED_AT_ONCE) {
      sum = crc32(bytes.subarray(at, at + CHECKED_AT_ONCE), sum);
      yield;
    }
  return sum;
}

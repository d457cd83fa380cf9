import type { Steps } from '../base/steps.js';
import { type Box3, emptyBox, growBox } from '../base/vec3.js';
import { LEAF, NODE4_FIRST_BITS, NODE4_FIRST_MASK, NONE, Node4, TriangleBlock } from '../device/records.generated.js';
import { BLOCK_SIZE, NODE_WIDTH, type WideBvh } from '../device/wide-bvh.js';
import type { MeshTriangles } from './mesh-triangles.js';

const NODE_WORDS = Node4.SIZE / 4;
const BLOCK_WORDS = TriangleBlock.SIZE / 4;
const CHILD_WORD = Node4.child / 4;
/** Planes of a box in a node, lower ones first. */
const LOW = [Node4.minX / 4, Node4.minY / 4, Node4.minZ / 4];
const HIGH = [Node4.maxX / 4, Node4.maxY / 4, Node4.maxZ / 4];

/**
 * Room of boxes, as a share of coordinates: what lies between two keys is rounded three times (2⁻²⁴ of twice the way
 * and of the place), and may lie that far beyond both.
 */
const ROOM_SHARE = 2 ** -21;

/**
 * The trees of a mesh that changes its shape (Shape in wgsl/records.wgsl), from the tree of one of its shapes: `keys`
 * are the places of its vertices at rising moments, two at least. Boxes of an interval hold its triangles at both of
 * its keys, and so at all moments between them. `bounds` hold the mesh at all keys.
 */
export function* shapeTrees(
  bvh: WideBvh,
  { indices }: Pick<MeshTriangles, 'indices'>,
  keys: readonly Float32Array[],
): Steps<WideBvh> {
  const { nodeCount, blockCount } = bvh;
  const intervals = keys.length - 1;
  const nodes = new ArrayBuffer(intervals * nodeCount * Node4.SIZE);
  const blocks = new ArrayBuffer(keys.length * blockCount * TriangleBlock.SIZE);
  const bounds = emptyBox();
  const boxes = new Float32Array(intervals * 6);
  for (const [k, positions] of keys.entries()) {
    yield;
    const own = new Float32Array(blocks, k * blockCount * TriangleBlock.SIZE, blockCount * BLOCK_WORDS);
    writeCorners(own, bvh.blocks, indices, positions);
    // The boxes of a key first lie where its interval is, those of the last one in a place of their own.
    const ownNodes = k < intervals ? new Float32Array(nodes, k * nodeCount * Node4.SIZE, nodeCount * NODE_WORDS) : null;
    const written = ownNodes ?? new Float32Array(nodeCount * NODE_WORDS);
    writeBoxes(written, bvh, own);
    if (k === 0) continue;
    const before = new Float32Array(nodes, (k - 1) * nodeCount * Node4.SIZE, nodeCount * NODE_WORDS);
    joinBoxes(before, written);
    const { min, max } = boxOfRoot(before);
    growBox(bounds, ...min);
    growBox(bounds, ...max);
    boxes.set([...min, ...max], (k - 1) * 6);
    shiftChildren(before, (k - 1) * nodeCount, (k - 1) * blockCount);
  }
  const shape = { intervals, nodeStride: nodeCount, blockStride: blockCount, boxes };
  const counts = { nodeCount: intervals * nodeCount, blockCount: keys.length * blockCount };
  return { ...bvh, nodes, blocks, ...counts, bounds, shape };
}

/** A mesh with shapes; absent: it keeps its own. */
type ShapedTriangles = MeshTriangles & { shapes?: { keys: readonly Float32Array[] } };

/** What the tree of a mesh is built from: of one that changes its shape, the middle one. */
export const middleShape = <M extends ShapedTriangles>(mesh: M): M =>
  mesh.shapes === undefined ? mesh : { ...mesh, positions: mesh.shapes.keys[mesh.shapes.keys.length >> 1] };

/** The trees of meshes, of which each was built from its `middleShape`. */
export function* treesOfShapes(meshes: readonly ShapedTriangles[], built: readonly WideBvh[]): Steps<WideBvh[]> {
  const trees: WideBvh[] = [];
  for (const [m, mesh] of meshes.entries())
    trees.push(mesh.shapes ? yield* shapeTrees(built[m], mesh, mesh.shapes.keys) : built[m]);
  return trees;
}

/** Copies blocks with the corners of a key. */
function writeCorners(own: Float32Array, blocks: ArrayBuffer, indices: Uint32Array, positions: Float32Array): void {
  own.set(new Float32Array(blocks));
  const words = new Uint32Array(blocks);
  for (let base = 0; base < own.length; base += BLOCK_WORDS)
    for (let lane = base; lane < base + BLOCK_SIZE; lane++) {
      const triangle = words[lane + TriangleBlock.id / 4];
      if (triangle === NONE) continue;
      for (let corner = 0; corner < 3; corner++) {
        const vertex = 3 * indices[3 * triangle + corner];
        const at = lane + 3 * corner * BLOCK_SIZE;
        own[at] = positions[vertex];
        own[at + BLOCK_SIZE] = positions[vertex + 1];
        own[at + 2 * BLOCK_SIZE] = positions[vertex + 2];
      }
    }
}

/** Copies nodes with the boxes of a key. Children come after their parents. */
function writeBoxes(own: Float32Array, { nodes, nodeCount }: WideBvh, blocks: Float32Array): void {
  own.set(new Float32Array(nodes));
  const words = new Uint32Array(nodes);
  for (let node = nodeCount - 1; node >= 0; node--)
    for (let lane = node * NODE_WORDS; lane < node * NODE_WORDS + NODE_WIDTH; lane++) {
      const child = words[lane + CHILD_WORD];
      if (child === 0) continue;
      clearBox(own, lane);
      if (child & LEAF) growByBlocks(own, lane, blocks, child);
      else for (let k = 0; k < NODE_WIDTH; k++) growByBox(own, lane, own, child * NODE_WORDS + k);
    }
}

function clearBox(floats: Float32Array, lane: number): void {
  for (let axis = 0; axis < 3; axis++) {
    floats[lane + LOW[axis]] = Infinity;
    floats[lane + HIGH[axis]] = -Infinity;
  }
}

function growByBlocks(own: Float32Array, lane: number, blocks: Float32Array, leaf: number): void {
  const first = leaf & NODE4_FIRST_MASK;
  const end = first + ((leaf >>> NODE4_FIRST_BITS) & 7) + 1;
  for (let block = first * BLOCK_WORDS; block < end * BLOCK_WORDS; block += BLOCK_WORDS)
    for (let corner = 0; corner < 9; corner++) {
      const axis = corner % 3;
      for (let at = block + corner * BLOCK_SIZE; at < block + (corner + 1) * BLOCK_SIZE; at++) {
        const x = blocks[at];
        // Corners of empty places are NaN, and neither.
        if (x < own[lane + LOW[axis]]) own[lane + LOW[axis]] = x;
        if (x > own[lane + HIGH[axis]]) own[lane + HIGH[axis]] = x;
      }
    }
}

function growByBox(own: Float32Array, lane: number, others: Float32Array, other: number): void {
  for (let axis = 0; axis < 3; axis++) {
    own[lane + LOW[axis]] = Math.min(own[lane + LOW[axis]], others[other + LOW[axis]]);
    own[lane + HIGH[axis]] = Math.max(own[lane + HIGH[axis]], others[other + HIGH[axis]]);
  }
}

/** Grows the boxes of nodes by those of the same nodes at the next key, and by their room. */
function joinBoxes(own: Float32Array, next: Float32Array): void {
  for (let node = 0; node < own.length; node += NODE_WORDS)
    for (let lane = node; lane < node + NODE_WIDTH; lane++) {
      growByBox(own, lane, next, lane);
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [own[lane + LOW[axis]], own[lane + HIGH[axis]]];
        if (low > high) continue;
        const room = ROOM_SHARE * Math.max(Math.abs(low), Math.abs(high));
        own[lane + LOW[axis]] = low - room;
        own[lane + HIGH[axis]] = high + room;
      }
    }
}

function boxOfRoot(nodes: Float32Array): Box3 {
  const bounds = emptyBox();
  for (let lane = 0; lane < NODE_WIDTH; lane++) {
    if (nodes[lane + LOW[0]] > nodes[lane + HIGH[0]]) continue;
    growBox(bounds, nodes[lane + LOW[0]], nodes[lane + LOW[1]], nodes[lane + LOW[2]]);
    growBox(bounds, nodes[lane + HIGH[0]], nodes[lane + HIGH[1]], nodes[lane + HIGH[2]]);
  }
  return bounds;
}

/** Lets the children of nodes name those of their own interval. */
function shiftChildren(own: Float32Array, nodeBase: number, blockBase: number): void {
  const words = new Uint32Array(own.buffer, own.byteOffset, own.length);
  for (let node = 0; node < words.length; node += NODE_WORDS)
    for (let child = node + CHILD_WORD; child < node + CHILD_WORD + NODE_WIDTH; child++)
      if (words[child] !== 0) words[child] += words[child] & LEAF ? blockBase : nodeBase;
}

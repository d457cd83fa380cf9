import type { Box3 } from '../base/vec3.js';
import { emptyBox, growBox } from '../base/vec3.js';
import { LEAF, Node4 } from '../device/records.generated.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { BLOCK_SIZE, LEAF_BLOCKS_MAX, NODE_WIDTH } from '../device/wide-bvh.js';
import type { BinaryBvh } from './build-binary.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { TriangleBlocks } from './triangle-blocks.js';

// three-mesh-bvh's node: 6 f32 of the box. For a leaf (word 7 = BINARY_LEAF_MARK | count), word 6 is the first
// triangle. Otherwise word 6 is the distance to the right child in nodes; the left child follows its parent.
const BINARY_WORDS = 8;
const BINARY_LEAF_MARK = 0xffff0000;
const NODE_WORDS = Node4.SIZE / 4;

/** A child still to be placed: a node of the binary tree, or (leaf) a run of triangles in its order. */
interface Child {
  /** Word offset of the binary node; -1 for a run. */
  node: number;
  first: number;
  count: number;
  area: number;
  box: Float32Array;
}

/** Treatment of leaves in a widened tree. */
interface LeafKind {
  /** Maximum number of triangles of a leaf. */
  max: number;
  /** A run of triangles is cut in two at multiples of this. */
  step: number;
  /** Makes a leaf of the triangles order[first … first + count); returns its child value. */
  emit(first: number, count: number): number;
}

/**
 * Collapses a binary tree into nodes of four: the child of largest surface is opened until there are four (Wald,
 * Benthin and Boulos 2008, "Getting rid of packets"). Leaves' triangles are copied into blocks of four, and boxes are
 * recomputed from the corners themselves.
 */
export function widen(binary: BinaryBvh, mesh: MeshTriangles | MeshPart): WideBvh {
  const blocks = new TriangleBlocks(binary.order, mesh);
  const leaf = { max: BLOCK_SIZE * LEAF_BLOCKS_MAX, step: BLOCK_SIZE, emit: blocks.emit.bind(blocks) };
  const wide = new Widener(binary, mesh, leaf).run();
  return { ...wide, ...blocks.finish() };
}

/** Like `widen`, for a tree whose triangles represent instances: a leaf names one, by its number. */
export function widenInstances(binary: BinaryBvh, boxes: MeshTriangles): WideNodes {
  const emit = (first: number) => (LEAF | binary.order[first]) >>> 0;
  return new Widener(binary, boxes, { max: 1, step: 1, emit }).run();
}

class Widener {
  private readonly words: Uint32Array;
  private readonly boxes: Float32Array;
  private nodes: Uint32Array;
  private nodeCount = 0;
  private depth = 0;
  private readonly order: Uint32Array;
  private readonly mesh: MeshTriangles;
  private readonly leaf: LeafKind;

  constructor(binary: BinaryBvh, mesh: MeshTriangles, leaf: LeafKind) {
    this.words = new Uint32Array(binary.root);
    this.order = binary.order;
    this.mesh = mesh;
    this.leaf = leaf;
    this.boxes = this.exactBoxes();
    // A node of four replaces at least one inner node.
    this.nodes = new Uint32Array(Math.max(1, (this.words.length / BINARY_WORDS + 1) >> 1) * NODE_WORDS);
  }

  run(): WideNodes {
    const root = this.open(0);
    this.emit(this.canSplit(root) ? this.gather(root) : [root], 1);
    return {
      nodes: this.nodes.buffer.slice(0, this.nodeCount * Node4.SIZE) as ArrayBuffer,
      nodeCount: this.nodeCount,
      depth: this.depth,
      bounds: toBox(root.box),
    };
  }

  private isLeaf(node: number): boolean {
    return (this.words[node + 7] & BINARY_LEAF_MARK) >>> 0 === BINARY_LEAF_MARK;
  }

  private leafCount(node: number): number {
    return this.words[node + 7] & 0xffff;
  }

  private right(node: number): number {
    return node + this.words[node + 6] * BINARY_WORDS;
  }

  /** Boxes of all binary nodes from the corners, children before parents (a parent precedes its children in memory). */
  private exactBoxes(): Float32Array {
    const boxes = new Float32Array((this.words.length / BINARY_WORDS) * 6);
    for (let node = this.words.length - BINARY_WORDS; node >= 0; node -= BINARY_WORDS) {
      const at = (node / BINARY_WORDS) * 6;
      if (this.isLeaf(node)) this.boxOfRun(boxes.subarray(at, at + 6), this.words[node + 6], this.leafCount(node));
      else this.boxOfPair(boxes, at, ((node + BINARY_WORDS) / BINARY_WORDS) * 6, (this.right(node) / BINARY_WORDS) * 6);
    }
    return boxes;
  }

  private boxOfPair(boxes: Float32Array, at: number, left: number, right: number): void {
    for (let k = 0; k < 3; k++) {
      boxes[at + k] = Math.min(boxes[left + k], boxes[right + k]);
      boxes[at + 3 + k] = Math.max(boxes[left + 3 + k], boxes[right + 3 + k]);
    }
  }

  private boxOfRun(box: Float32Array, first: number, count: number): void {
    const { positions, indices } = this.mesh;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let place = first; place < first + count; place++) {
      const corner = this.order[place] * 3;
      for (let c = corner; c < corner + 3; c++) {
        const vertex = indices[c] * 3;
        for (let k = 0; k < 3; k++) {
          const x = positions[vertex + k];
          if (x < box[k]) box[k] = x;
          if (x > box[3 + k]) box[3 + k] = x;
        }
      }
    }
  }

  private open(node: number): Child {
    const at = (node / BINARY_WORDS) * 6;
    const box = this.boxes.subarray(at, at + 6);
    if (!this.isLeaf(node)) return { node, first: 0, count: 0, area: halfArea(box), box };
    return { node: -1, first: this.words[node + 6], count: this.leafCount(node), area: halfArea(box), box };
  }

  /** Up to four children in place of `child`. */
  private gather(child: Child): Child[] {
    const children = this.split(child);
    while (children.length < NODE_WIDTH) {
      let widest = -1;
      for (let k = 0; k < children.length; k++)
        if (this.canSplit(children[k]) && (widest < 0 || children[k].area > children[widest].area)) widest = k;
      if (widest < 0) break;
      children.splice(widest, 1, ...this.split(children[widest]));
    }
    return children;
  }

  private canSplit(child: Child): boolean {
    return child.node >= 0 || child.count > this.leaf.max;
  }

  private split(child: Child): Child[] {
    if (child.node >= 0) return [this.open(child.node + BINARY_WORDS), this.open(this.right(child.node))];
    const half = Math.ceil(child.count / 2 / this.leaf.step) * this.leaf.step;
    return [this.openRun(child.first, half), this.openRun(child.first + half, child.count - half)];
  }

  private openRun(first: number, count: number): Child {
    const box = new Float32Array(6);
    this.boxOfRun(box, first, count);
    return { node: -1, first, count, area: halfArea(box), box };
  }

  /** Writes a node with these children and everything below it; returns its number. */
  private emit(children: Child[], level: number): number {
    const node = this.nodeCount++;
    this.depth = Math.max(this.depth, level);
    if (this.nodeCount * NODE_WORDS > this.nodes.length) this.nodes = grow(this.nodes);
    this.writeBoxes(node, children);
    for (let k = 0; k < children.length; k++) {
      const child = children[k];
      const value = this.canSplit(child)
        ? this.emit(this.gather(child), level + 1)
        : this.leaf.emit(child.first, child.count);
      this.nodes[node * NODE_WORDS + Node4.child / 4 + k] = value;
    }
    return node;
  }

  private writeBoxes(node: number, children: Child[]): void {
    const floats = new Float32Array(this.nodes.buffer, node * Node4.SIZE, NODE_WORDS);
    const planes = [Node4.minX, Node4.minY, Node4.minZ, Node4.maxX, Node4.maxY, Node4.maxZ];
    for (let k = 0; k < NODE_WIDTH; k++) {
      for (let plane = 0; plane < 6; plane++) {
        const none = plane < 3 ? Infinity : -Infinity;
        floats[planes[plane] / 4 + k] = k < children.length ? children[k].box[plane] : none;
      }
    }
  }
}

function grow(words: Uint32Array): Uint32Array {
  const larger = new Uint32Array(words.length * 2);
  larger.set(words);
  return larger;
}

function halfArea(box: Float32Array): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}

function toBox(box: Float32Array): Box3 {
  const out = emptyBox();
  growBox(out, box[0], box[1], box[2]);
  growBox(out, box[3], box[4], box[5]);
  return out;
}

import { invariant } from '../base/errors.js';
import { Node2, Node4 } from '../engine/records.generated.js';
import { LEAF_FLAG, NODE_WIDTH } from './wide-bvh.js';
import type { WideNodes } from './widen.js';

// The GPU's tree: two children a node, made from the nodes of four. A node of four children becomes three of two, paired so
// that the two new boxes are as small as can be. What a wide node saves a CPU, four boxes an instruction, is nothing to a
// GPU; what a narrow one saves it are registers.

const WIDE_WORDS = Node4.SIZE / 4;
const CHILD_WORD = Node4.child / 4;
const NARROW_WORDS = Node2.SIZE / 4;

/** A tree of two children a node, as Node2 records. */
export interface NarrowNodes {
  nodes: ArrayBuffer;
  nodeCount: number;
  /** Levels of nodes: a traversal that keeps one child of each waiting needs no larger stack. */
  depth: number;
}

/** What the narrow tree's child values are. */
export interface NarrowOptions {
  /** Number of the first node. */
  nodeBase: number;
  /** The child value of a leaf of the wide tree. */
  leafOf: (leaf: number) => number;
}

/** A child of a node to be written: its value and its box. */
interface Child {
  value: number;
  box: Float32Array;
  /** Levels of nodes below. */
  depth: number;
}

/** The tree of `wide` (children as they come from widen: nodes by number, parents before children) with two children a node. */
export function narrow(wide: Pick<WideNodes, 'nodes' | 'nodeCount'>, options: NarrowOptions): NarrowNodes {
  return new Narrower(wide, options).run();
}

/** Nodes that `narrow` makes of `wide`. */
export function countNarrow({ nodes, nodeCount }: Pick<WideNodes, 'nodes' | 'nodeCount'>): number {
  const words = new Uint32Array(nodes, 0, nodeCount * WIDE_WORDS);
  let count = 0;
  for (let node = 0; node < nodeCount; node++) count += narrowNodes(words, node);
  return count;
}

/** Narrow nodes that take the place of a wide one: one less than it has children. */
function narrowNodes(words: Uint32Array, node: number): number {
  const child = node * WIDE_WORDS + CHILD_WORD;
  let children = 0;
  for (let lane = 0; lane < NODE_WIDTH; lane++) if (words[child + lane] !== 0) children++;
  return Math.max(1, children - 1);
}

class Narrower {
  private readonly words: Uint32Array;
  private readonly floats: Float32Array;
  private readonly wideCount: number;
  private readonly options: NarrowOptions;
  /** First narrow node of each wide one. */
  private readonly starts: Uint32Array;
  private readonly depths: Uint16Array;
  private readonly out: Uint32Array;
  private readonly outFloats: Float32Array;

  constructor({ nodes, nodeCount }: Pick<WideNodes, 'nodes' | 'nodeCount'>, options: NarrowOptions) {
    this.words = new Uint32Array(nodes, 0, nodeCount * WIDE_WORDS);
    this.floats = new Float32Array(nodes, 0, nodeCount * WIDE_WORDS);
    this.wideCount = nodeCount;
    this.options = options;
    this.starts = new Uint32Array(nodeCount + 1);
    for (let node = 0; node < nodeCount; node++)
      this.starts[node + 1] = this.starts[node] + narrowNodes(this.words, node);
    this.depths = new Uint16Array(nodeCount);
    this.out = new Uint32Array(this.starts[nodeCount] * NARROW_WORDS);
    this.outFloats = new Float32Array(this.out.buffer);
  }

  run(): NarrowNodes {
    // Children come after their parents: from the end on, their depths are known.
    for (let node = this.wideCount - 1; node >= 0; node--) this.depths[node] = this.split(node);
    return { nodes: this.out.buffer as ArrayBuffer, nodeCount: this.starts[this.wideCount], depth: this.depths[0] };
  }

  /** Writes the narrow nodes of a wide one; gives their levels and those below. */
  private split(node: number): number {
    const children: Child[] = [];
    for (let lane = 0; lane < NODE_WIDTH; lane++) {
      const child = this.open(node, lane);
      if (child) children.push(child);
    }
    const start = this.starts[node];
    const [a, b, c, d] = children;
    // A node needs two children: an only one stands twice, which costs a mesh of one leaf a second look.
    if (children.length === 1) return this.write(start, a, a).depth;
    if (children.length === 2) return this.write(start, a, b).depth;
    if (children.length === 3) {
      const [p, q, r] = bestOf([
        [a, b, c],
        [a, c, b],
        [b, c, a],
      ]);
      return this.write(start, this.write(start + 1, p, q), r).depth;
    }
    const [p, q, r, s] = bestOf([
      [a, b, c, d],
      [a, c, b, d],
      [a, d, b, c],
    ]);
    return this.write(start, this.write(start + 1, p, q), this.write(start + 2, r, s)).depth;
  }

  private open(node: number, lane: number): Child | undefined {
    const at = node * WIDE_WORDS + lane;
    const value = this.words[at + CHILD_WORD];
    if (value === 0) return undefined;
    const box = new Float32Array(6);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = this.floats[at + 2 * axis * NODE_WIDTH];
      box[axis + 3] = this.floats[at + (2 * axis + 1) * NODE_WIDTH];
    }
    if (value & LEAF_FLAG) return { value: this.options.leafOf(value), box, depth: 0 };
    invariant(value > node && value < this.wideCount, 'a child that comes before its parent');
    return { value: this.options.nodeBase + this.starts[value], box, depth: this.depths[value] };
  }

  /** Writes a node of two children; gives it as a child. */
  private write(node: number, a: Child, b: Child): Child {
    const at = node * NARROW_WORDS;
    this.outFloats.set(a.box.subarray(0, 3), at + Node2.minA / 4);
    this.outFloats.set(a.box.subarray(3), at + Node2.maxA / 4);
    this.outFloats.set(b.box.subarray(0, 3), at + Node2.minB / 4);
    this.outFloats.set(b.box.subarray(3), at + Node2.maxB / 4);
    this.out[at + Node2.childA / 4] = a.value;
    this.out[at + Node2.childB / 4] = b.value;
    const depth = 1 + Math.max(a.depth, b.depth);
    return { value: this.options.nodeBase + node, box: union(a.box, b.box), depth };
  }
}

/** The pairing (first with second, third with fourth) whose boxes have the smallest surface together. */
function bestOf(pairings: Child[][]): Child[] {
  const cost = ([p, q, r, s]: Child[]) => halfArea(union(p.box, q.box)) + (s ? halfArea(union(r.box, s.box)) : 0);
  return pairings.reduce((best, pairing) => (cost(pairing) < cost(best) ? pairing : best));
}

function union(a: Float32Array, b: Float32Array): Float32Array {
  const box = new Float32Array(6);
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(a[k], b[k]);
    box[k + 3] = Math.max(a[k + 3], b[k + 3]);
  }
  return box;
}

function halfArea(box: Float32Array): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}

import { invariant } from '../base/errors.js';
import { LEAF, Node2, Node4 } from '../device/records.generated.js';
import type { WideNodes } from '../device/wide-bvh.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';

// The GPU's tree, with two children per node, made from the nodes of four. A node of four children becomes three of
// two, paired so that the two new boxes are as small as possible. Testing four boxes per instruction, the advantage of
// wide nodes on a CPU, is worth nothing to a GPU; narrow nodes save it registers.

const WIDE_WORDS = Node4.SIZE / 4;
const CHILD_WORD = Node4.child / 4;
const NARROW_WORDS = Node2.SIZE / 4;

/** A tree with two children per node, as Node2 records. */
interface NarrowNodes {
  nodes: ArrayBuffer;
  nodeCount: number;
  /** Levels of nodes: a traversal that keeps one child of each waiting needs no larger stack. */
  depth: number;
}

/** Child values of the narrow tree. */
interface NarrowOptions {
  /** Number of the first node. */
  nodeBase: number;
  /** The child value of a leaf of the wide tree. */
  leafOf: (leaf: number) => number;
}

/**
 * The trees of `wide` (children as ordered by widen: nodes by number, parents before children) with two children per
 * node.
 */
export function narrow(wide: Pick<WideNodes, 'nodes' | 'nodeCount'>, options: NarrowOptions): NarrowNodes {
  return new Narrower(wide, options).run();
}

/** Number of nodes that `narrow` makes from `wide`. */
export function countNarrow({ nodes, nodeCount }: Pick<WideNodes, 'nodes' | 'nodeCount'>): number {
  const words = new Uint32Array(nodes, 0, nodeCount * WIDE_WORDS);
  let count = 0;
  for (let node = 0; node < nodeCount; node++) count += Math.max(1, childCount(words, node) - 1);
  return count;
}

/**
 * Children of a wide node, which are in its first lanes. A wide node of n becomes n − 1 narrow ones, but at least one.
 */
function childCount(words: Uint32Array, node: number): number {
  const child = node * WIDE_WORDS + CHILD_WORD;
  let count = 0;
  while (count < NODE_WIDTH && words[child + count] !== 0) count++;
  return count;
}

/** The ways to form two pairs of the children 0 … 3, and a pair and a rest of the children 0 … 2. */
const PAIRINGS_OF_FOUR = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
] as const;
const PAIRINGS_OF_THREE = [
  [0, 1, 2, 2],
  [0, 2, 1, 1],
  [1, 2, 0, 0],
] as const;

/** Words of the boxes and values of a node's two children. */
const SIDES = [
  { min: Node2.minA / 4, max: Node2.maxA / 4, child: Node2.childA / 4 },
  { min: Node2.minB / 4, max: Node2.maxB / 4, child: Node2.childB / 4 },
] as const;

// Wide children are named by their lane in the node, and nothing is allocated on the way: there are millions.
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
      this.starts[node + 1] = this.starts[node] + Math.max(1, childCount(this.words, node) - 1);
    this.depths = new Uint16Array(nodeCount);
    this.out = new Uint32Array(this.starts[nodeCount] * NARROW_WORDS);
    this.outFloats = new Float32Array(this.out.buffer);
  }

  run(): NarrowNodes {
    // Children come after their parents, so going backwards their depths are known.
    let depth = 0;
    for (let node = this.wideCount - 1; node >= 0; node--) {
      this.depths[node] = this.split(node);
      // There may be several trees, one after the other.
      depth = Math.max(depth, this.depths[node]);
    }
    return { nodes: this.out.buffer as ArrayBuffer, nodeCount: this.starts[this.wideCount], depth };
  }

  /** Writes the narrow nodes of a wide one; returns the number of levels from there down. */
  private split(node: number): number {
    const start = this.starts[node];
    const { nodeBase } = this.options;
    switch (childCount(this.words, node)) {
      // The node of a scene in which nothing stands: walks do not begin there.
      case 0:
        return 1;
      // A node needs two children: a single one is stored twice, which costs a mesh of one leaf a second test.
      case 1:
        return this.writePair(start, node, 0, 0);
      case 2:
        return this.writePair(start, node, 0, 1);
      case 3: {
        const [p, q, r] = this.bestOf(node, PAIRINGS_OF_THREE);
        this.writeSide(start, 0, node, p, q, nodeBase + start + 1);
        this.writeLane(start, 1, node, r);
        return 1 + Math.max(this.writePair(start + 1, node, p, q), this.depthOf(node, r));
      }
      default: {
        const [p, q, r, s] = this.bestOf(node, PAIRINGS_OF_FOUR);
        this.writeSide(start, 0, node, p, q, nodeBase + start + 1);
        this.writeSide(start, 1, node, r, s, nodeBase + start + 2);
        return 1 + Math.max(this.writePair(start + 1, node, p, q), this.writePair(start + 2, node, r, s));
      }
    }
  }

  /** The pairing whose two boxes have the smallest surface together. */
  private bestOf(node: number, pairings: typeof PAIRINGS_OF_FOUR | typeof PAIRINGS_OF_THREE): readonly number[] {
    let best: readonly number[] = pairings[0];
    let least = Number.POSITIVE_INFINITY;
    for (const pairing of pairings) {
      const [p, q, r, s] = pairing;
      const cost = this.unionArea(node, p, q) + this.unionArea(node, r, s);
      if (cost >= least) continue;
      least = cost;
      best = pairing;
    }
    return best;
  }

  /** Half the surface of the box around two children. */
  private unionArea(node: number, p: number, q: number): number {
    const x = this.unionMax(node, 0, p, q) - this.unionMin(node, 0, p, q);
    const y = this.unionMax(node, 1, p, q) - this.unionMin(node, 1, p, q);
    const z = this.unionMax(node, 2, p, q) - this.unionMin(node, 2, p, q);
    return x * y + y * z + z * x;
  }

  private unionMin(node: number, axis: number, p: number, q: number): number {
    const at = node * WIDE_WORDS + 2 * axis * NODE_WIDTH;
    return Math.min(this.floats[at + p], this.floats[at + q]);
  }

  private unionMax(node: number, axis: number, p: number, q: number): number {
    const at = node * WIDE_WORDS + (2 * axis + 1) * NODE_WIDTH;
    return Math.max(this.floats[at + p], this.floats[at + q]);
  }

  /** Writes a node of two wide children; returns the number of levels from there down. */
  private writePair(to: number, node: number, p: number, q: number): number {
    this.writeLane(to, 0, node, p);
    this.writeLane(to, 1, node, q);
    return 1 + Math.max(this.depthOf(node, p), this.depthOf(node, q));
  }

  private writeLane(to: number, side: 0 | 1, node: number, lane: number): void {
    this.writeSide(to, side, node, lane, lane, this.valueOf(this.childOf(node, lane)));
  }

  /** Writes one side of a node: the box around two wide children, and the value of the child. */
  private writeSide(to: number, side: 0 | 1, node: number, p: number, q: number, value: number): void {
    const at = to * NARROW_WORDS;
    const { min, max, child } = SIDES[side];
    for (let axis = 0; axis < 3; axis++) {
      this.outFloats[at + min + axis] = this.unionMin(node, axis, p, q);
      this.outFloats[at + max + axis] = this.unionMax(node, axis, p, q);
    }
    this.out[at + child] = value;
  }

  private childOf(node: number, lane: number): number {
    return this.words[node * WIDE_WORDS + CHILD_WORD + lane];
  }

  private valueOf(child: number): number {
    return child & LEAF ? this.options.leafOf(child) : this.options.nodeBase + this.starts[child];
  }

  /** Levels below a wide child. */
  private depthOf(node: number, lane: number): number {
    const child = this.childOf(node, lane);
    if (child & LEAF) return 0;
    invariant(child > node && child < this.wideCount, 'a child that comes before its parent');
    return this.depths[child];
  }
}

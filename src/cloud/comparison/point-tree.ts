import { invariant } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';

/**
 * A k-d tree that halves the points themselves rather than their space, so that a stray point a million kilometres away
 * costs nothing, and neither do coincident points. All leaves have the same depth; node k has the children 2k + 1 and
 * 2k + 2. Its size depends on the number of points only.
 */
export interface PointTree {
  /** x, y, z in turn, metres, leaf by leaf. */
  places: Float64Array;
  /** Number of each point before it was sorted. */
  ids: Uint32Array;
  /** Boxes of the points of each node: minimum of x, y, z, then maximum; 6 numbers a node. */
  boxes: Float64Array;
  /** The first point of each leaf; behind the last one, the number of all points. */
  starts: Uint32Array;
  /** Depth of the leaves; 0: the root is the only one. */
  depth: number;
}

/** Largest number of points of a leaf. */
export const LEAF_POINTS = 24;
/** Numbers of a box. */
export const BOX = 6;
/** Points passed over between two yields. */
const POINTS_A_STEP = 65_536;

/** Number of the first leaf, and number of the inner nodes before it. */
export const firstLeafOf = ({ depth }: PointTree): number => 2 ** depth - 1;

/** The number of points before `node` at its depth. Its end is the start of the next one. */
const startOf = (count: number, node: number, atDepth: number): number =>
  Math.floor((count * (node + 1 - atDepth)) / atDepth);

/**
 * Squared distance between the box at `i` in `a` and that at `j` in `b`, m². It is computed in the same steps as the
 * distance between two points, so despite rounding it never exceeds that of points in the boxes.
 */
export function boxGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let gap = b[j + axis] - a[i + 3 + axis];
    if (gap < 0) gap = a[i + axis] - b[j + 3 + axis];
    if (gap > 0) square += gap * gap;
  }
  return square;
}

/**
 * Builds the tree of at least one point. Sorts `places` (x, y, z in turn, finite) in place, and keeps them. `onSorted`
 * is called now and then with the number of points in finished leaves.
 */
export function* growPointTree(places: Float64Array, onSorted: (points: number) => void = () => {}): Steps<PointTree> {
  const count = places.length / 3;
  invariant(count >= 1, 'a tree has at least one point');
  const depth = Math.max(0, Math.ceil(Math.log2(count / LEAF_POINTS)));
  const leaves = 2 ** depth;
  const tree: PointTree = {
    places,
    ids: new Uint32Array(count),
    boxes: new Float64Array(BOX * (2 * leaves - 1)),
    starts: Uint32Array.from({ length: leaves + 1 }, (_, leaf) => startOf(count, leaves - 1 + leaf, leaves)),
    depth,
  };
  for (let id = 0; id < count; id++) tree.ids[id] = id;
  const sorter = new Sorter(tree);
  let sorted = 0;
  // Depth first: the points of a small subtree stay in the processor's cache.
  for (const nodes = [0]; nodes.length > 0; ) {
    const node = nodes.pop() as number;
    const atDepth = 2 ** (31 - Math.clz32(node + 1));
    const [first, end] = [startOf(count, node, atDepth), startOf(count, node + 1, atDepth)];
    if (atDepth === leaves) {
      fitBox(tree, node, first, end);
      sorted += end - first;
    } else {
      sorter.begin(first, end, startOf(count, 2 * node + 2, 2 * atDepth));
      while (sorter.pass()) if (sorter.isDue()) yield;
      nodes.push(2 * node + 2, 2 * node + 1);
    }
    if (!sorter.isDue()) continue;
    onSorted(sorted);
    sorted = 0;
    yield;
  }
  joinBoxes(tree);
  onSorted(sorted);
  return tree;
}

/** The box of a leaf's points. */
function fitBox({ places, boxes }: PointTree, leaf: number, first: number, end: number): void {
  const at = BOX * leaf;
  for (let axis = 0; axis < 3; axis++) {
    let [min, max] = [Infinity, -Infinity];
    for (let i = 3 * first + axis; i < 3 * end; i += 3) {
      const value = places[i];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    boxes[at + axis] = min;
    boxes[at + 3 + axis] = max;
  }
}

/** The boxes of all inner nodes, from those of the leaves. */
function joinBoxes({ boxes, depth }: PointTree): void {
  for (let node = 2 ** depth - 2; node >= 0; node--)
    for (let axis = 0; axis < 3; axis++) {
      const [at, one] = [BOX * node + axis, BOX * (2 * node + 1) + axis];
      const other = one + BOX;
      boxes[at] = Math.min(boxes[one], boxes[other]);
      boxes[at + 3] = Math.max(boxes[one + 3], boxes[other + 3]);
    }
}

/** Number of sampled points that decide the axis along which a node is halved. */
const AXIS_SAMPLE = 64;

/**
 * Halves the points of one node after the other by Hoare's FIND: passes over ever fewer points, until the middle one is
 * in its place, with the lesser ones before it.
 */
class Sorter {
  private readonly tree: PointTree;
  private first = 0;
  private last = 0;
  private middle = 0;
  private axis = 0;
  /** Points passed over since the last yield. */
  private passed = 0;
  private state = 0x9e3779b9;

  constructor(tree: PointTree) {
    this.tree = tree;
  }

  /** Begins with the points `first` … `end − 1`, of which `middle` is to be the first of the second half. */
  begin(first: number, end: number, middle: number): void {
    this.first = first;
    this.last = end - 1;
    this.middle = middle;
    this.axis = this.longestAxis();
  }

  /** Whether the work should yield now. */
  isDue(): boolean {
    if (this.passed < POINTS_A_STEP) return false;
    this.passed = 0;
    return true;
  }

  /** Passes over the points once; returns whether another pass is needed. */
  pass(): boolean {
    const { tree, axis, first, last, middle } = this;
    if (first >= last) return false;
    this.passed += last - first + 1;
    const { places, ids } = tree;
    const pivot = this.pivot();
    let i = first;
    let j = last;
    while (i <= j) {
      while (places[3 * i + axis] < pivot) i++;
      while (places[3 * j + axis] > pivot) j--;
      if (i <= j) swap(places, ids, i++, j--);
    }
    if (middle <= j) this.last = j;
    else if (middle >= i) this.first = i;
    else this.first = last;
    return this.first < this.last;
  }

  /**
   * The median of three coordinates at pseudorandom places, the same in every run, so that no order of points is the
   * worst case.
   */
  private pivot(): number {
    const [a, b, c] = [this.draw(), this.draw(), this.draw()];
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private draw(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    const at = this.first + ((this.state >>> 0) % (this.last - this.first + 1));
    return this.tree.places[3 * at + this.axis];
  }

  /** The longest axis of the box of some points. */
  private longestAxis(): number {
    const { places } = this.tree;
    const { first, last } = this;
    const step = 3 * Math.max(1, Math.floor((last - first) / AXIS_SAMPLE));
    let [longest, length] = [0, -1];
    for (let axis = 0; axis < 3; axis++) {
      let [min, max] = [Infinity, -Infinity];
      for (let i = 3 * first + axis; i <= 3 * last + axis; i += step) {
        const value = places[i];
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (max - min > length) [longest, length] = [axis, max - min];
    }
    return longest;
  }
}

function swap(places: Float64Array, ids: Uint32Array, i: number, j: number): void {
  const [a, b] = [3 * i, 3 * j];
  const x = places[a];
  const y = places[a + 1];
  const z = places[a + 2];
  const id = ids[i];
  places[a] = places[b];
  places[a + 1] = places[b + 1];
  places[a + 2] = places[b + 2];
  ids[i] = ids[j];
  places[b] = x;
  places[b + 1] = y;
  places[b + 2] = z;
  ids[j] = id;
}

import { BOX, firstLeafOf, type PointTree } from '../point-tree.js';

/** A walk through the leaves of a tree that meet some body, and a look at each of their points. */
export abstract class LeafWalk {
  /** Points that were looked at so far, of all walks. */
  looked = 0;
  protected readonly tree: PointTree;
  private readonly nodes: Int32Array;

  constructor(tree: PointTree) {
    this.tree = tree;
    // Of every level on the way down, one node waits.
    this.nodes = new Int32Array(tree.depth + 2);
  }

  /** Whether the body may hold a point of the box at `at`; true where it does. */
  protected abstract meets(at: number): boolean;

  /** Looks at the points `first` … `end − 1`. */
  protected abstract look(first: number, end: number): void;

  /** Looks at the points of all leaves that meet the body. */
  protected walk(): void {
    const { nodes, tree } = this;
    const { starts } = tree;
    const firstLeaf = firstLeafOf(tree);
    let left = 1;
    nodes[0] = 0;
    while (left > 0) {
      const node = nodes[--left];
      if (!this.meets(BOX * node)) continue;
      if (node < firstLeaf) {
        nodes[left++] = 2 * node + 2;
        nodes[left++] = 2 * node + 1;
        continue;
      }
      const [first, end] = [starts[node - firstLeaf], starts[node - firstLeaf + 1]];
      this.looked += end - first;
      this.look(first, end);
    }
  }
}

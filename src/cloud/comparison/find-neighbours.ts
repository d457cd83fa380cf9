import type { Steps } from '../../base/steps.js';
import { BOX, boxGap, firstLeafOf, LEAF_POINTS, type PointTree } from './point-tree.js';

/** Nearest neighbours of points, in the points' own order. */
export interface Neighbours {
  /** Distance to the neighbour, metres. */
  distance: Float32Array;
  /** Height of the point above its neighbour, metres. */
  rise: Float32Array;
  /** Number of the neighbour. */
  nearest: Uint32Array;
}

/** Leaves searched between two yields. */
const LEAVES_A_STEP = 64;

/**
 * Finds the nearest point of `to` for every point of `from`. Distances are those of f64 coordinates, rounded once.
 * `onSearched` is called now and then with the number of finished points.
 */
export function* findNeighbours(
  from: PointTree,
  to: PointTree,
  onSearched: (points: number) => void = () => {},
): Steps<Neighbours> {
  const { starts, ids, places } = from;
  const count = ids.length;
  const found = {
    distance: new Float32Array(count),
    rise: new Float32Array(count),
    nearest: new Uint32Array(count),
  };
  const search = new LeafSearch(from, to);
  let searched = 0;
  for (let leaf = 0; leaf + 1 < starts.length; leaf++) {
    search.run(leaf);
    for (let k = 0, i = starts[leaf]; k < search.count; k++, i++) {
      found.distance[ids[i]] = Math.sqrt(search.squares[k]);
      found.rise[ids[i]] = places[3 * i + 2] - to.places[3 * search.nearest[k] + 2];
      found.nearest[ids[i]] = to.ids[search.nearest[k]];
    }
    if (leaf % LEAVES_A_STEP !== LEAVES_A_STEP - 1) continue;
    onSearched(starts[leaf + 1] - searched);
    searched = starts[leaf + 1];
    yield;
  }
  onSearched(count - searched);
  return found;
}

/** Leaves of a tree that are sampled for its spacing: some ten thousand points. */
const SPACING_LEAVES = 1024;

/**
 * Distances from some points of a tree, spread over all of it, to the nearest other point; empty for a single point.
 */
export function* findSpacings(tree: PointTree): Steps<Float32Array> {
  if (tree.ids.length === 1) return new Float32Array();
  const search = new LeafSearch(tree, tree);
  const leaves = tree.starts.length - 1;
  const looks = Math.min(leaves, SPACING_LEAVES);
  const spacings: number[] = [];
  for (let look = 0; look < looks; look++) {
    search.run(Math.floor((look * leaves) / looks));
    spacings.push(...Array.from(search.squares.subarray(0, search.count), Math.sqrt));
    if (look % LEAVES_A_STEP === LEAVES_A_STEP - 1) yield;
  }
  return Float32Array.from(spacings);
}

/**
 * The nearest points of one tree for all points of a leaf of another: each box on the way is tested once for all of
 * them. Within one tree, no point is its own neighbour.
 */
class LeafSearch {
  /** Points of the leaf. */
  count = 0;
  /** Squared distance of each to its neighbour, m², and the neighbour's number in its tree. */
  readonly squares = new Float64Array(LEAF_POINTS);
  readonly nearest = new Uint32Array(LEAF_POINTS);
  private readonly from: PointTree;
  private readonly to: PointTree;
  private start = 0;
  /** Nodes still to be searched, with their squared distances: at most one a level. */
  private readonly nodes: Int32Array;
  private readonly gaps: Float64Array;

  constructor(from: PointTree, to: PointTree) {
    this.from = from;
    this.to = to;
    this.nodes = new Int32Array(to.depth + 1);
    this.gaps = new Float64Array(to.depth + 1);
  }

  /** Searches for the points of leaf number `leaf` of `from`. */
  run(leaf: number): void {
    const { from, to, nodes, gaps, squares } = this;
    this.start = from.starts[leaf];
    this.count = from.starts[leaf + 1] - this.start;
    squares.fill(Infinity, 0, this.count);
    const firstLeaf = firstLeafOf(to);
    const ownBox = BOX * (firstLeafOf(from) + leaf);
    let farthest = Infinity;
    let left = 1;
    nodes[0] = 0;
    gaps[0] = 0;
    while (left > 0) {
      let node = nodes[--left];
      if (gaps[left] >= farthest) continue;
      // Down to the nearest leaf; the farther halves wait.
      while (node < firstLeaf) {
        const one = 2 * node + 1;
        const gap = boxGap(from.boxes, ownBox, to.boxes, BOX * one);
        const otherGap = boxGap(from.boxes, ownBox, to.boxes, BOX * one + BOX);
        const isNearer = gap <= otherGap;
        nodes[left] = isNearer ? one + 1 : one;
        gaps[left++] = isNearer ? otherGap : gap;
        node = isNearer ? one : one + 1;
      }
      farthest = this.compare(node - firstLeaf);
    }
  }

  /** Compares all points with those of a leaf of `to`; returns the largest squared distance to a neighbour so far. */
  private compare(leaf: number): number {
    const { from, to, start, count, squares, nearest } = this;
    const a = from.places;
    const b = to.places;
    const first = to.starts[leaf];
    const end = to.starts[leaf + 1];
    const own = from === to ? start : Infinity;
    let farthest = 0;
    for (let k = 0; k < count; k++) {
      const x = a[3 * (start + k)];
      const y = a[3 * (start + k) + 1];
      const z = a[3 * (start + k) + 2];
      let best = squares[k];
      for (let j = first; j < end; j++) {
        const dx = x - b[3 * j];
        const dy = y - b[3 * j + 1];
        const dz = z - b[3 * j + 2];
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= best || j === own + k) continue;
        best = square;
        nearest[k] = j;
      }
      squares[k] = best;
      if (best > farthest) farthest = best;
    }
    return farthest;
  }
}

import type { Neighbours } from './find-neighbours.js';

/** Pairs of points of two sets, one of each; a point is in one pair at most. */
export interface PointPairs {
  /** Number of the point in the first set, and in the second. */
  a: Uint32Array;
  b: Uint32Array;
  /** Distance between both, metres. */
  distance: Float32Array;
}

/** Pairs of points that are each other's nearest neighbour, and no farther apart than `limit` (metres). */
export function pairNeighbours(forth: Neighbours, back: Neighbours, limit: number): PointPairs {
  const { nearest, distance } = forth;
  const isPaired = (i: number) => back.nearest[nearest[i]] === i && distance[i] <= Math.fround(limit);
  const a = Uint32Array.from(nearest.keys()).filter(isPaired);
  return { a, b: a.map((i) => nearest[i]), distance: Float32Array.from(a, (i) => distance[i]) };
}

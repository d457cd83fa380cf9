import { countProgress } from '../../base/count-progress.js';
import type { OnProgress } from '../../base/log.js';
import { finishInTurns, type Steps } from '../../base/steps.js';
import { type NeighbourStatistics, neighbourStatistics, percentileOf } from './distance-statistics.js';
import { findNeighbours, findSpacings, type Neighbours } from './find-neighbours.js';
import { type PointSet, pointCountOf } from './point-set.js';
import { boxGap, growPointTree, type PointTree } from './point-tree.js';

/** The difference of two clouds. */
export interface CloudComparison {
  /** Distance above which a point has no counterpart, metres. */
  limit: number;
  /** Whether the limit was given, or is that of the clouds' own spacing. */
  limitBy: 'option' | 'spacing';
  /** Distance between the boxes of both clouds, metres; 0 where they touch. */
  apart: number;
  /** The first cloud's points relative to the second's, and the other way round. */
  forth: NeighbourStatistics;
  back: NeighbourStatistics;
}

/** Options for comparing two clouds. */
export interface ComparePointsOptions {
  /** Distance above which a point has no counterpart, metres; absent: from the clouds' own spacing. */
  limit?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Fraction of the points of a cloud that have another one of the same cloud within the default limit. */
export const SPACING_PART = 0.99;

/**
 * Compares two sets of at least one point each: the distance from every point to the nearest one of the other set.
 * Sorts the places of both; takes some 40 bytes a point besides. Throws AbortedError when `options.signal` fires.
 */
export async function comparePoints(
  a: PointSet,
  b: PointSet,
  { limit, signal, onProgress }: ComparePointsOptions = {},
): Promise<CloudComparison & { distances: Float32Array }> {
  const total = pointCountOf(a) + pointCountOf(b);
  const counting = (task: string) => countProgress(onProgress, { task, total, unit: 'points' });
  return finishInTurns(compare(a, b, limit, counting('sort'), counting('compare')), signal);
}

type OnPoints = (points: number) => void;

function* compare(
  a: PointSet,
  b: PointSet,
  given: number | undefined,
  onSorted: OnPoints,
  onCompared: OnPoints,
): Steps<CloudComparison & { distances: Float32Array }> {
  const [treeA, treeB] = [yield* growPointTree(a.places, onSorted), yield* growPointTree(b.places, onSorted)];
  const limit = given ?? (yield* spacingLimit(treeA, treeB));
  const ways = {
    forth: yield* findNeighbours(treeA, treeB, onCompared),
    back: yield* findNeighbours(treeB, treeA, onCompared),
  };
  const areClassified = a.classes !== undefined && b.classes !== undefined;
  const sum = (found: Neighbours, { classes }: PointSet) =>
    neighbourStatistics(found, limit, areClassified ? classes : undefined);
  return {
    limit,
    limitBy: given === undefined ? 'spacing' : 'option',
    apart: Math.sqrt(boxGap(treeA.boxes, 0, treeB.boxes, 0)),
    forth: yield* sum(ways.forth, a),
    back: yield* sum(ways.back, b),
    distances: ways.forth.distance,
  };
}

/** The distance within which nearly every point has another of its own cloud, in the sparser of both clouds. */
function* spacingLimit(...trees: PointTree[]): Steps<number> {
  let limit = 0;
  for (const tree of trees) {
    const spacings = yield* findSpacings(tree);
    if (spacings.length > 0) limit = Math.max(limit, yield* percentileOf(spacings, SPACING_PART));
  }
  return limit;
}

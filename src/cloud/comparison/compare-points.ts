import { countProgress } from '../../base/count-progress.js';
import { finishInTurns, type Steps } from '../../base/steps.js';
import { COMPARE_DEFAULTS, type ComparePointsOptions } from './comparison-options.js';
import { type NeighbourStatistics, neighbourStatistics, percentileOf } from './distance-statistics.js';
import { findNeighbours, findSpacings, type Neighbours } from './find-neighbours.js';
import { compareByM3c2, type M3c2Comparison } from './m3c2/compare-by-m3c2.js';
import { type PairingFacts, pairByKey } from './pair-points.js';
import { type PairStatistics, pairStatistics } from './pair-statistics.js';
import { pairNeighbours } from './point-pairs.js';
import { type PointSet, pointCountOf } from './point-set.js';
import { boxGap, growPointTree, type PointTree } from './point-tree.js';
import { type SetSummary, setSummary } from './set-summary.js';

/** Pairs of points, and their differences. */
export interface MatchedPoints extends PairingFacts, PairStatistics {
  /** Number of pairs, and of points of either cloud without a partner. */
  points: number;
  onlyA: number;
  onlyB: number;
}

/** The difference of two clouds, a and b. */
export interface CloudComparison {
  a: SetSummary;
  b: SetSummary;
  /** Distance above which a point has no counterpart, metres. */
  limit: number;
  /** Source of the limit: an option, or the clouds' own spacing. */
  limitBy: 'option' | 'spacing';
  /** Distance between the boxes of both clouds, metres; 0 where they touch. */
  apart: number;
  /** Points of a relative to the nearest of b, and the other way round. */
  aToB: NeighbourStatistics;
  bToA: NeighbourStatistics;
  matched: MatchedPoints;
}

/** The difference with the distances of single points. */
export interface DetailedComparison extends CloudComparison {
  /** Distance of each point to the nearest of the other cloud, in the points' order, metres. */
  distances: { aToB: Float32Array; bToA: Float32Array };
  /** M3C2 distances, if they are asked for. */
  m3c2?: M3c2Comparison;
}

/** Fraction of the points of a cloud that have another one of the same cloud within the default limit. */
const SPACING_PART = 0.99;

/**
 * Compares two sets of at least one point each: the distance from every point to the nearest one of the other set, and
 * pairs of points. Sorts the coordinates of both; takes some 40 bytes a point besides. Throws UserError if points
 * cannot be paired by `options.match`; AbortedError when `options.signal` fires.
 */
export async function compareBatches(
  a: PointSet,
  b: PointSet,
  options: Partial<ComparePointsOptions> = {},
): Promise<DetailedComparison> {
  const total = pointCountOf(a) + pointCountOf(b);
  const counting = (task: string) => countProgress(options.onProgress, { task, total, unit: 'points' });
  const chosen = { ...COMPARE_DEFAULTS, ...options };
  return finishInTurns(compare(a, b, chosen, counting('sort'), counting('compare')), options.signal);
}

type OnPoints = (points: number) => void;

function* compare(
  a: PointSet,
  b: PointSet,
  options: ComparePointsOptions,
  onSorted: OnPoints,
  onCompared: OnPoints,
): Steps<DetailedComparison> {
  const summaries = { a: setSummary(a), b: setSummary(b) };
  // Before the trees reorder the coordinates.
  const paired = yield* pairByKey(a, b, options);
  const [treeA, treeB] = [yield* growPointTree(a.places, onSorted), yield* growPointTree(b.places, onSorted)];
  const limit = options.limit ?? (yield* spacingLimit(treeA, treeB));
  const forth = yield* findNeighbours(treeA, treeB, onCompared);
  const back = yield* findNeighbours(treeB, treeA, onCompared);
  const areClassified = a.classification !== undefined && b.classification !== undefined;
  const sum = (found: Neighbours, { classification }: PointSet) =>
    neighbourStatistics(found, limit, areClassified ? classification : undefined);
  const { pairs = pairNeighbours(forth, back, limit), ...how } = paired;
  const points = pairs.a.length;
  return {
    ...summaries,
    limit,
    limitBy: options.limit === undefined ? 'spacing' : 'option',
    apart: Math.sqrt(boxGap(treeA.boxes, 0, treeB.boxes, 0)),
    aToB: yield* sum(forth, a),
    bToA: yield* sum(back, b),
    matched: {
      ...how,
      points,
      onlyA: summaries.a.points - points,
      onlyB: summaries.b.points - points,
      ...(yield* pairStatistics(a, b, pairs, options.within)),
    },
    distances: { aToB: forth.distance, bToA: back.distance },
    ...(options.m3c2 && { m3c2: yield* compareByM3c2(treeA, treeB, options.m3c2, options.onProgress) }),
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

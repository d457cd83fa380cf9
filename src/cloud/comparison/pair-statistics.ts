import type { Steps } from '../../base/steps.js';
import { type DifferenceStatistics, differenceStatistics, meansOf, percentileOf } from './distance-statistics.js';
import { type ObjectPairs, pairObjects } from './pair-objects.js';
import type { PointPairs } from './point-pairs.js';
import type { PointSet } from './point-set.js';

/** The number of pairs with a quantity within a limit. */
export interface WithinLimit {
  limit: number;
  points: number;
  /** Share of all pairs with the quantity. */
  share: number;
}

/** Distances between the points of pairs, metres. */
export interface PairDistances {
  mean: number;
  rms: number;
  median: number;
  /** The 95th percentile, and the 99th. */
  p95: number;
  p99: number;
  max: number;
  within: WithinLimit[];
}

/** The second point's value, divided by the first's. */
export interface RatioStatistics {
  /** Pairs with both values > 0 and a ratio that f32 holds, and the others. */
  points: number;
  others: number;
  /** Median of the first points' values, and of the second's; in their own units. */
  medianA: number;
  medianB: number;
  /** Median of the ratios. */
  median: number;
  p5: number;
  p95: number;
  /** Pairs whose ratio differs from 1 by at most a limit, and the same after division by the median ratio. */
  within: WithinLimit[];
  withinScaled: WithinLimit[];
}

/** The classes of pairs. */
export interface ClassPairs {
  /** Pairs of different classes, and their share. */
  differing: number;
  share: number;
  /** Pairs by the classes of their points, as far as they occur; by the first's class, then the second's. */
  table: { a: number; b: number; points: number }[];
}

/** Differences within pairs of points; a quantity is absent if a set lacks it, or no pair has it. */
export interface PairStatistics {
  distance?: PairDistances;
  /** Range of the second point less that of the first, metres. */
  range?: DifferenceStatistics;
  intensity?: RatioStatistics;
  energy?: RatioStatistics;
  amplitude?: RatioStatistics;
  classes?: ClassPairs;
  objects?: ObjectPairs;
}

/** Limits; the pairs within each are counted. */
export interface PairLimits {
  /** Limits of distances, metres. */
  distances: readonly number[];
  /** Limits of ratios, from 1. */
  ratios: readonly number[];
}

const PAIRS_A_STEP = 262_144;

/** Compares the points of pairs. Reorders `pairs.distance`. */
export function* pairStatistics(
  a: PointSet,
  b: PointSet,
  pairs: PointPairs,
  { distances, ratios }: PairLimits,
): Steps<PairStatistics> {
  if (pairs.a.length === 0) return {};
  const ratiosOf = function* (column: 'intensity' | 'energy' | 'amplitude') {
    const [one, other] = [a[column], b[column]];
    return one && other && (yield* ratioStatistics(one, other, pairs, ratios));
  };
  const found: PairStatistics = {
    range: a.range && b.range && (yield* rangeDifferences(a.range, b.range, pairs)),
    intensity: yield* ratiosOf('intensity'),
    energy: yield* ratiosOf('energy'),
    amplitude: yield* ratiosOf('amplitude'),
    classes: a.classification && b.classification && classPairs(a.classification, b.classification, pairs),
    objects: a.instance && b.instance && (yield* pairObjects(a.instance, b.instance, pairs)),
    distance: yield* pairDistances(pairs.distance, distances),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Summarises the distances of pairs. Reorders `values`. */
function* pairDistances(values: Float32Array, limits: readonly number[]): Steps<PairDistances> {
  const [median, p95, p99, max] = [
    yield* percentileOf(values, 0.5),
    yield* percentileOf(values, 0.95),
    yield* percentileOf(values, 0.99),
    yield* percentileOf(values, 1),
  ];
  const within = limits.map((limit) => withinLimit(values, limit, 0));
  return { ...(yield* meansOf(values)), median, p95, p99, max, within };
}

/** Values are f32, so limits are rounded to it as well. */
function withinLimit(values: Float32Array, limit: number, centre: number): WithinLimit {
  const [low, high] = [Math.fround(centre - limit), Math.fround(centre + limit)];
  let points = 0;
  for (let i = 0; i < values.length; i++) if (values[i] >= low && values[i] <= high) points++;
  return { limit, points, share: points / values.length };
}

/** For the pairs with two finite ranges. */
function* rangeDifferences(
  one: Float64Array,
  other: Float64Array,
  { a, b }: PointPairs,
): Steps<DifferenceStatistics | undefined> {
  const differences = Float32Array.from(a, (i, k) => other[b[k]] - one[i]).filter(Number.isFinite);
  return differences.length === 0 ? undefined : yield* differenceStatistics(differences);
}

function* ratioStatistics(
  one: Float32Array,
  other: Float32Array,
  { a, b }: PointPairs,
  limits: readonly number[],
): Steps<RatioStatistics | undefined> {
  const all = Array.from({ length: 3 }, () => new Float32Array(a.length));
  let points = 0;
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [one[a[k]], other[b[k]]];
    const ratio = Math.fround(y / x);
    if (x > 0 && y > 0 && ratio > 0 && ratio < Infinity) {
      all[0][points] = x;
      all[1][points] = y;
      all[2][points++] = ratio;
    }
    if (k % PAIRS_A_STEP === 0) yield;
  }
  if (points === 0) return undefined;
  const [first, second, ratios] = all.map((values) => values.subarray(0, points));
  const [medianA, medianB] = [yield* percentileOf(first, 0.5), yield* percentileOf(second, 0.5)];
  const within = limits.map((limit) => withinLimit(ratios, limit, 1));
  const [median, p5, p95] = [
    yield* percentileOf(ratios, 0.5),
    yield* percentileOf(ratios, 0.05),
    yield* percentileOf(ratios, 0.95),
  ];
  for (let k = 0; k < points; k++) ratios[k] /= median;
  const withinScaled = limits.map((limit) => withinLimit(ratios, limit, 1));
  return { points, others: a.length - points, medianA, medianB, median, p5, p95, within, withinScaled };
}

const CLASSES = 256;

function classPairs(one: Uint8Array, other: Uint8Array, { a, b }: PointPairs): ClassPairs {
  const counts = new Float64Array(CLASSES * CLASSES);
  for (let k = 0; k < a.length; k++) counts[CLASSES * one[a[k]] + other[b[k]]]++;
  const table = [...counts.entries()]
    .filter(([, points]) => points > 0)
    .map(([cell, points]) => ({ a: Math.floor(cell / CLASSES), b: cell % CLASSES, points }));
  const differing = table.reduce((sum, cell) => sum + (cell.a === cell.b ? 0 : cell.points), 0);
  return { differing, share: differing / a.length, table };
}

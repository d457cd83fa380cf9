import type { Steps } from '../../base/steps.js';
import type { Neighbours } from './find-neighbours.js';

/** Statistics of distances to nearest neighbours, metres. */
export interface DistanceStatistics {
  points: number;
  /** Points farther than the limit. */
  beyond: number;
  median: number;
  mean: number;
  /** Root of the mean square. */
  rms: number;
  /** The 95th percentile. */
  p95: number;
  max: number;
}

/** Statistics of differences with a sign, metres. */
export interface DifferenceStatistics {
  median: number;
  mean: number;
  rms: number;
  /** The 5th percentile, and the 95th. */
  p5: number;
  p95: number;
}

/** Statistics of one cloud's points relative to the other cloud. */
export interface NeighbourStatistics {
  distance: DistanceStatistics;
  /** Heights above nearest neighbours; positive where the points are higher. */
  rise: DifferenceStatistics;
  /** Distances by the points' own class; absent without classes. */
  byClass?: Record<number, DistanceStatistics>;
}

/** Numbers passed over between two yields. */
const NUMBERS_A_STEP = 262_144;
const CLASSES = 256;

/** Summarises at least one neighbour. Points farther than `limit` (metres) are counted separately, but included. */
export function* neighbourStatistics(
  { distance, rise }: Neighbours,
  limit: number,
  classes?: Uint8Array,
): Steps<NeighbourStatistics> {
  const byClass = classes && (yield* statisticsByClass(distance, limit, classes));
  return {
    distance: yield* distanceStatistics(distance.slice(), limit),
    rise: yield* differenceStatistics(rise.slice()),
    ...(byClass && { byClass }),
  };
}

/** The numbers of each class are gathered in one array, one class after the other. */
function* statisticsByClass(
  distance: Float32Array,
  limit: number,
  classes: Uint8Array,
): Steps<Record<number, DistanceStatistics>> {
  const ends = new Float64Array(CLASSES + 1);
  for (let i = 0; i < classes.length; i++) ends[classes[i] + 1]++;
  for (let id = 0; id < CLASSES; id++) ends[id + 1] += ends[id];
  const starts = ends.slice();
  const sorted = new Float32Array(distance.length);
  for (let i = 0; i < distance.length; i++) {
    sorted[ends[classes[i]]++] = distance[i];
    if (i % NUMBERS_A_STEP === 0) yield;
  }
  const found: Record<number, DistanceStatistics> = {};
  for (let id = 0; id < CLASSES; id++)
    if (ends[id] > starts[id]) found[id] = yield* distanceStatistics(sorted.subarray(starts[id], ends[id]), limit);
  return found;
}

/** Summarises distances. Reorders `values`. */
function* distanceStatistics(values: Float32Array, limit: number): Steps<DistanceStatistics> {
  let [beyond, max] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (values[i] > limit) beyond++;
    if (values[i] > max) max = values[i];
    if (i % NUMBERS_A_STEP === 0) yield;
  }
  const [median, p95] = [yield* percentileOf(values, 0.5), yield* percentileOf(values, 0.95)];
  return { points: values.length, beyond, ...(yield* meansOf(values)), median, p95, max };
}

/** Summarises at least one difference. Reorders `values`. */
export function* differenceStatistics(values: Float32Array): Steps<DifferenceStatistics> {
  const [p5, median] = [yield* percentileOf(values, 0.05), yield* percentileOf(values, 0.5)];
  return { ...(yield* meansOf(values)), median, p5, p95: yield* percentileOf(values, 0.95) };
}

/** Mean and root mean square of at least one value. */
export function* meansOf(values: Float32Array): Steps<{ mean: number; rms: number }> {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
    squares += values[i] ** 2;
    if (i % NUMBERS_A_STEP === 0) yield;
  }
  return { mean: sum / values.length, rms: Math.sqrt(squares / values.length) };
}

/**
 * Returns the least of at least one value that is no less than the fraction `part` (0…1) of all of them. Reorders them:
 * smaller values come before it, greater ones behind it (Hoare's FIND).
 */
export function* percentileOf(values: Float32Array, part: number): Steps<number> {
  const at = Math.max(0, Math.ceil(part * values.length) - 1);
  let [low, high, passed] = [0, values.length - 1, 0];
  while (low < high) {
    const pivot = values[low + ((Math.imul(high - low, 0x9e3779b9) >>> 0) % (high - low + 1))];
    passed += high - low;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (at <= j) high = j;
    else if (at >= i) low = i;
    else break;
    if (passed < NUMBERS_A_STEP) continue;
    passed = 0;
    yield;
  }
  return values[at];
}

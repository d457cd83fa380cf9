import type { Steps } from '../../base/steps.js';
import { IdSet } from '../id-set.js';
import type { PointPairs } from './point-pairs.js';
import { everyIndex, sortedOrder } from './sorted-order.js';

/** The objects of pairs; their numbers may differ between the clouds. */
export interface ObjectPairs {
  /** Number of occurring combinations of two objects. */
  combinations: number;
  /** Pairs in agreeing combinations, and their share. */
  agreeing: number;
  share: number;
  /** The most frequent combinations, at most OBJECT_ROWS_MAX, the most frequent first. */
  table: { a: number; b: number; points: number; agrees: boolean }[];
}

/** Maximum number of listed combinations. */
const OBJECT_ROWS_MAX = 1000;

/**
 * The combinations of the objects `one` and `other` that occur in pairs. From the most frequent on, a combination
 * agrees if neither of its objects is part of an earlier agreeing one: each object of one cloud corresponds to one of
 * the other.
 */
export function* pairObjects(one: Uint32Array, other: Uint32Array, { a, b }: PointPairs): Steps<ObjectPairs> {
  const [first, second] = [Float64Array.from(a, (i) => one[i]), Float64Array.from(b, (j) => other[j])];
  const order = yield* sortedOrder(first, yield* sortedOrder(second, everyIndex(a.length)));
  const isNew = (k: number) =>
    k === 0 || first[order[k]] !== first[order[k - 1]] || second[order[k]] !== second[order[k - 1]];
  const starts = everyIndex(order.length).filter(isNew);
  const counts = Float64Array.from(starts, (start, k) => start - (starts[k + 1] ?? order.length));
  const byFrequency = yield* sortedOrder(counts, everyIndex(starts.length));
  const [takenA, takenB] = [new IdSet(), new IdSet()];
  const table: ObjectPairs['table'] = [];
  let agreeing = 0;
  for (const k of byFrequency) {
    const pair = order[starts[k]];
    const row = { a: first[pair], b: second[pair], points: -counts[k] };
    const agrees = !takenA.has(row.a) && !takenB.has(row.b);
    if (agrees) {
      takenA.add(row.a);
      takenB.add(row.b);
      agreeing += row.points;
    }
    if (table.length < OBJECT_ROWS_MAX) table.push({ ...row, agrees });
  }
  return { combinations: starts.length, agreeing, share: agreeing / a.length, table };
}

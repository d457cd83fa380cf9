import type { Steps } from '../../base/steps.js';
import type { PointPairs } from './point-pairs.js';
import type { PointSet } from './point-set.js';
import { everyIndex, sortedOrder } from './sorted-order.js';

/** Points of one cloud that may share a key: lasers of an instrument, or legs of a survey. */
export const SHARING_MAX = 256;

/** A key with too many points: its number or time, and the return. */
export interface CrowdedKey {
  value: number;
  returnNumber?: number;
}

/** The key that the points of a pair share. */
export interface PairKey {
  column: 'pulse' | 'gpsTime';
  /** Largest difference of the two keys, in the column's unit. */
  tolerance: number;
}

/** Points between two yields. */
const POINTS_A_STEP = 16_384;
/** No point. */
const NONE = 0xffffffff;

/**
 * Pairs of points of both sets with the same pulse or the same time, and the same return number if both sets have them.
 * If several points have one key, the nearest to each other are paired first, each point once. Points whose key is not
 * finite have no partner. Precondition: both sets have the column. Returns the key instead if more than SHARING_MAX
 * points of a set share one.
 */
export function* matchByKey(a: PointSet, b: PointSet, { column, tolerance }: PairKey): Steps<PointPairs | CrowdedKey> {
  const returns = a.returnNumber && b.returnNumber ? ([a.returnNumber, b.returnNumber] as const) : [];
  let sideA = yield* sideOf(a, a[column] as Keys, returns[0]);
  let sideB = yield* sideOf(b, b[column] as Keys, returns[1]);
  const found: PointPairs[] = [];
  // The two remaining points that are nearest to each other choose each other, so every round finds pairs until none
  // are possible. If coincident points choose by rank, a round may find none; then all choose the first.
  let byRank = true;
  while (sideA.order.length > 0 && sideB.order.length > 0) {
    const nearestOfA = yield* nearestOf(sideA, sideB, tolerance, byRank);
    if (!(nearestOfA instanceof Uint32Array)) return nearestOfA;
    const nearestOfB = yield* nearestOf(sideB, sideA, tolerance, byRank);
    if (!(nearestOfB instanceof Uint32Array)) return nearestOfB;
    const isPaired = (i: number) => nearestOfA[i] !== NONE && nearestOfB[nearestOfA[i]] === i;
    const pairs = everyIndex(sideA.order.length).filter(isPaired);
    if (pairs.length === 0 && !byRank) break;
    byRank = pairs.length > 0;
    found.push(pairsOf(sideA, sideB, pairs, nearestOfA));
    // Points without candidates are done, too.
    const leftA = sideA.order.filter((_, i) => nearestOfA[i] !== NONE && !isPaired(i));
    const leftB = sideB.order.filter((_, j) => nearestOfB[j] !== NONE && nearestOfA[nearestOfB[j]] !== j);
    sideA = { ...sideA, order: leftA };
    sideB = { ...sideB, order: leftB };
    yield;
  }
  return joinPairs(found);
}

type Keys = Float64Array | Uint32Array;

/** The points of a set still to be paired, sorted by return and key. */
interface Side {
  places: Float64Array;
  keys: Keys;
  /** Absent: returns are not part of the key. */
  returns?: Uint8Array;
  order: Uint32Array;
}

/** The points with a key, sorted by return number, if it counts, then by key. */
function* sideOf({ places }: PointSet, keys: Keys, returns: Uint8Array | undefined): Steps<Side> {
  const all = everyIndex(keys.length).filter((i) => Number.isFinite(keys[i]));
  const order = yield* sortedOrder(keys instanceof Float64Array ? keys : Float64Array.from(keys), all);
  return { places, keys, returns, order: returns ? yield* sortedOrder(Float64Array.from(returns), order) : order };
}

/**
 * For each point of a side, the nearest point of the other side with its key, as an index in that order, or NONE. Among
 * equally near ones, it is the first, or the first from the point's own rank among those with its key on, so that
 * coincident points choose different ones.
 */
function* nearestOf(from: Side, to: Side, tolerance: number, byRank: boolean): Steps<Uint32Array | CrowdedKey> {
  const nearest = new Uint32Array(from.order.length).fill(NONE);
  const end = to.order.length;
  let [low, high, groupStart] = [0, 0, 0];
  for (let i = 0; i < from.order.length; i++) {
    const point = from.order[i];
    const [value, returnNumber] = [from.keys[point], from.returns ? from.returns[point] : 0];
    while (low < end && stepTo(to, low, value, returnNumber, tolerance) < 0) low++;
    high = Math.max(high, low);
    while (high < end && stepTo(to, high, value, returnNumber, tolerance) <= 0) high++;
    if (high - low > SHARING_MAX) return { value, ...(from.returns && { returnNumber }) };
    if (i > 0 && stepTo(from, i - 1, value, returnNumber, 0) !== 0) groupStart = i;
    let best = Infinity;
    let j = byRank ? low + ((i - groupStart) % Math.max(1, high - low)) : low;
    for (let k = low; k < high; k++) {
      const square = squareBetween(from, point, to, to.order[j]);
      if (square < best) {
        best = square;
        nearest[i] = j;
      }
      if (++j === high) j = low;
    }
    if (i % POINTS_A_STEP === 0) yield;
  }
  return nearest;
}

/**
 * Position of point `j` in a side's order relative to a key: < 0 before all points with the key, 0 among them, > 0
 * behind.
 */
function stepTo({ order, keys, returns }: Side, j: number, value: number, returnNumber: number, tolerance: number) {
  const other = order[j];
  const step = returns ? returns[other] - returnNumber : 0;
  if (step !== 0) return step;
  const difference = keys[other] - value;
  return Math.abs(difference) <= tolerance ? 0 : difference;
}

/** Squared distance of two points, m²; the same in both directions. */
function squareBetween(a: Side, i: number, b: Side, j: number): number {
  const dx = a.places[3 * i] - b.places[3 * j];
  const dy = a.places[3 * i + 1] - b.places[3 * j + 1];
  const dz = a.places[3 * i + 2] - b.places[3 * j + 2];
  return dx * dx + dy * dy + dz * dz;
}

function pairsOf(a: Side, b: Side, pairs: Uint32Array, nearestOfA: Uint32Array): PointPairs {
  const found = {
    a: pairs.map((i) => a.order[i]),
    b: pairs.map((i) => b.order[nearestOfA[i]]),
    distance: new Float32Array(pairs.length),
  };
  for (let k = 0; k < pairs.length; k++) found.distance[k] = Math.sqrt(squareBetween(a, found.a[k], b, found.b[k]));
  return found;
}

function joinPairs(parts: readonly PointPairs[]): PointPairs {
  if (parts.length === 1) return parts[0];
  const count = parts.reduce((sum, { a }) => sum + a.length, 0);
  const joined = { a: new Uint32Array(count), b: new Uint32Array(count), distance: new Float32Array(count) };
  let at = 0;
  for (const part of parts) {
    joined.a.set(part.a, at);
    joined.b.set(part.b, at);
    joined.distance.set(part.distance, at);
    at += part.a.length;
  }
  return joined;
}

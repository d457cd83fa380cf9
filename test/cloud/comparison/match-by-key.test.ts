import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/base/steps.js';
import { matchByKey, type PairKey } from '../../../src/cloud/comparison/match-by-key.js';
import type { PointPairs } from '../../../src/cloud/comparison/point-pairs.js';
import type { PointSet } from '../../../src/cloud/comparison/point-set.js';
import { testRandom } from '../../support/random.js';

const BY_PULSE: PairKey = { column: 'pulse', tolerance: 0 };

/** Points on the x axis; `rest` are their columns. */
const onLine = (x: readonly number[], rest: Omit<PointSet, 'places'>): PointSet => ({
  places: Float64Array.from(x.flatMap((value) => [value, 0, 0])),
  ...rest,
});

/** The pairs as `a-b`, sorted. */
function pairsOf(a: PointSet, b: PointSet, key = BY_PULSE): string[] {
  const found = finish(matchByKey(a, b, key)) as PointPairs;
  return [...found.a].map((i, k) => `${i}-${found.b[k]}`).sort();
}

describe('points with one key', () => {
  it('are pairs where pulse and return are the same, whatever their order', () => {
    const a = onLine([0, 1, 2, 3], {
      pulse: Uint32Array.of(7, 7, 8, 9),
      returnNumber: Uint8Array.of(1, 2, 1, 1),
    });
    const b = onLine([3.5, 1.25, 0, 9], {
      pulse: Uint32Array.of(9, 7, 7, 10),
      returnNumber: Uint8Array.of(1, 2, 1, 1),
    });
    expect(pairsOf(a, b)).toEqual(['0-2', '1-1', '3-0']);
    const { a: first, distance } = finish(matchByKey(a, b, BY_PULSE)) as PointPairs;
    expect(Object.fromEntries([...first].map((i, k) => [i, distance[k]]))).toEqual({ 0: 0, 1: 0.25, 3: 0.5 });
  });

  it('need no return where a set has none', () => {
    const a = onLine([0, 5], { pulse: Uint32Array.of(7, 7), returnNumber: Uint8Array.of(1, 2) });
    expect(pairsOf(a, onLine([4, 1], { pulse: Uint32Array.of(7, 7) }))).toEqual(['0-1', '1-0']);
  });

  it('are paired one to one for several lasers, the nearest first', () => {
    const one = onLine([0, 10], { pulse: Uint32Array.of(4, 4) });
    expect(pairsOf(one, onLine([10.1, 0.1], { pulse: Uint32Array.of(4, 4) }))).toEqual(['0-1', '1-0']);
    // Both of the first set are nearest to one of the second: the farther of them takes the one left.
    expect(pairsOf(one, onLine([7, 30], { pulse: Uint32Array.of(4, 4) }))).toEqual(['0-1', '1-0']);
    // The third finds nobody.
    expect(pairsOf(onLine([0, 10, 11], { pulse: Uint32Array.of(4, 4, 4) }), one)).toEqual(['0-0', '1-1']);
  });

  it('are paired at once if many are at one place', () => {
    const count = 200_000;
    const heap = onLine(new Array(count).fill(3), { pulse: Uint32Array.from({ length: count }, (_, k) => k >> 8) });
    const began = performance.now();
    expect((finish(matchByKey(heap, heap, BY_PULSE)) as PointPairs).a).toHaveLength(count);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('are all paired if many are at two places, in no order', () => {
    const random = testRandom(3);
    const draw = (count: number) =>
      onLine(
        Array.from({ length: count }, () => Math.floor(2 * random())),
        { pulse: new Uint32Array(count) },
      );
    expect(pairsOf(draw(90), draw(70))).toHaveLength(70);
  });

  const SEED = Date.now() % 1e6;
  it(`are the pairs that all distances in order give (seed ${SEED})`, () => {
    const random = testRandom(SEED);
    const draw = (count: number) =>
      onLine(
        Array.from({ length: count }, () => random()),
        {
          pulse: Uint32Array.from({ length: count }, () => 5 * random()),
          returnNumber: Uint8Array.from({ length: count }, () => 1 + 3 * random()),
        },
      );
    const [a, b] = [draw(150), draw(170)];
    const all: [number, number, number][] = [];
    for (let i = 0; i < 150; i++)
      for (let j = 0; j < 170; j++)
        if (a.pulse![i] === b.pulse![j] && a.returnNumber![i] === b.returnNumber![j])
          all.push([Math.abs(a.places[3 * i] - b.places[3 * j]), i, j]);
    const [takenA, takenB] = [new Set<number>(), new Set<number>()];
    const expected = all
      .sort(([x], [y]) => x - y)
      .filter(([, i, j]) => {
        const isFree = !takenA.has(i) && !takenB.has(j);
        if (isFree) [takenA.add(i), takenB.add(j)];
        return isFree;
      });
    expect(expected.length).toBeGreaterThan(80);
    expect(pairsOf(a, b)).toEqual(expected.map(([, i, j]) => `${i}-${j}`).sort());
  });

  it('have times that differ by the tolerance at most', () => {
    const a = onLine([0, 0, 0, 0], { gpsTime: Float64Array.of(5, 6, 7, Number.NaN) });
    const b = onLine([0, 0, 0, 0], { gpsTime: Float64Array.of(7 + 2e-6, 5 + 5e-7, Number.NaN, 6 - 9e-7) });
    expect(pairsOf(a, b, { column: 'gpsTime', tolerance: 1e-6 })).toEqual(['0-1', '1-3']);
    expect(pairsOf(a, b, { column: 'gpsTime', tolerance: 3e-6 })).toEqual(['0-1', '1-3', '2-0']);
  });

  it('are too many where a number tells no pulses apart', () => {
    const crowd = (count: number) =>
      onLine(
        Array.from({ length: count }, (_, k) => k),
        { pulse: new Uint32Array(count).fill(3), returnNumber: new Uint8Array(count).fill(1) },
      );
    expect(finish(matchByKey(crowd(257), crowd(1), BY_PULSE))).toEqual({ value: 3, returnNumber: 1 });
    expect(finish(matchByKey(crowd(1), crowd(257), BY_PULSE))).toEqual({ value: 3, returnNumber: 1 });
    expect(pairsOf(crowd(256), crowd(256))).toHaveLength(256);
  });
});

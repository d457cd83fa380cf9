import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { RandomStream } from '../../../src/base/random-stream.js';
import { compareBatches } from '../../../src/cloud/comparison/compare-points.js';
import type { PointSet } from '../../../src/cloud/comparison/point-set.js';

type Place = readonly [number, number, number];

const setOf = (places: readonly Place[], classes?: number[]): PointSet => ({
  places: Float64Array.from(places.flat()),
  ...(classes && { classification: Uint8Array.from(classes) }),
});

/** Distances to nearest points, found by comparing all with all. */
const bruteForce = (a: readonly Place[], b: readonly Place[]): number[] =>
  a.map(([x, y, z]) =>
    Math.fround(Math.sqrt(Math.min(...b.map((p) => (x - p[0]) ** 2 + (y - p[1]) ** 2 + (z - p[2]) ** 2)))),
  );

const SEED = Date.now() % 1e6;
const random = new RandomStream(SEED, 'comparison');
const draw = (count: number, size: number): Place[] =>
  Array.from({ length: count }, () => [size * random.unit(), size * random.unit(), size * random.unit()] as const);

const FAR: Place = [1e9, -3, 7];
const CLOUDS: Record<string, [Place[], Place[]]> = {
  'random points': [draw(1500, 10), draw(1100, 10)],
  'clouds beside each other': [draw(300, 1), draw(300, 1).map(([x, y, z]) => [x + 5, y, z] as const)],
  'single points': [[[1, 2, 3]], [[4, 6, 3]]],
  'a single point among many': [draw(500, 3), [[1, 1, 1]]],
  duplicates: [
    Array.from({ length: 400 }, (_, k) => [k % 2, 0, 0] as const),
    Array.from({ length: 999 }, (_, k) => [k % 3, 0, 1] as const),
  ],
  'collinear points': [
    Array.from({ length: 700 }, (_, k) => [0.1 * k, 0.2 * k, 0.3 * k] as const),
    Array.from({ length: 300 }, (_, k) => [0.25 * k, 0.5 * k, 0.75 * k] as const),
  ],
  'points 10⁹ m away': [
    [...draw(800, 10), FAR],
    [...draw(800, 10), [-1e9, 1e9, 0]],
  ],
  'coordinates of a national grid': [
    draw(400, 50).map(([x, y, z]) => [x + 2_678_000, y + 1_243_000, z + 400] as const),
    draw(600, 50).map(([x, y, z]) => [x + 2_678_000, y + 1_243_000, z + 400] as const),
  ],
  'sorted points': [
    Array.from({ length: 900 }, (_, k) => [k, 900 - k, k % 7] as const),
    Array.from({ length: 900 }, (_, k) => [k % 30, Math.floor(k / 30), 0] as const),
  ],
};

describe('the comparison of two clouds', () => {
  it.each(Object.keys(CLOUDS))(`finds the distances that all pairs have: %s (seed ${SEED})`, async (name) => {
    const [a, b] = CLOUDS[name];
    const there = await compareBatches(setOf(a), setOf(b), { limit: 1 });
    expect([...there.distances.aToB]).toEqual(bruteForce(a, b));
    const back = await compareBatches(setOf(b), setOf(a), { limit: 1 });
    expect([...there.distances.bToA]).toEqual(bruteForce(b, a));
    expect(there.bToA).toEqual(back.aToB);
  });

  it('sums up distances and heights', async () => {
    const a: Place[] = [...Array.from({ length: 19 }, (_, k) => [k, 0, 0.5] as const), [100, 0, 12]];
    const b: Place[] = a.map(([x]) => [x, 0, 0]);
    const { aToB, bToA } = await compareBatches(setOf(a), setOf(b), { limit: 1 });
    expect(aToB.distance).toEqual({
      points: 20,
      beyond: 1,
      median: 0.5,
      mean: (19 * 0.5 + 12) / 20,
      rms: Math.sqrt((19 * 0.25 + 144) / 20),
      p95: 0.5,
      max: 12,
    });
    expect(aToB.rise).toMatchObject({ median: 0.5, mean: (19 * 0.5 + 12) / 20, p5: 0.5, p95: 0.5 });
    expect(bToA.rise).toMatchObject({ median: -0.5, p95: -0.5 });
    expect(aToB.byClass).toBeUndefined();
  });

  it('sums up each class if both clouds have classes', async () => {
    const a: Place[] = [
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, 3],
    ];
    const b: Place[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ];
    const { aToB } = await compareBatches(setOf(a, [2, 2, 6]), setOf(b, [2, 2, 2]), { limit: 2 });
    expect(Object.keys(aToB.byClass ?? {})).toEqual(['2', '6']);
    expect(aToB.byClass?.[2]).toMatchObject({ points: 2, beyond: 0, median: 1, max: 1 });
    expect(aToB.byClass?.[6]).toMatchObject({ points: 1, beyond: 1, median: 3, max: 3 });
    expect((await compareBatches(setOf(a, [2, 2, 6]), setOf(b), { limit: 2 })).aToB.byClass).toBeUndefined();
  });

  it('takes the limit from the spacing of the sparser cloud', async () => {
    const grid = (step: number) =>
      Array.from({ length: 400 }, (_, k) => [step * (k % 20), step * Math.floor(k / 20), 0] as const);
    expect(await compareBatches(setOf(grid(0.5)), setOf(grid(0.25)))).toMatchObject({ limit: 0.5, limitBy: 'spacing' });
    expect(await compareBatches(setOf(grid(0.5)), setOf(grid(0.25)), { limit: 3 })).toMatchObject({
      limit: 3,
      limitBy: 'option',
    });
    expect(await compareBatches(setOf([[0, 0, 0]]), setOf([[0, 0, 1]]))).toMatchObject({ limit: 0 });
  });

  it('measures the gap between boxes', async () => {
    const { apart } = await compareBatches(
      setOf([
        [0, 0, 0],
        [1, 1, 1],
      ]),
      setOf([
        [4, 5, 1],
        [9, 9, 9],
      ]),
    );
    expect(apart).toBe(5);
  });

  it('lets others have their turn, reports progress, and stops', async () => {
    const [a, b] = [draw(60_000, 10), draw(60_000, 10)];
    const tasks = new Map<string, number>();
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    await compareBatches(setOf(a), setOf(b), { onProgress: ({ task, done }) => void tasks.set(task, done) });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect([...tasks]).toEqual([
      ['sort', 120_000],
      ['compare', 120_000],
    ]);
    const stopped = compareBatches(setOf(a), setOf(b), { signal: AbortSignal.timeout(20) });
    await expect(stopped).rejects.toThrow(AbortedError);
  });
});

import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../src/base/random-stream.js';
import { finish } from '../../../../src/base/steps.js';
import { cross, normalize, type Vec3 } from '../../../../src/base/vec3.js';
import { compareByM3c2 } from '../../../../src/cloud/comparison/m3c2/compare-by-m3c2.js';
import type { M3c2Options } from '../../../../src/cloud/comparison/m3c2/m3c2-options.js';
import { growPointTree } from '../../../../src/cloud/comparison/point-tree.js';
import { bruteM3c2 } from './brute-m3c2.js';

const SEED = Date.now() % 1e6;
const random = new RandomStream(SEED, 'm3c2');

const SCALES = { normalScale: 1, projectionScale: 0.5, maxDepth: 2, core: 'all' } as const;

const treeOf = (places: readonly Vec3[]) => finish(growPointTree(Float64Array.from(places.flat())));
const compare = (a: readonly Vec3[], b: readonly Vec3[], options: M3c2Options = {}) =>
  finish(compareByM3c2(treeOf(a), treeOf(b), { ...SCALES, ...options }));

/** A point each tenth of a metre of a plane of 3 m through `at` with this normal, `offset(k)` metres above it. */
function planeOf(normal: Vec3, at: Vec3, offset: (k: number) => number = () => 0): Vec3[] {
  const u = normalize(cross(normal, Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const v = cross(normal, u);
  return Array.from({ length: 900 }, (_, k) => {
    const [s, t, h] = [(k % 30) / 10 - 1.45, Math.floor(k / 30) / 10 - 1.45, offset(k)];
    const along = (axis: number) => at[axis] + s * u[axis] + t * v[axis] + h * normal[axis];
    return [along(0), along(1), along(2)] as const;
  });
}

const NORMALS: Record<string, Vec3> = {
  'a level plane': [0, 0, 1],
  'a slope': normalize([0.3, -0.4, 0.8]),
  'a wall': [0, 1, 0],
  'an overhang': normalize([0.6, 0.3, 0.2]),
};

const FAR: Vec3 = [691_000, 5_334_000, 500];

describe('M3C2 distances', () => {
  it.each(Object.entries(NORMALS))('are the shift of %s along its normal', (_, normal) => {
    const shift = 0.37;
    const b = planeOf(normal, FAR, () => shift);
    const { distances, summary } = compare(planeOf(normal, FAR), b);
    const farthest = Math.max(...distances.distance.map((found) => Math.abs(found - shift)));
    // Coordinates of millions of metres are off by 5e-10 m.
    expect(farthest).toBeLessThan(1e-8);
    expect(summary).toMatchObject({ cores: 900, measured: 900, significant: 900, above: 900, below: 0 });
    const normals = Array.from(distances.normal.subarray(0, 3));
    expect(normals).toEqual(normal.map((part) => expect.closeTo(part, 6)));
  });

  it('have a level of detection by the spread and number of the points', () => {
    // Every other point is 1 cm higher: mean 5 mm; in b, 3 cm and 15 mm.
    const rough = (height: number) => (k: number) => ((k + Math.floor(k / 30)) % 2) * height;
    const [a, b] = [planeOf([0, 0, 1], [0, 0, 0], rough(0.01)), planeOf([0, 0, 1], [0, 0, 0], rough(0.03))];
    const { distances } = compare(a, b, { normals: 'vertical', registrationError: 0.002 });
    const middle = 15 * 30 + 15;
    const [n1, n2] = [distances.count1[middle], distances.count2[middle]];
    // 21 places of a grid of 0.1 m lie within 0.25 m of one of them; 9 or 12 of them are of the other kind.
    expect([n1, n2]).toEqual([21, 21]);
    const deviation = (height: number, high: number) => height * Math.sqrt((high * (21 - high)) / 21 / 20);
    const high = (distances.distance[middle] * 21) / 0.02;
    expect([9, 12]).toContain(Math.round(high));
    const [s1, s2] = [deviation(0.01, Math.round(high)), deviation(0.03, Math.round(high))];
    expect([distances.stdDev1[middle], distances.stdDev2[middle]]).toEqual([
      expect.closeTo(s1, 12),
      expect.closeTo(s2, 12),
    ]);
    const level = 1.96 * (Math.sqrt(s1 ** 2 / 21 + s2 ** 2 / 21) + 0.002);
    expect(distances.uncertainty[middle]).toBeCloseTo(level, 12);
    expect(distances.significant[middle]).toBe(Number(distances.distance[middle] > level));
  });

  it('are significant above the level of detection alone, which a registration error raises', () => {
    const [a, b] = [planeOf([0, 0, 1], FAR), planeOf([0, 0, 1], FAR, () => -0.02)];
    const within = (registrationError: number) => compare(a, b, { registrationError }).summary;
    expect(within(0.01)).toMatchObject({ significant: 900, above: 0, below: 900 });
    // 1.96 × 0.0103 m.
    expect(within(0.0103)).toMatchObject({ measured: 900, significant: 0 });
  });

  it('do not exist where a cylinder has no point of b, and have no level of detection below 5 points', () => {
    const a = planeOf([0, 0, 1], [0, 0, 0]);
    // Half of b is gone, and one point of it lies 1 m above the other half's middle.
    const b: Vec3[] = [...planeOf([0, 0, 1], [0, 0, 0.1]).filter(([x]) => x < 0), [1, 0, 1]];
    const { distances, summary } = compare(a, b);
    const rows = a.map((place, row) => ({ place, row }));
    const empty = rows.filter(({ place: [x, y] }) => x > 0.25 && (x - 1) ** 2 + y ** 2 > 0.0625).map(({ row }) => row);
    expect(empty.length).toBeGreaterThan(300);
    const noNumber = empty.every((row) => Number.isNaN(distances.distance[row]));
    expect(noNumber).toBe(true);
    const lone = rows.filter(({ place: [x, y] }) => (x - 1) ** 2 + y ** 2 < 0.0624).map(({ row }) => row);
    const found = lone.map((row) => [distances.distance[row], distances.uncertainty[row], distances.significant[row]]);
    expect(found).toEqual(lone.map(() => [expect.closeTo(1, 9), Number.NaN, 0]));
    expect(summary.empty).toBe(Array.from(distances.count2).filter((count) => count === 0).length);
    expect(summary.withoutLevel).toBeGreaterThanOrEqual(lone.length);
    expect(summary.cores).toBe(summary.measured + summary.empty + summary.withoutNormal);
  });

  it('do not exist where points have no plane: single ones, and those on a line', () => {
    const line = Array.from({ length: 50 }, (_, k): Vec3 => [k / 20, k / 20, k / 20]);
    const { distances, summary } = compare([...line, [100, 0, 0]], line);
    expect(summary).toMatchObject({ cores: 51, measured: 0, withoutNormal: 51 });
    expect([...distances.normal].every((part) => part === 0)).toBe(true);
    expect([distances.count1[0], distances.count2[0]]).toEqual([0, 0]);
    expect(summary.distance).toBeUndefined();
    expect(compare(line, line, { normals: 'vertical' }).summary).toMatchObject({ measured: 50, withoutNormal: 0 });
  });

  it('average what the cylinder has of a step: its share of points on either side', () => {
    const level = planeOf([0, 0, 1], [0, 0, 0]);
    const step = level.map(([x, y]): Vec3 => [x, y, x < 0 ? 0 : 0.5]);
    const { distances } = compare(level, step, { normals: 'vertical' });
    // Columns within 0.25 m, 0.1 m apart, have 3, 5, 5, 5 and 3 points.
    const of = (x: number) =>
      level.findIndex((place) => Math.abs(place[0] - x) < 1e-9 && Math.abs(place[1] - 0.05) < 1e-9);
    const found = [-0.35, -0.15, 0.05, 0.35].map((x) => distances.distance[of(x)]);
    const shares = [0, 3 / 21, 13 / 21, 1];
    expect(found).toEqual(shares.map((share) => expect.closeTo(0.5 * share, 9)));
  });

  it('change their sign with the side of the normal: upwards, or towards a place', () => {
    const [a, b] = [planeOf([0, 1, 0], [0, 0, 0]), planeOf([0, 1, 0], [0, 0.2, 0])];
    const [front, back] = [compare(a, b, { normals: [0, 50, 0] }), compare(a, b, { normals: [0, -50, 0] })];
    const means = [front, back].map(({ summary }) => summary.distance?.mean);
    expect(means).toEqual([expect.closeTo(0.2, 6), expect.closeTo(-0.2, 6)]);
    expect([front.summary.level, compare(a, b).summary.level]).toEqual([0, 900]);
  });

  it('take the first point of each cube as core points', () => {
    const a = planeOf([0, 0, 1], [1.5, 1.5, 0.5]);
    const { distances, summary } = compare(a, a, { core: 1 });
    const firsts = new Map<string, number>();
    for (const [row, place] of a.entries()) {
      const cube = place.map(Math.floor).join();
      if (!firsts.has(cube)) firsts.set(cube, row);
    }
    expect([...distances.ids]).toEqual([...firsts.values()].sort((one, other) => one - other));
    expect(summary.cores).toBe(9);
  });

  it(`are those of all pairs of random points (seed ${SEED})`, () => {
    const draw = (count: number): Vec3[] =>
      Array.from({ length: count }, () => {
        const [x, y] = [4 * random.unit(), 4 * random.unit()];
        return [x + 1000, y - 500, Math.sin(x) + 0.3 * y + 0.2 * random.unit()];
      });
    const [a, b] = [draw(700), draw(500)];
    const cases: M3c2Options[] = [
      {},
      { normals: 'vertical', maxDepth: 0.2 },
      { normals: [1010, -500, 3], projectionScale: 0.3, registrationError: 0.01 },
    ];
    for (const options of cases) {
      const { distances, settings } = compare(a, b, options);
      const expected = bruteM3c2(a, b, settings);
      const keys = ['distance', 'uncertainty', 'stdDev1', 'stdDev2'] as const;
      const off = keys.map((key) =>
        largestDifference(
          distances[key],
          expected.map((row) => row[key]),
        ),
      );
      expect(
        off.every((difference) => difference < 1e-9),
        `${off}`,
      ).toBe(true);
      const counts = ['count1', 'count2', 'significant'] as const;
      for (const key of counts) expect([...distances[key]]).toEqual(expected.map((row) => row[key]));
    }
  });
});

/** Infinity where one is NaN, and the other is not. */
const largestDifference = (found: Float64Array, expected: number[]): number =>
  Math.max(
    ...expected.map((value, k) => {
      if (Number.isNaN(value) || Number.isNaN(found[k]))
        return Number.isNaN(value) === Number.isNaN(found[k]) ? 0 : Infinity;
      return Math.abs(value - found[k]);
    }),
  );

describe('scales that are not given', () => {
  it('follow from density and roughness', () => {
    const noise = () => 0.01 * (random.unit() + random.unit() + random.unit() - 1.5);
    const [a, b] = [planeOf([0, 0, 1], [0, 0, 0], noise), planeOf([0, 0, 1], [0, 0, 0.1], noise)];
    const { settings } = finish(compareByM3c2(treeOf(a), treeOf(b), {}));
    // 30 points at 100 a square metre: 0.62 m and more; noise of 5 mm: 0.125 m and more.
    expect(settings.projectionScale).toBeGreaterThan(0.6);
    expect(settings.projectionScale).toBeLessThan(0.95);
    expect(settings).toMatchObject({
      normalScale: settings.projectionScale,
      registrationError: 0,
      normals: 'up',
    });
    expect(settings.maxDepth).toBeCloseTo(5 * settings.projectionScale, 1);
    expect(settings.core).toBeCloseTo(settings.projectionScale / 2, 1);
  });

  it('have larger balls for normals where the surface is rough', () => {
    const noise = () => 0.08 * (random.unit() + random.unit() + random.unit() - 1.5);
    const a = planeOf([0, 0, 1], [0, 0, 0], noise);
    const { settings } = finish(compareByM3c2(treeOf(a), treeOf(a), { projectionScale: 0.3 }));
    // A standard deviation of 0.04 m: 1 m, less where the ball cuts off what is far.
    expect(settings.normalScale).toBeGreaterThan(0.6);
    expect(settings.normalScale).toBeLessThan(1.3);
    expect(settings.projectionScale).toBe(0.3);
  });

  it('are needed where all points lie in one place', () => {
    const one = [
      [1, 2, 3],
      [1, 2, 3],
    ] as const;
    expect(() => finish(compareByM3c2(treeOf(one), treeOf(one), {}))).toThrow('one place');
  });
});

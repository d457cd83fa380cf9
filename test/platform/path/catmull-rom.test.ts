import { describe, expect, it } from 'vitest';
import { cross, dot, length, normalize, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { catmullRom } from '../../../src/platform/path/catmull-rom.js';
import { simplifyPath, withoutRepeats } from '../../../src/platform/path/simplify-path.js';
import { randomNumbers } from '../../support/trajectories.js';

describe('Catmull–Rom', () => {
  it('is (−1 9 9 −1)/16 of four points in the middle with even knots', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [1, 2, 0],
      [4, 3, 1],
      [6, -1, 2],
    ];
    const middle = catmullRom(points, { knots: 'uniform', tension: 0 })[1].at(0.5);
    [0, 1, 2].forEach((axis) => {
      const [a, b, c, d] = points.map((point) => point[axis]);
      expect(middle[axis]).toBeCloseTo((-a + 9 * b + 9 * c - d) / 16, 12);
    });
  });

  it('follows the recursion of Barry and Goldman with centripetal knots', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [1, 2, 0],
      [9, 3, 1],
      [10, -1, 2],
    ];
    const knots = [0];
    for (let k = 1; k < points.length; k++)
      knots.push(knots[k - 1] + Math.sqrt(length(subtract(points[k], points[k - 1]))));
    const t = knots[1] + 0.3 * (knots[2] - knots[1]);
    const mix = (a: Vec3, b: Vec3, from: number, to: number): Vec3 =>
      [0, 1, 2].map((axis) => ((to - t) * a[axis] + (t - from) * b[axis]) / (to - from)) as unknown as Vec3;
    const a = [0, 1, 2].map((k) => mix(points[k], points[k + 1], knots[k], knots[k + 1]));
    const b = [0, 1].map((k) => mix(a[k], a[k + 1], knots[k], knots[k + 2]));
    const expected = mix(b[0], b[1], knots[1], knots[2]);
    const found = catmullRom(points, { knots: 'centripetal', tension: 0 })[1].at(0.3);
    for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], 12);
  });

  it('meets its points, without a kink, and its slope is its derivative', () => {
    const seed = 12;
    const random = randomNumbers(seed);
    const points = Array.from({ length: 12 }, (): Vec3 => [random() * 50, random() * 50, random() * 9]);
    for (const knots of ['uniform', 'centripetal'] as const)
      catmullRom(points, { knots, tension: 0.3 }).forEach((piece, k, all) => {
        for (const axis of [0, 1, 2]) {
          expect(piece.at(0)[axis], `seed ${seed}`).toBeCloseTo(points[k][axis], 10);
          expect(piece.at(1)[axis]).toBeCloseTo(points[k + 1][axis], 10);
          expect(piece.slope(0.4)[axis]).toBeCloseTo((piece.at(0.4001)[axis] - piece.at(0.3999)[axis]) / 0.0002, 3);
        }
        if (k === 0) return;
        const [into, outOf] = [normalize(all[k - 1].slope(1)), normalize(piece.slope(0))];
        expect(length(cross(into, outOf))).toBeLessThan(1e-12);
        expect(dot(into, outOf)).toBeGreaterThan(0);
      });
  });

  it('is straight lines with a tension of 1, and leaves its ends along the first and the last line', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [2, 4, 6],
      [8, 4, 0],
    ];
    const [taut] = catmullRom(points, { knots: 'uniform', tension: 1 });
    expect(taut.at(0.25)).toEqual(
      [0, 1, 2].map((axis) => expect.closeTo(points[1][axis] * (3 * 0.25 ** 2 - 2 * 0.25 ** 3), 12)),
    );
    const loose = catmullRom(points, { knots: 'uniform', tension: 0 });
    expect(loose[0].slope(0)).toEqual([2, 4, 6]);
    expect(loose[1].slope(1)).toEqual([6, 0, -6]);
    expect(loose[1].slope(0)).toEqual([4, 2, 0]);
    expect(catmullRom(points, { knots: 'uniform', tension: 0.75 })[1].slope(0)).toEqual([1, 0.5, 0]);
  });

  it('is the line for points on one', () => {
    for (const piece of catmullRom([
      [0, 0, 0],
      [1, 1, 0],
      [5, 5, 0],
    ])) {
      const [x, y, z] = piece.at(0.37);
      expect([x - y, z]).toEqual([0, 0]);
    }
  });
});

describe('Douglas–Peucker', () => {
  const WAY: Vec3[] = [
    [0, 0, 0],
    [1, 0.1, 0],
    [2, -0.1, 0],
    [3, 5, 0],
    [4, 6, 0],
    [5, 7, 0],
    [6, 8.1, 0],
    [7, 9, 0],
  ];

  it('keeps what is farther from the line than the tolerance', () => {
    expect(simplifyPath(WAY, 1)).toEqual([WAY[0], WAY[2], WAY[3], WAY[7]]);
    // The fifth lies on the line between its neighbours.
    expect(simplifyPath(WAY, 0)).toEqual(WAY.filter((_, k) => k !== 4));
    expect(simplifyPath(WAY, 100)).toEqual([WAY[0], WAY[7]]);
  });

  it('leaves nothing farther away than the tolerance', () => {
    const seed = 77;
    const random = randomNumbers(seed);
    const walk = Array.from({ length: 300 }, (_, k): Vec3 => [k, 9 * Math.sin(k / 20) + random(), random()]);
    const kept = simplifyPath(walk, 0.8);
    expect(kept.length).toBeLessThan(100);
    for (const point of walk) {
      const distances = kept.slice(1).map((to, k) => {
        const [way, offset] = [subtract(to, kept[k]), subtract(point, kept[k])];
        const t = Math.min(1, Math.max(0, dot(way, offset) / dot(way, way)));
        return length([offset[0] - t * way[0], offset[1] - t * way[1], offset[2] - t * way[2]]);
      });
      expect(Math.min(...distances), `seed ${seed}`).toBeLessThanOrEqual(0.8 + 1e-9);
    }
  });

  it('keeps the farthest point of a closed path', () => {
    expect(
      simplifyPath(
        [
          [0, 0, 0],
          [5, 0, 0],
          [0, 0, 0],
        ],
        1,
      ),
    ).toHaveLength(3);
  });

  it('leaves out points that repeat the one before', () => {
    expect(
      withoutRepeats([
        [1, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [1, 0, 0],
      ]),
    ).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [1, 0, 0],
    ]);
  });
});

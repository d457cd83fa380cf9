import { describe, expect, it } from 'vitest';
import { convexHull, leastRectangle, type Point2 } from '../../../src/scene/boxes/least-rectangle.js';
import { random } from '../../support/scenes.js';

/** The area of the rectangle around points with a side in a direction. */
function areaAlong(points: readonly Point2[], direction: number): number {
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  return extent(points.map(([x, y]) => x * c + y * s)) * extent(points.map(([x, y]) => y * c - x * s));
}

describe('the rectangle of least area', () => {
  it('is that of the best side of the hull, by trying all directions', () => {
    const next = random(7);
    for (let round = 0; round < 60; round++) {
      const points = Array.from({ length: 3 + (round % 40) }, (): Point2 => [4 * next() - 9, next() ** 2]);
      const found = areaAlong(points, leastRectangle(convexHull(points)));
      const least = Math.min(...Array.from({ length: 900 }, (_, k) => areaAlong(points, (k * Math.PI) / 900)));
      expect(found).toBeLessThanOrEqual(least + 1e-9);
    }
  });

  it('finds the sides of a rectangle that is turned', () => {
    for (const turned of [0, 0.3, 1.2, -0.7, 3]) {
      const [c, s] = [Math.cos(turned), Math.sin(turned)];
      const corners = [...[-2, 2].flatMap((u) => [-1, 1].map((v): Point2 => [u * c - v * s, u * s + v * c]))];
      const quarters = (leastRectangle(convexHull([...corners, [0, 0]])) - turned) / (Math.PI / 2);
      expect(Math.abs(quarters - Math.round(quarters))).toBeLessThan(1e-9);
    }
  });

  it('is flat around points on a line, and nothing around one', () => {
    const line: Point2[] = [0, 3, 1, 2].map((k) => [k, 2 * k]);
    expect(convexHull(line)).toEqual([
      [0, 0],
      [3, 6],
    ]);
    expect(Math.tan(leastRectangle(convexHull(line)))).toBeCloseTo(2, 9);
    expect(
      convexHull([
        [1, 1],
        [1, 1],
      ]),
    ).toEqual([[1, 1]]);
    expect(leastRectangle([[1, 1]])).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { PolygonCutter } from '../../../src/scene/read/polygon.js';
import { testRandom } from '../../support/random.js';

/** Signed areas of the triangles of a polygon in the plane z = 0. */
function cutAreas(corners: number[][]): number[] {
  const positions = Float32Array.from(corners.flatMap(([x, y]) => [x, y, 0]));
  const cutter = new PolygonCutter(positions);
  corners.forEach((_, i) => {
    cutter.grow(i);
    cutter.corners[i] = i;
  });
  const out = new Uint32Array(3 * (corners.length - 2));
  expect(cutter.cut(corners.length, out, 0)).toBe(out.length);
  return Array.from({ length: out.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => corners[out[3 * t + k]]);
    return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  });
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

describe('PolygonCutter', () => {
  it('cuts a square into a fan', () => {
    expect(
      cutAreas([
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ]),
    ).toEqual([2, 2]);
  });

  it('keeps the concave corner of an arrow empty', () => {
    // A fan from the first corner would cover area outside.
    const areas = cutAreas([
      [0, 0],
      [4, 2],
      [0, 4],
      [1, 2],
    ]);
    expect(areas.every((area) => area > 0)).toBe(true);
    expect(sum(areas)).toBeCloseTo(6, 10);
  });

  it('cuts random star-shaped polygons without overlap', () => {
    const seed = 11;
    const random = testRandom(seed);
    for (let round = 0; round < 200; round++) {
      const count = 4 + Math.floor(random() * 90);
      const corners = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count;
        const radius = 1 + 9 * random();
        return [Math.fround(radius * Math.cos(angle)), Math.fround(radius * Math.sin(angle))];
      });
      const area = sum(
        corners.map(([x, y], i) => {
          const [nextX, nextY] = corners[(i + 1) % count];
          return (x * nextY - nextX * y) / 2;
        }),
      );
      const areas = cutAreas(corners);
      expect(Math.min(...areas), `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(0);
      expect(sum(areas), `seed ${seed}, round ${round}`).toBeCloseTo(area, 6);
    }
  });

  it('gives n − 2 triangles for a polygon that crosses itself or has no area', () => {
    expect(
      cutAreas([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ]),
    ).toHaveLength(2);
    expect(
      cutAreas([
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
        [1, 0],
      ]),
    ).toEqual([0, 0, 0]);
  });
});

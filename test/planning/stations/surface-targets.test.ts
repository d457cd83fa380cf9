import { describe, expect, it } from 'vitest';
import { type Affine, compose, IDENTITY, scaling, translation } from '../../../src/base/affine.js';
import { surfaceTargets } from '../../../src/planning/stations/surface-targets.js';
import type { Scene } from '../../../src/scene/scene.js';
import { outliers } from '../../support/outliers.js';

/**
 * A floor of 10 m by 20 m in two triangles, and a wall of 10 m by 10 m in the plane x = 10, its
 * origin 10 m to the right.
 */
const FLOOR = mesh([0, 0, 0], [0, 0, 0, 10, 0, 0, 10, 20, 0, 0, 20, 0]);
const WALL = mesh([10, 0, 0], [0, 0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10]);

function mesh(origin: [number, number, number], corners: number[]) {
  return { origin, positions: Float32Array.from(corners), indices: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}
const sceneOf = (...placed: [mesh: number, transform: Affine][]) =>
  ({
    meshes: [FLOOR, WALL],
    instances: placed.map(([one, transform]) => ({ mesh: one, transform })),
  }) as unknown as Scene;

const EVERYWHERE = { min: [-1e4, -1e4], max: [1e4, 1e4] } as const;
const pointsOf = ({ points }: ReturnType<typeof surfaceTargets>) =>
  Array.from({ length: points.length / 3 }, (_, k) => [...points.subarray(3 * k, 3 * k + 3)]);

describe('points on the surfaces of a scene', () => {
  const both = sceneOf([0, IDENTITY], [1, IDENTITY]);

  it('lie on them, as many as they are large, with their normals', () => {
    const found = surfaceTargets(both, EVERYWHERE, 3000, 1);
    expect(found.count).toBe(3000);
    const places = pointsOf(found).map((point, k) => {
      const normal = [...found.normals.subarray(3 * k, 3 * k + 3)].map(Math.abs);
      return { point, normal, isWall: normal[0] === 1 };
    });
    const isOnSurface = ({ point: [x, y, z], normal, isWall }: (typeof places)[number]) =>
      (isWall || normal[0] === 0) &&
      normal[1] === 0 &&
      normal[2] === (isWall ? 0 : 1) &&
      Math.abs(isWall ? x - 10 : z) < 0.5e-5 &&
      Math.min(x, y, z) >= 0 &&
      Math.max(x, isWall ? y : y / 2, z) <= 10 + 1e-9;
    expect(outliers(places, isOnSurface)).toEqual([]);
    const onWall = places.map(({ isWall }) => isWall);
    // 100 of 300 m²; the standard deviation is 0.9 %.
    expect(onWall.filter(Boolean).length / 3000).toBeGreaterThan(0.3);
    expect(onWall.filter(Boolean).length / 3000).toBeLessThan(0.366);
  });

  it('are spread evenly, triangle by triangle', () => {
    const points = pointsOf(surfaceTargets(sceneOf([0, IDENTITY]), EVERYWHERE, 4000, 7));
    const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / 4000);
    expect(Math.abs(x - 5)).toBeLessThan(0.2);
    expect(Math.abs(y - 10)).toBeLessThan(0.4);
    for (const share of [0.25, 0.5, 0.75]) {
      expect(points.filter((point) => point[0] < 10 * share).length / 4000).toBeCloseTo(share, 1);
      expect(points.filter((point) => point[1] < 20 * share).length / 4000).toBeCloseTo(share, 1);
    }
    // Above and below the diagonal.
    expect(points.filter(([px, py]) => py > 2 * px).length / 4000).toBeCloseTo(0.5, 1);
  });

  it('go by what instances make of their meshes', () => {
    const away = compose(translation([500, 0, 3]), scaling([2, 2, 2]));
    const found = pointsOf(
      surfaceTargets(sceneOf([0, IDENTITY], [0, away], [0, scaling([-1, 1, 1])]), EVERYWHERE, 3000, 2),
    );
    const shares = [
      found.filter(([x]) => x > 400 && x < 521),
      found.filter(([x]) => x > 0 && x < 400),
      found.filter(([x]) => x < 0),
    ].map(({ length }) => length / 3000);
    expect(shares.map((share) => share.toFixed(1))).toEqual(['0.7', '0.2', '0.2']);
    expect(found.every(([x, , z]) => Math.abs(z - (x > 400 ? 3 : 0)) < 1e-9)).toBe(true);
  });

  it('are those within the area alone, its edge included', () => {
    const found = pointsOf(surfaceTargets(both, { min: [2, 5], max: [10, 8] }, 500, 3));
    expect(found).toHaveLength(500);
    expect(outliers(found, ([x, y]) => x >= 2 && y >= 5 && y <= 8)).toEqual([]);
    expect(found.some(([x, , z]) => x === 10 && z > 0)).toBe(true);
    expect(surfaceTargets(both, { min: [10, 0], max: [20, 10] }, 50, 3).count).toBe(50);
  });

  it('are fewer, or none, where little of the scene lies in the area', () => {
    // One in 2000 draws hits it, of 64 draws a point.
    const few = surfaceTargets(sceneOf([0, IDENTITY]), { min: [0, 0], max: [0.1, 1] }, 200, 4);
    expect(few.count).toBeGreaterThan(0);
    expect(few.count).toBeLessThan(30);
    expect(surfaceTargets(both, { min: [50, 50], max: [60, 60] }, 100, 4).count).toBe(0);
  });

  it('are the same for the same seed only', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => [...surfaceTargets(both, EVERYWHERE, 20, seed).points]);
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
  });
});

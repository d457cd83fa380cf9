import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, scaling, transformPoint, translation } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { objectBoxes } from '../../../src/scene/boxes/object-boxes.js';
import type { ObjectBox } from '../../../src/scene/boxes/object-shape.js';
import { meshOf, random, sceneOf } from '../../support/scenes.js';

/** Loose triangles at random. */
function shape(seed: number): number[] {
  const next = random(seed);
  return Array.from({ length: 9 * 25 }, (_, k) => (next() - 0.5) * [4, 1.5, 2][k % 3]);
}

const pointsOf = (triangles: readonly number[], transform: Affine): Vec3[] =>
  Array.from({ length: triangles.length / 3 }, (_, k) =>
    transformPoint(transform, triangles.slice(3 * k, 3 * k + 3) as unknown as Vec3),
  );

/** The least and greatest of points along the axes of a box, from its centre, in halves of its size. */
function reachOf({ centre, size, heading }: ObjectBox, points: readonly Vec3[]) {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const own = points.map(([x, y, z]) => {
    const [dx, dy] = [x - centre[0], y - centre[1]];
    return [dx * c + dy * s, dy * c - dx * s, z - centre[2]];
  });
  return size.flatMap((side, axis) => {
    const along = own.map((point) => point[axis] / (side / 2));
    return [Math.min(...along), Math.max(...along)];
  });
}

const TOUCHED = [-1, 1, -1, 1, -1, 1].map((side) => expect.closeTo(side, 4));

describe('the boxes of objects', () => {
  it('hold all of the object, and touch it with each face', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const triangles = shape(seed);
      const turned = compose(translation([100 * seed, -7, 3]), rotation([0, 0, 1], seed));
      const tilted = compose(turned, rotation([1, 0, 0], 0.4));
      for (const transform of [translation([0, 0, 0]), turned, tilted]) {
        const boxes = objectBoxes(sceneOf([meshOf(triangles)], { placed: [{ mesh: 0, transform }] }), [1]);
        const box = boxes.get(1);
        expect(box && reachOf(box, pointsOf(triangles, transform)), `seed ${seed}`).toEqual(TOUCHED);
        expect(box?.size[0]).toBeGreaterThanOrEqual(box?.size[1] ?? Infinity);
        expect(Math.abs(box?.heading ?? 9)).toBeLessThanOrEqual(Math.PI / 2 + 1e-12);
      }
    }
  });

  it('lie along the axes of the mesh for an upright copy, scaled', () => {
    const triangles = shape(5);
    const extent = (axis: number) => {
      const values = triangles.filter((_, k) => k % 3 === axis);
      return Math.max(...values) - Math.min(...values);
    };
    const transform = compose(rotation([0, 0, 1], 0.6), scaling([2, 2, 3]));
    const box = objectBoxes(sceneOf([meshOf(triangles)], { placed: [{ mesh: 0, transform }] }), [1]).get(1);
    expect(box?.heading).toBeCloseTo(0.6, 9);
    expect(box?.size).toEqual([2 * extent(0), 2 * extent(1), 3 * extent(2)].map((side) => expect.closeTo(side, 4)));
  });

  it('are those of the wanted objects alone', () => {
    const mesh = meshOf([...shape(1), ...shape(2)], [...Array(25).fill(0), ...Array(25).fill(1)]);
    const boxes = objectBoxes(sceneOf([mesh]), [2, 9]);
    expect([...boxes.keys()]).toEqual([2]);
    const box = boxes.get(2);
    expect(box && reachOf(box, pointsOf(shape(2), translation([0, 0, 0])))).toEqual(TOUCHED);
  });
});

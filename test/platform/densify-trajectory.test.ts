import { describe, expect, it } from 'vitest';
import { angleBetween, normalizeQuaternion, type Quaternion } from '../../src/base/quaternion.js';
import { densifyTrajectory } from '../../src/platform/densify-trajectory.js';
import { orientationOf, poseAt } from '../../src/platform/pose-at.js';
import { DEGREE, randomNumbers, trajectoryOf } from '../support/trajectories.js';

describe('a denser trajectory', () => {
  it('turns by no more than was asked between poses, and says the same', () => {
    const seed = 5;
    const random = randomNumbers(seed);
    const wild = trajectoryOf(
      Array.from({ length: 20 }, (_, k) => [
        k,
        random(),
        random(),
        random(),
        random() * 360,
        random() * 170 - 85,
        random() * 360,
      ]),
    );
    const dense = densifyTrajectory(wild, DEGREE);
    for (let k = 1; k < dense.times.length; k++)
      expect(angleBetween(orientationOf(dense, k - 1), orientationOf(dense, k))).toBeLessThan(1.000001 * DEGREE);
    for (let k = 0; k < 200; k++) {
      const time = random() * 19;
      const [a, b] = [wild, dense].map((trajectory) => poseAt({ kind: 'recorded', trajectory }, time));
      expect(angleBetween(a.orientation, b.orientation), `seed ${seed}`).toBeLessThan(1e-9);
      for (const axis of [0, 1, 2]) expect(b.position[axis]).toBeCloseTo(a.position[axis], 12);
    }
  });

  it('is the trajectory itself where no turn is too large, and has as few poses more as it takes', () => {
    const turning = trajectoryOf([
      [0, 0, 0, 0, 0],
      [1, 3, 0, 0, 10],
      [2, 6, 0, 0, 40],
    ]);
    expect(densifyTrajectory(turning, 31 * DEGREE)).toBe(turning);
    const dense = densifyTrajectory(turning, 15.5 * DEGREE);
    expect([...dense.times]).toEqual([0, 1, 1.5, 2]);
    expect([...dense.positions]).toEqual([0, 0, 0, 3, 0, 0, 4.5, 0, 0, 6, 0, 0]);
    expect(() => densifyTrajectory(turning, 1e-8)).toThrow('the path takes more than 16777216 poses');
  });

  it('may be interpolated by quaternion components to 1e-7 rad with one degree a step', () => {
    const [a, b] = [0, 1].map((heading) => orientationOf(trajectoryOf([[0, 0, 0, 0, heading, 3, 2]]), 0));
    for (let t = 0; t <= 1; t += 0.01) {
      const mixed = normalizeQuaternion([0, 1, 2, 3].map((k) => a[k] + t * (b[k] - a[k])) as unknown as Quaternion);
      const turned = orientationOf(trajectoryOf([[0, 0, 0, 0, t, 3, 2]]), 0);
      expect(angleBetween(mixed, turned)).toBeLessThan(1e-7);
    }
  });
});

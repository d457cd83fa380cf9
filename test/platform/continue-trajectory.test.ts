import { describe, expect, it } from 'vitest';
import { fromAxisAngle } from '../../src/base/quaternion.js';
import { continueTrajectory } from '../../src/platform/continue-trajectory.js';
import { orientationOf, positionOf } from '../../src/platform/pose-at.js';

describe('continueTrajectory', () => {
  it('goes on as the last motion', () => {
    const trajectory = {
      times: Float64Array.of(0, 10, 12),
      positions: Float64Array.of(0, 0, 0, 1, 2, 3, 3, 2, 7),
      orientations: Float64Array.of(
        ...fromAxisAngle([1, 0, 0], 1),
        ...fromAxisAngle([0, 0, 1], 0.5),
        ...fromAxisAngle([0, 0, 1], 0.9),
      ),
    };
    const longer = continueTrajectory(trajectory, 13);
    expect([...longer.times]).toEqual([0, 10, 12, 13]);
    expect(positionOf(longer, 3)).toEqual([4, 2, 9]);
    const expected = fromAxisAngle([0, 0, 1], 1.1);
    expect(orientationOf(longer, 3)).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });
});

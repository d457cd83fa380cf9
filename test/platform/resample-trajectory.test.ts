import { describe, expect, it } from 'vitest';
import { resampleTrajectory } from '../../src/platform/resample-trajectory.js';
import { positionsOf, trajectoryOf } from '../support/trajectories.js';

const PATH = trajectoryOf([
  [10, 0, 0, 0, 0],
  [12, 4, 0, 0, 20],
  [13, 4, 2, 0, 40],
  [17, 4, 10, 8, 40],
]);

describe('a resampled trajectory', () => {
  it('has steps of the time that was asked, and all poses that it had', () => {
    const dense = resampleTrajectory(PATH, 0.75);
    expect([...dense.times].map((time) => Number(time.toFixed(3)))).toEqual([
      10, 10.667, 11.333, 12, 12.5, 13, 13.667, 14.333, 15, 15.667, 16.333, 17,
    ]);
    expect(positionsOf(dense)[4]).toEqual([4, 1, 0]);
  });

  it('may be of any time: only its duration counts', () => {
    const late = trajectoryOf([
      [400_000_000, 0, 0, 0, 0],
      [400_000_001, 1, 0, 0, 0],
    ]);
    expect(positionsOf(resampleTrajectory(late, 0.25)).map(([x]) => x)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('is refused before it is made where it would take too many poses', () => {
    const endless = trajectoryOf([
      [0, 0, 0, 0, 0],
      [1e300, 1, 0, 0, 0],
    ]);
    expect(() => resampleTrajectory(endless, 0.25)).toThrow('the path takes more than 16777216 poses');
  });
});

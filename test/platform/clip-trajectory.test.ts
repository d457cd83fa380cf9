import { describe, expect, it } from 'vitest';
import { clipTrajectory } from '../../src/platform/clip-trajectory.js';
import { attitudeDeg, positionsOf, trajectoryOf } from '../support/trajectories.js';

const PATH = trajectoryOf([
  [10, 0, 0, 0, 0],
  [12, 4, 0, 0, 20],
  [13, 4, 2, 0, 40],
  [17, 4, 10, 8, 40],
]);

describe('a clipped trajectory', () => {
  it('begins with time 0, and its ends are interpolated', () => {
    const clipped = clipTrajectory(PATH, 11, 15);
    expect([...clipped.times]).toEqual([0, 1, 2, 4]);
    expect(positionsOf(clipped)).toEqual([
      [2, 0, 0],
      [4, 0, 0],
      [4, 2, 0],
      [4, 6, 4],
    ]);
    expect([0, 1, 2, 3].map((k) => attitudeDeg(clipped, k)[0])).toEqual(
      [10, 20, 40, 40].map((heading) => expect.closeTo(heading, 10)),
    );
  });

  it('has no pose twice where a cut is a pose', () => {
    expect([...clipTrajectory(PATH, 12, 13).times]).toEqual([0, 1]);
    expect([...clipTrajectory(PATH, 10, 17).times]).toEqual([0, 2, 3, 7]);
    expect(positionsOf(clipTrajectory(PATH, 10, 17))).toEqual(positionsOf(PATH));
  });

  it('is its two ends within one step', () => {
    const clipped = clipTrajectory(PATH, 14, 15);
    expect(positionsOf(clipped)).toEqual([
      [4, 4, 2],
      [4, 6, 4],
    ]);
    expect([...clipped.times]).toEqual([0, 1]);
  });
});

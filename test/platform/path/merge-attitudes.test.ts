import { describe, expect, it } from 'vitest';
import { multiply, toAttitude } from '../../../src/base/quaternion.js';
import { mergeAttitudes } from '../../../src/platform/path/merge-attitudes.js';
import { orientationOf } from '../../../src/platform/pose-at.js';
import { attitudeDeg, DEGREE, positionsOf, trajectoryOf } from '../../support/trajectories.js';

describe('attitudes of other times than positions', () => {
  it('are merged: poses at the times of both, turned by the frame of each position', () => {
    const positions = trajectoryOf([
      [0, 0, 0, 0, 10],
      [1, 2, 0, 0, 10],
      [2, 4, 0, 0, 10],
    ]);
    const attitudes = trajectoryOf([
      [-1, 0, 0, 0, 0],
      [0.5, 0, 0, 0, 30],
      [1, 0, 0, 0, 40],
      [3, 0, 0, 0, 60],
    ]);
    const merged = mergeAttitudes(positions, attitudes);
    expect([...merged.times]).toEqual([0, 0.5, 1, 2]);
    expect(positionsOf(merged)[1]).toEqual([1, 0, 0]);
    expect([0, 1, 2, 3].map((k) => Math.round(attitudeDeg(merged, k)[0] * 1e9) / 1e9)).toEqual([30, 40, 50, 60]);
    const [frame, own] = [positions, attitudes].map((trajectory) => orientationOf(trajectory, 1));
    expect(toAttitude(multiply(frame, own)).heading / DEGREE).toBeCloseTo(40, 10);
  });

  it('add no pose within a microsecond of a position, or beyond them all', () => {
    const positions = trajectoryOf([
      [0, 0, 0, 0],
      [1, 2, 0, 0],
    ]);
    const times = [-0.5, -5e-7, 5e-7, 2e-6, 0.5, 1 - 2e-6, 1 - 5e-7, 1 + 5e-7, 2];
    const attitudes = trajectoryOf(times.map((time) => [time, 0, 0, 0, 10]));
    expect([...mergeAttitudes(positions, attitudes).times]).toEqual([0, 2e-6, 0.5, 1 - 2e-6, 1]);
  });
});

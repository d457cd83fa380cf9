import { describe, expect, it } from 'vitest';
import { fromFlu } from '../../src/base/flu.js';
import { turnedFromFlu } from '../../src/platform/body-axes.js';

const near = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((value, k) => void expect(value).toBeCloseTo(wanted[k], 12));

describe('axes of a body', () => {
  it('are turned in all poses of a trajectory, which stays as it is', () => {
    const poses = {
      times: Float64Array.of(0, 1),
      positions: new Float64Array(6),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 0),
    };
    const { orientations } = turnedFromFlu(poses);
    near([...orientations], [...fromFlu([0, 0, 0, 1]), ...fromFlu([0, 0, 1, 0])]);
    expect([...poses.orientations]).toEqual([0, 0, 0, 1, 0, 0, 1, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import { fromAttitude, rotate, toAttitude } from '../../src/base/quaternion.js';
import { fromFlu, fromRollPitchYaw, toFlu, turnedFromFlu } from '../../src/platform/body-axes.js';

const DEGREE = Math.PI / 180;
const near = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((value, k) => void expect(value).toBeCloseTo(wanted[k], 12));

describe('axes of a body', () => {
  it('point to the same places by other names', () => {
    const own = fromAttitude(0.3, 0.2, -0.1);
    const flu = toFlu(own);
    near(rotate(flu, [1, 0, 0]), rotate(own, [0, 1, 0]));
    near(rotate(flu, [0, 1, 0]), rotate(own, [-1, 0, 0]));
    near(rotate(flu, [0, 0, 1]), rotate(own, [0, 0, 1]));
    near(fromFlu(flu), own);
  });

  it('have the angles of REP 103: east at first, yaw to the left, pitch nose down, roll right side down', () => {
    const attitude = (...angles: [number, number, number]) => toAttitude(fromFlu(fromRollPitchYaw(...angles)));
    expect(attitude(0, 0, 0).heading).toBeCloseTo(90 * DEGREE, 12);
    expect(attitude(0, 0, 0.2).heading).toBeCloseTo(90 * DEGREE - 0.2, 12);
    expect(attitude(0, 0.2, 0).pitch).toBeCloseTo(-0.2, 12);
    expect(attitude(0.2, 0, 0).roll).toBeCloseTo(0.2, 12);
  });

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

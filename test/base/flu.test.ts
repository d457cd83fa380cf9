import { describe, expect, it } from 'vitest';
import { DEGREE } from '../../src/base/angle.js';
import { fromFlu, fromRollPitchYaw, toFlu, toRollPitchYaw } from '../../src/base/flu.js';
import { angleBetween, fromAttitude, rotate, toAttitude } from '../../src/base/quaternion.js';

const near = (found: readonly number[], wanted: readonly number[]) =>
  expect(found).toEqual(wanted.map((value) => expect.closeTo(value, 12)));

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

  it.each([
    [0.1, -0.2, 0.3],
    [-3, 1.2, -2.9],
    [0, 0, -Math.PI / 2],
    [2, 0.4, 3.1],
  ])('have these angles back from the orientation that they make: %s, %s, %s', (...angles) => {
    const { roll, pitch, yaw } = toRollPitchYaw(fromRollPitchYaw(...angles));
    near([roll, pitch, yaw], angles);
  });

  it('have angles that make the same orientation where the nose points straight down', () => {
    const down = fromRollPitchYaw(0.4, Math.PI / 2, 1);
    const { roll, pitch, yaw } = toRollPitchYaw(down);
    expect(angleBetween(fromRollPitchYaw(roll, pitch, yaw), down)).toBeLessThan(1e-7);
  });
});

import { describe, expect, it } from 'vitest';
import { compose, rotation, transformDirection } from '../../src/base/affine.js';
import {
  addToAttitude,
  angleBetween,
  arinc705Angles,
  conjugate,
  fromAttitude,
  fromAxisAngle,
  fromMatrix,
  multiply,
  type Quaternion,
  type QuaternionOut,
  rotate,
  slerp,
  toAttitude,
} from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { rotationOf } from '../../src/platform/rotation-order.js';
import { DEGREE, randomNumbers } from '../support/trajectories.js';

function near(found: readonly number[], expected: readonly number[], digits = 12): void {
  expected.forEach((value, k) => {
    expect(found[k], `${found} is not ${expected}`).toBeCloseTo(value, digits);
  });
}

const attitudeMatrix = (heading: number, pitch: number, roll: number) =>
  compose(rotation([0, 0, 1], -heading), compose(rotation([1, 0, 0], pitch), rotation([0, 1, 0], roll)));

describe('quaternions', () => {
  it('turn by an attitude: heading clockwise, pitch nose up, roll right side down', () => {
    near(rotate(fromAttitude(90 * DEGREE, 0, 0), [0, 1, 0]), [1, 0, 0]);
    near(rotate(fromAttitude(0, 30 * DEGREE, 0), [0, 1, 0]), [0, Math.sqrt(0.75), 0.5]);
    near(rotate(fromAttitude(0, 0, 30 * DEGREE), [1, 0, 0]), [Math.sqrt(0.75), 0, -0.5]);
  });

  it('turn as the matrices do', () => {
    const seed = 4711;
    const random = randomNumbers(seed);
    for (let k = 0; k < 200; k++) {
      const [h, p, r] = [random() * 8 - 4, random() * 3 - 1.5, random() * 8 - 4];
      const v: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
      const matrix = attitudeMatrix(h, p, r);
      near(rotate(fromAttitude(h, p, r), v), transformDirection(matrix, v));
      near(rotate(fromMatrix(matrix), v), transformDirection(matrix, v));
      const { heading, pitch, roll } = toAttitude(fromAttitude(h, p, r));
      near(attitudeMatrix(heading, pitch, roll), matrix, 9);
    }
  });

  it('come from the matrices of half turns about each axis', () => {
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.6, 0.8, 0],
    ] as Vec3[])
      near(
        rotate(fromMatrix(rotation(axis, Math.PI)), [1, 2, 3]),
        transformDirection(rotation(axis, Math.PI), [1, 2, 3]),
      );
  });

  it('multiply in the order of matrices, and their conjugate turns back', () => {
    const [a, b] = [fromAttitude(0.3, 0.2, -0.7), fromAttitude(-2, 0.1, 0.4)];
    const v: Vec3 = [1, -2, 0.5];
    near(rotate(multiply(a, b), v), rotate(a, rotate(b, v)));
    near(rotate(conjugate(a), rotate(a, v)), v);
  });

  it('keep heading and roll together for a nose that points straight up', () => {
    const upright = fromAttitude(0.4, Math.PI / 2, 0.3);
    const { heading, pitch, roll } = toAttitude(upright);
    near([pitch, roll], [Math.PI / 2, 0]);
    near(rotate(fromAttitude(heading, pitch, roll), [1, 2, 3]), rotate(upright, [1, 2, 3]), 9);
  });
});

describe('a result', () => {
  it('may be filled into an argument', () => {
    const [a, b] = [fromAttitude(0.3, 0.2, -0.7), fromAttitude(-2, 0.1, 0.4)];
    const copies = (): [QuaternionOut, QuaternionOut] => [[...a], [...b]];
    const [intoA] = copies();
    expect(multiply(intoA, b, intoA)).toBe(intoA);
    expect(intoA).toEqual(multiply(a, b));
    const [, intoB] = copies();
    expect(multiply(a, intoB, intoB)).toEqual(multiply(a, b));
    expect(conjugate(copies()[0])).toEqual(conjugate(a, copies()[0]));
    const v: [number, number, number] = [1, -2, 0.5];
    expect(rotate(a, v, v)).toEqual(rotate(a, [1, -2, 0.5]));
    const [q] = copies();
    expect(addToAttitude(q, 0.1, 0.2, 0.3, q)).toEqual(addToAttitude(a, 0.1, 0.2, 0.3));
  });
});

describe('addToAttitude', () => {
  it('gives the rotation of the sums of the angles', () => {
    const seed = 815;
    const random = randomNumbers(seed);
    for (let k = 0; k < 500; k++) {
      const [h, p, r] = [random() * 8 - 4, random() * 3 - 1.5, random() * 8 - 4];
      // Small errors and large turns alike.
      const size = k % 2 === 0 ? 1e-3 : 3;
      const [dh, dp, dr] = [random() * size, random() * size, random() * size];
      const found = addToAttitude(fromAttitude(h, p, r), dh, dp, dr);
      expect(angleBetween(found, fromAttitude(h + dh, p + dp, r + dr)), `seed ${seed}, ${k}`).toBeLessThan(1e-12);
    }
  });

  it('takes all of the turn of a vertical nose for heading', () => {
    const found = addToAttitude(fromAttitude(0.4, Math.PI / 2, 0), 0.1, -0.2, 0.3);
    expect(angleBetween(found, fromAttitude(0.5, Math.PI / 2 - 0.2, 0.3))).toBeLessThan(1e-12);
  });
});

describe('slerp', () => {
  it('goes the shorter way across ±180° of heading', () => {
    const between = slerp(fromAttitude(170 * DEGREE, 0, 0), fromAttitude(-170 * DEGREE, 0, 0), 0.25);
    expect(toAttitude(between).heading / DEGREE).toBeCloseTo(175, 10);
  });

  it('does not care about the sign of a quaternion', () => {
    const [a, b] = [fromAttitude(0.1, 0.2, 0.3), fromAttitude(0.5, -0.2, 0.1)];
    const negated = b.map((value) => -value) as unknown as Quaternion;
    expect(angleBetween(slerp(a, b, 0.3), slerp(a, negated, 0.3))).toBeLessThan(1e-15);
  });

  it('turns at constant rate about one axis, from the smallest angle to the largest', () => {
    const axis: Vec3 = [2 / 3, 1 / 3, 2 / 3];
    for (const angle of [1e-12, 1e-9, 1e-7, 0.01, 1, 3.1]) {
      const found = slerp(fromAxisAngle(axis, 0.2), fromAxisAngle(axis, 0.2 + angle), 0.3);
      expect(angleBetween(found, fromAxisAngle(axis, 0.2 + 0.3 * angle))).toBeLessThan(4e-16 + angle * 1e-9);
      expect(Math.hypot(...found)).toBeCloseTo(1, 15);
    }
  });
});

describe('arinc705Angles', () => {
  it('returns the angles from which rotationOf makes the rotation', () => {
    const random = randomNumbers(31);
    for (let k = 0; k < 200; k++) {
      const [roll, pitch, heading] = [random() * 3 - 1.5, random() * 6 - 3, random() * 6 - 3];
      const found = arinc705Angles(rotationOf('arinc705', roll, pitch, heading));
      near([found.roll, found.pitch, found.heading], [roll, pitch, heading], 9);
    }
  });

  it('returns no pitch of its own for a right side that points straight down', () => {
    const upright = rotationOf('arinc705', Math.PI / 2, 0.3, 0.2);
    const { roll, pitch, heading } = arinc705Angles(upright);
    expect([roll, pitch]).toEqual([expect.closeTo(Math.PI / 2, 9), 0]);
    expect(angleBetween(rotationOf('arinc705', roll, pitch, heading), upright)).toBeLessThan(1e-7);
  });
});

import { describe, expect, it } from 'vitest';
import { areAbove, azimuthCosine, halfVector } from '../../src/material/brdf.js';
import { directionAt } from '../support/directions.js';

describe('azimuthCosine', () => {
  it('is the cosine of the angle between two azimuths, whatever the angles from the normal', () => {
    expect(azimuthCosine(directionAt(0.3, 0.2), directionAt(1.2, 1.2))).toBeCloseTo(Math.cos(1), 12);
    expect(azimuthCosine(directionAt(0.3, 0), directionAt(1.2, Math.PI))).toBeCloseTo(-1, 12);
    expect(azimuthCosine(directionAt(1, 1), directionAt(1, 1))).toBeLessThanOrEqual(1);
  });

  it('is 1 along the normal, which has no azimuth', () => {
    expect(azimuthCosine([0, 0, 1], directionAt(1, 2))).toBe(1);
    expect(azimuthCosine(directionAt(1, 2), [0, 0, 1])).toBe(1);
  });
});

describe('areAbove', () => {
  it('holds where both directions leave the surface', () => {
    const [up, level, down] = [[0, 0, 1], [1, 0, 0], [0, 0.6, -0.8]] as const; // biome-ignore format: directions
    expect(areAbove(up, up)).toBe(true);
    for (const other of [level, down]) expect([areAbove(up, other), areAbove(other, up)]).toEqual([false, false]);
  });
});

it('halfVector lies half way between', () => {
  expect(halfVector([1, 0, 0], [0, 0, 1])).toEqual(
    [Math.SQRT1_2, 0, Math.SQRT1_2].map((part) => expect.closeTo(part, 12)),
  );
  expect(halfVector([0, 0.6, 0.8], [0, -0.6, 0.8])).toEqual([0, 0, 1].map((part) => expect.closeTo(part, 12)));
});

import { describe, expect, it } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import { headingOffset } from '../../src/platform/heading-offset.js';
import type { Trajectory } from '../../src/platform/leg.js';

const DEGREE = Math.PI / 180;

/** A circle of 20 m, with the heading so many degrees clockwise from the course. */
function circle(offset: (k: number) => number, steps = 100): Trajectory {
  const times = Float64Array.from({ length: steps }, (_, k) => k / 10);
  const angle = (k: number) => (2 * Math.PI * k) / steps;
  const positions = [...times.keys()].flatMap((k) => [20 * Math.sin(angle(k)), 20 * Math.cos(angle(k)), 0]);
  // Clockwise from the north: the course is 90° ahead of the place, and half a step later.
  const orientations = [...times.keys()].flatMap((k) => [
    ...fromAttitude(angle(k + 0.5) + (90 + offset(k)) * DEGREE, 0.1, -0.05),
  ]);
  return { times, positions: Float64Array.from(positions), orientations: Float64Array.from(orientations) };
}

describe('headingOffset', () => {
  it.each([
    [-90, -90],
    [90, 90],
    [180, 180],
    [-180, 180],
    [-81, -90],
    [-99, -90],
    [0, undefined],
    [45, undefined],
    [-78, undefined],
    [9, undefined],
  ])('for a heading %d° from the course is %s', (given, found) => {
    expect(headingOffset(circle(() => given))).toBe(found);
  });

  it('needs most of the way', () => {
    expect(headingOffset(circle((k) => (k % 10 < 9 ? -90 : 0)))).toBe(-90);
    expect(headingOffset(circle((k) => (k % 10 < 7 ? -90 : 0)))).toBeUndefined();
  });

  it('is unknown of a body that stands', () => {
    const { times, orientations, positions } = circle(() => -90);
    expect(headingOffset({ times, orientations, positions: positions.map((value) => value / 1000) })).toBeUndefined();
  });
});

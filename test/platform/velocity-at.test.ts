import { expect, test } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import type { Trajectory } from '../../src/platform/leg.js';
import { createVelocityReader, velocityOfPoint } from '../../src/platform/velocity-at.js';

const NO_TURN = [0, 0, 0, 1];

/** A level course through places, at times; without turns. */
const through = (places: readonly (readonly number[])[], times: readonly number[]): Trajectory => ({
  times: Float64Array.from(times),
  positions: Float64Array.from(places.flat()),
  orientations: Float64Array.from(places.flatMap(() => NO_TURN)),
});

const recorded = (trajectory: Trajectory) => createVelocityReader({ kind: 'recorded', trajectory });

/** A circle of 10 m/s and 0.2 rad/s clockwise from (0, 0) along y, in steps of `step` seconds. */
function circle(step: number): Trajectory {
  const times = Array.from({ length: Math.round(4 / step) + 1 }, (_, k) => k * step);
  return {
    times: Float64Array.from(times),
    positions: Float64Array.from(times.flatMap((t) => [50 * (1 - Math.cos(0.2 * t)), 50 * Math.sin(0.2 * t), 0])),
    orientations: Float64Array.from(times.flatMap((t) => [...fromAttitude(0.2 * t, 0, 0)])),
  };
}

test('is that of the way on straight paths, and nothing at stations', () => {
  const attitude = { heading: 0, pitch: 0, roll: 0 };
  const straight = createVelocityReader({ kind: 'straight', from: [0, 0, 0], to: [3, 4, 0], speed: 10, attitude });
  expect(straight(1)).toEqual({ linear: [6, 8, 0], angular: [0, 0, 0] });
  const station = createVelocityReader({ kind: 'station', position: [1, 2, 3], duration: 1, attitude });
  expect(station(0.5)).toEqual({ linear: [0, 0, 0], angular: [0, 0, 0] });
});

test('follows the curve through poses, not their chords', () => {
  const velocityAt = recorded(circle(0.02));
  for (const t of [0, 0.005, 0.777, 1.99, 2, 2.0137, 3.999]) {
    const { linear, angular } = velocityAt(t);
    const exact = [10 * Math.sin(0.2 * t), 10 * Math.cos(0.2 * t), 0];
    for (let axis = 0; axis < 3; axis++) expect(linear[axis]).toBeCloseTo(exact[axis], 3);
    expect(angular[2]).toBeCloseTo(-0.2, 9);
  }
});

test('follows curves of legs, whose chords leave them by a millimetre', () => {
  const velocityAt = recorded(circle(0.0625));
  for (const t of [0.001, 0.0624, 0.0626, 2.03, 3.99]) {
    const { linear } = velocityAt(t);
    const exact = [10 * Math.sin(0.2 * t), 10 * Math.cos(0.2 * t), 0];
    for (let axis = 0; axis < 3; axis++) expect(linear[axis]).toBeCloseTo(exact[axis], 2);
  }
});

test('jumps at corners, and on poses too far apart for a curve', () => {
  const corner = recorded(
    through(
      [
        [0, 0, 0],
        [0, 10, 0],
        [10, 10, 0],
      ],
      [0, 1, 2],
    ),
  );
  expect(corner(0.999).linear).toEqual([0, 10, 0]);
  expect(corner(1).linear).toEqual([10, 0, 0]);
});

test('keeps a curve up to the corner at which it ends', () => {
  const { times, positions, orientations } = circle(0.02);
  const there = through([[50, 900, 0]], [times[times.length - 1] + 5]);
  const velocityAt = recorded({
    times: Float64Array.from([...times, ...there.times]),
    positions: Float64Array.from([...positions, ...there.positions]),
    orientations: Float64Array.from([...orientations, ...there.orientations]),
  });
  const end = times[times.length - 1] - 1e-6;
  expect(velocityAt(end).linear[0]).toBeCloseTo(10 * Math.sin(0.2 * end), 3);
});

test('is nothing before and after a course', () => {
  const velocityAt = recorded(
    through(
      [
        [0, 0, 0],
        [0, 10, 0],
      ],
      [0, 1],
    ),
  );
  for (const t of [-0.1, 1.1]) expect(velocityAt(t)).toEqual({ linear: [0, 0, 0], angular: [0, 0, 0] });
});

test('adds what a turn does to a point away from the origin', () => {
  expect(velocityOfPoint({ linear: [1, 0, 0], angular: [0, 0, 2] }, [0, 3, 0])).toEqual([-5, 0, 0]);
});

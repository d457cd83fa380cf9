import { describe, expect, it } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { createInertialReader } from '../../src/platform/inertial.js';
import type { Attitude, RecordedPath } from '../../src/platform/leg.js';

/** Standard gravity, m/s²: 3rd CGPM, 1901. */
const GRAVITY = 9.80665;

/** A path with a pose every `step` seconds of `duration`. */
function recorded(
  duration: number,
  step: number,
  at: (time: number) => { position: Vec3; attitude?: Partial<Attitude> },
): RecordedPath {
  const times = Float64Array.from({ length: Math.round(duration / step) + 1 }, (_, k) => k * step);
  const poses = Array.from(times, at);
  return {
    kind: 'recorded',
    trajectory: {
      times,
      positions: Float64Array.from(poses.flatMap(({ position }) => [...position])),
      orientations: Float64Array.from(
        poses.flatMap(({ attitude: { heading = 0, pitch = 0, roll = 0 } = {} }) => [
          ...fromAttitude(heading, pitch, roll),
        ]),
      ),
    },
  };
}

function expectVector(found: Vec3, wanted: Vec3, digits = 6): void {
  for (const axis of [0, 1, 2]) expect(found[axis], `axis ${axis}`).toBeCloseTo(wanted[axis], digits);
}

const times = (duration: number, interval: number) =>
  Array.from({ length: Math.round(duration / interval) + 1 }, (_, k) => k * interval);

/** Counterclockwise about the origin, nose along the way: 10 m/s on a radius of 20 m turns by 0.5 rad/s. */
const circle = (step: number) =>
  recorded(4, step, (time) => ({
    position: [20 * Math.cos(0.5 * time), 20 * Math.sin(0.5 * time), 1],
    attitude: { heading: -0.5 * time },
  }));

describe('an inertial measurement unit', () => {
  it('at rest measures gravity upwards', () => {
    const attitude = { heading: 1, pitch: 0, roll: 0 };
    const read = createInertialReader({ kind: 'station', position: [1e6, 2, 3], attitude }, 0.01);
    expect(read(0.5)).toMatchObject({ angularVelocity: [0, 0, 0] });
    expectVector(read(0.5).specificForce, [0, 0, GRAVITY], 12);
  });

  it('that is tilted feels gravity along its own axes', () => {
    // Nose up by 30°: the nose points half upwards.
    const attitude = { heading: 2, pitch: Math.PI / 6, roll: 0 };
    const read = createInertialReader({ kind: 'station', position: [0, 0, 0], attitude }, 0.01);
    expectVector(read(0).specificForce, [0, GRAVITY / 2, (GRAVITY * Math.sqrt(3)) / 2], 12);
    // Right side down by 90°: the left points up.
    const rolled = { heading: 0, pitch: 0, roll: Math.PI / 2 };
    const onItsSide = createInertialReader({ kind: 'station', position: [0, 0, 0], attitude: rolled }, 0.01);
    expectVector(onItsSide(0).specificForce, [-GRAVITY, 0, 0], 12);
  });

  it('at constant speed measures what it does at rest', () => {
    const attitude = { heading: 0.3, pitch: 0, roll: 0 };
    const read = createInertialReader({ kind: 'straight', from: [0, 0, 0], to: [9, 0, 0], speed: 3, attitude }, 0.01);
    expectVector(read(1).specificForce, [0, 0, GRAVITY], 12);
    expectVector(read(1).angularVelocity, [0, 0, 0], 12);
  });

  it.each([0.005, 0.01, 0.04])('on a circle measures v²/r to its middle, by poses every %s s', (step) => {
    const read = createInertialReader(circle(step), 0.01);
    // The middle is on the left; the curvature of a window of 0.04 s takes (ω W)² / 12 of it.
    for (const time of times(4, 0.01)) {
      const { angularVelocity, specificForce } = read(time);
      expectVector(angularVelocity, [0, 0, 0.5], 9);
      expectVector(specificForce, [-5, 0, GRAVITY], 3);
    }
  });

  it('in free fall measures nothing', () => {
    const path = recorded(2, 0.01, (time) => ({ position: [3 * time, 0, 100 - 0.5 * GRAVITY * time * time] }));
    const read = createInertialReader(path, 0.01);
    for (const time of times(2, 0.01)) expectVector(read(time).specificForce, [0, 0, 0], 6);
  });

  it('sums up to the change of velocity and the turn at a corner between far poses', () => {
    // North at 5 m/s, then east, a quarter turn within the second between.
    const path = recorded(6, 1, (time) => ({
      position: time < 3 ? [0, 5 * time, 0] : [5 * (time - 3), 15, 0],
      attitude: { heading: time <= 2 ? 0 : time === 3 ? Math.PI / 4 : Math.PI / 2 },
    }));
    const interval = 0.01;
    const read = createInertialReader(path, interval);
    let [turn, side] = [0, 0];
    for (const time of times(6, interval)) {
      const { angularVelocity, specificForce } = read(time);
      turn += angularVelocity[2] * interval;
      // The speed changes by 5 m/s to the east and by −5 m/s to the north, while it looks north-east: to the right.
      side += specificForce[0] * interval;
      expect(Math.abs(specificForce[2] - GRAVITY)).toBeLessThan(1e-9);
    }
    expect(turn).toBeCloseTo(-Math.PI / 2, 6);
    expect(side).toBeCloseTo(5 * Math.SQRT2, 1);
  });

  it('does not feel that a path begins and ends', () => {
    const path = recorded(1, 0.1, (time) => ({ position: [0, 30 * time, 0] }));
    const read = createInertialReader(path, 0.01);
    for (const time of times(1, 0.01)) expectVector(read(time).specificForce, [0, 0, GRAVITY], 9);
    const short = createInertialReader(
      recorded(0.01, 0.01, (time) => ({ position: [0, 30 * time, 0] })),
      0.1,
    );
    expectVector(short(0.01).specificForce, [0, 0, GRAVITY], 9);
  });
});

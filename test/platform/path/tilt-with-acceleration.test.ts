import { describe, expect, it } from 'vitest';
import { flightStretches } from '../../../src/platform/path/flight-stretches.js';
import type { TimedPhase } from '../../../src/platform/path/speed-profile.js';
import { tiltWithAcceleration } from '../../../src/platform/path/tilt-with-acceleration.js';
import { attitudeDeg, DEGREE, trajectoryOf } from '../../support/trajectories.js';

const GRAVITY = 9.80665;
const LIMITS = { speed: 10, acceleration: 2, yawRate: 1 };

describe('a craft that leans with its acceleration', () => {
  // North: half a second from rest to 1 m/s, half a second to rest; it then stands for a second.
  const [[stretch]] = flightStretches(
    [
      [0, 0, 0],
      [0, 0.5, 0],
    ],
    LIMITS,
    false,
    true,
  );
  const phases: TimedPhase[] = [
    { stretch, start: 0, duration: 0.5, from: 0, speed: 0, acceleration: 2 },
    { stretch, start: 0.5, duration: 0.5, from: 0.25, speed: 1, acceleration: -2 },
  ];
  const flight = (heading: number) =>
    trajectoryOf([
      [0, 0, 0, 0, heading],
      [1, 0, 0.5, 0, heading],
      [2, 0, 0.5, 0, heading],
    ]);
  // The mean over 0.1 s to both sides.
  const MEANS: [time: number, acceleration: number][] = [
    [0, 1],
    [0.05, 1.5],
    [0.1, 2],
    [0.25, 2],
    [0.4, 2],
    [0.45, 1],
    [0.5, 0],
    [0.55, -1],
    [0.6, -2],
    [0.9, -2],
    [0.95, -1.5],
    [1, -1],
    [1.05, -0.5],
    [1.15, 0],
    [2, 0],
  ];

  it('noses down by the mean of a fifth of a second while it speeds up, and up while it brakes', () => {
    const tilted = tiltWithAcceleration(flight(0), phases);
    for (const [time, mean] of MEANS) {
      const at = tilted.times.findIndex((found) => Math.abs(found - time) < 1e-9);
      const pitch = -Math.atan(mean / GRAVITY) / DEGREE;
      expect(attitudeDeg(tilted, at), `after ${time} s`).toEqual([0, pitch, 0].map((a) => expect.closeTo(a, 9)));
    }
  });

  it('rolls if the acceleration is to its side, and keeps its heading', () => {
    const tilted = tiltWithAcceleration(flight(90), phases);
    for (const [time, mean] of MEANS) {
      const at = tilted.times.findIndex((found) => Math.abs(found - time) < 1e-9);
      // An acceleration to the north is to the left of a craft that heads east: its right side goes up.
      const roll = -Math.atan(mean / GRAVITY) / DEGREE;
      expect(attitudeDeg(tilted, at), `after ${time} s`).toEqual([90, 0, roll].map((a) => expect.closeTo(a, 9)));
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { FlightStretch } from '../../../src/platform/path/flight-stretches.js';
import { distanceAt, speedProfile } from '../../../src/platform/path/speed-profile.js';

const SPEED = 10;
const ACCELERATION = 2;

const at = () => ({ position: [0, 0, 0] as const, direction: [0, 1, 0] as const });
const line = (length: number, speedMax = SPEED) =>
  ({ length, radius: Number.POSITIVE_INFINITY, speedMax, at }) as unknown as FlightStretch;
const arc = (length: number, speedMax: number) => ({ ...line(length, speedMax), radius: 50 });

/** [stretch, start on it, speed at the start, acceleration, duration] of each phase, to a nanometre. */
const phasesOf = (...stretches: FlightStretch[]) =>
  speedProfile(stretches, SPEED, ACCELERATION).map(({ stretch, from, speed, acceleration, duration }) =>
    [stretches.indexOf(stretch), from, speed, acceleration, duration].map((value) => Number(value.toFixed(9))),
  );

describe('the speeds of a flight', () => {
  it('are a trapezoid on a line: v²/2a of it to gain speed, as much to lose it', () => {
    expect(phasesOf(line(100))).toEqual([
      [0, 0, 0, 2, 5],
      [0, 25, 10, 0, 5],
      [0, 75, 10, -2, 5],
    ]);
  });

  it('are a triangle on a line that is too short for that: √(a l) at the most', () => {
    expect(phasesOf(line(8))).toEqual([
      [0, 0, 0, 2, 2],
      [0, 4, 4, -2, 2],
    ]);
  });

  it('are no higher behind a short line than it allows, and no higher before one than can be braked on it', () => {
    expect(phasesOf(line(1), line(100), line(1))).toEqual([
      [0, 0, 0, 2, 1],
      [1, 0, 2, 2, 4],
      [1, 24, 10, 0, 5.2],
      [1, 76, 10, -2, 4],
      [2, 0, 2, -2, 1],
    ]);
  });

  it('are the same all along an arc: the least of its own and of what its ends allow', () => {
    expect(phasesOf(line(100), arc(30, 3), line(100))[3]).toEqual([1, 0, 3, 0, 10]);
    expect(phasesOf(line(100), arc(30, 9), line(1))).toContainEqual([1, 0, 2, 0, 15]);
    expect(phasesOf(line(1), arc(30, 9), line(100))).toContainEqual([1, 0, 2, 0, 15]);
  });

  it('leave out stretches without length', () => {
    expect(phasesOf(line(50), line(0), line(50)).map(([stretch]) => stretch)).toEqual([0, 0, 2, 2]);
  });

  it('lead along the stretch as far as it goes', () => {
    const [up, even, down] = speedProfile([line(100)], SPEED, ACCELERATION);
    expect([distanceAt(up, 3), distanceAt(even, 2), distanceAt(down, 5)]).toEqual([9, 45, 100]);
    expect(distanceAt(even, 1000)).toBe(100);
  });
});

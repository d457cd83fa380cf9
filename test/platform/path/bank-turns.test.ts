import { describe, expect, it } from 'vitest';
import { bankTurns } from '../../../src/platform/path/bank-turns.js';
import { attitudeDeg, DEGREE, trajectoryOf } from '../../support/trajectories.js';

const GRAVITY = 9.80665;
const SPEED = 40;

/**
 * A flight that heads to `heading` for 10 s and then turns by `rate` degrees a second for 10 s; the
 * way is as long each second.
 */
const flight = (heading: number, rate: number, pitch = 0, roll = 0) =>
  trajectoryOf(
    Array.from({ length: 21 }, (_, k) => [k, SPEED * k, 0, 0, heading + rate * Math.max(0, k - 10), pitch, roll]),
  );
/** The bank of a coordinated turn, degrees. */
const bank = (rate: number) => Math.atan((SPEED * rate * DEGREE) / GRAVITY) / DEGREE;
const rollAt = (banked: ReturnType<typeof bankTurns>, time: number) =>
  attitudeDeg(banked, banked.times.indexOf(time))[2];

describe('a flight that leans into its turns', () => {
  it.each([
    [30, 6],
    [150, 6],
    [-160, -6],
  ])('rolls by the mean rate of two seconds, heading %d° and turning by %d°/s', (heading, rate) => {
    const banked = bankTurns(flight(heading, rate));
    for (const [time, share] of [
      [0, 0],
      [8.75, 0],
      [9, 0],
      [9.5, 0.25],
      [10, 0.5],
      [10.75, 0.875],
      [11, 1],
      [15, 1],
      [15.25, 1],
      [15.75, 1],
      // At the end the mean is that of the second before.
      [19.5, 1],
      [20, 1],
    ])
      expect(rollAt(banked, time)).toBeCloseTo(bank(share * rate), 9);
  });

  it('has a pose every quarter of a second and keeps heading, pitch and a roll of its own', () => {
    const banked = bankTurns(flight(0, 6, 5, 2));
    expect([...banked.times]).toEqual(Array.from({ length: 81 }, (_, k) => k / 4));
    expect(attitudeDeg(banked, 60)).toEqual([30, 5, 2 + bank(6)].map((angle) => expect.closeTo(angle, 9)));
    expect([...banked.positions.subarray(3 * 5, 3 * 6)]).toEqual([SPEED * 1.25, 0, 0]);
  });

  it('leans by the speed of each stretch', () => {
    const quick = trajectoryOf([0, 1, 2, 3, 4].map((k) => [k, k <= 2 ? 10 * k : 20 + 30 * (k - 2), 0, 0, 5 * k]));
    const banked = bankTurns(quick);
    const expected = (speed: number) => Math.atan((speed * 5 * DEGREE) / GRAVITY) / DEGREE;
    expect(rollAt(banked, 1.75)).toBeCloseTo(expected(10), 9);
    expect(rollAt(banked, 2)).toBeCloseTo(expected(30), 9);
    expect(rollAt(banked, 4)).toBeCloseTo(expected(30), 9);
  });
});

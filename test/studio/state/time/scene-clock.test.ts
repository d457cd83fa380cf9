import { describe, expect, it } from 'vitest';
import {
  nextBegin,
  playedOn,
  runningLeg,
  sceneClockOf,
  withinClock,
} from '../../../../studio/state/time/scene-clock.js';

const START = 1_000_000_000;
const leg = (name: string, from: number, duration: number) => ({ name, startTime: START + from, duration });

describe('the clock of a survey', () => {
  const clock = sceneClockOf([leg('a', 0, 10), leg('b', 15, 5), leg('before', -3, 2)])!;

  it('is 0 where the first leg begins, and reaches from the first to the last moment of all', () => {
    expect([clock.from, clock.to]).toEqual([-3, 20]);
    expect(clock.legs.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['a', 0, 10],
      ['b', 15, 20],
      ['before', -3, -1],
    ]);
    expect(sceneClockOf([])).toBeUndefined();
    expect(sceneClockOf([leg('no time', 0, 0)])).toBeUndefined();
  });

  it('goes on while it is played, and begins anew where it ends', () => {
    expect(playedOn(clock, 4, 0.5)).toBe(4.5);
    expect(playedOn(clock, 19.5, 1)).toBeCloseTo(-2.5, 9);
    expect(playedOn(clock, 0, 23 * 7 + 1)).toBeCloseTo(1, 9);
    expect(withinClock(clock, 50)).toBe(20);
    expect(withinClock(clock, -50)).toBe(-3);
  });

  it('knows the leg of a moment, and the next and the last one that begins', () => {
    expect([0, 12, 20].map((time) => runningLeg(clock, time)?.name)).toEqual(['a', undefined, 'b']);
    expect([-3, 0, 15].map((time) => nextBegin(clock, time, 1))).toEqual([0, 15, 20]);
    expect([20, 15, 0, -3].map((time) => nextBegin(clock, time, -1))).toEqual([15, 0, -3, -3]);
  });
});

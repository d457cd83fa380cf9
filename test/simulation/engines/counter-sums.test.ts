import { expect, it } from 'vitest';
import { STAGES, type StageSeconds } from '../../../src/device/stages.js';
import type { EngineCounters } from '../../../src/engine/engine.js';
import { countersSince, sumCounters } from '../../../src/simulation/engines/counter-sums.js';

const secondsOf = (seconds: number) =>
  Object.fromEntries(STAGES.map(({ name }, k) => [name, seconds + k])) as unknown as StageSeconds;

const counters = (unit: number, stages?: StageSeconds): EngineCounters => ({
  pulses: unit,
  subrays: 2 * unit,
  hits: 3 * unit,
  returns: 4 * unit,
  lost: 7 * unit,
  placed: 8 * unit,
  parts: 5 * unit,
  samples: 6 * unit,
  stages,
});

it('adds every counter, and the seconds stage by stage', () => {
  const [one, other] = [counters(10, secondsOf(1)), counters(100, secondsOf(20))];
  const sum = sumCounters(one, other);
  expect(sum).toMatchObject({
    pulses: 110,
    subrays: 220,
    hits: 330,
    returns: 440,
    lost: 770,
    parts: 550,
    samples: 660,
  });
  expect(sum.stages).toEqual(Object.fromEntries(STAGES.map(({ name }, k) => [name, 21 + 2 * k])));
  expect([one.pulses, other.pulses]).toEqual([10, 100]);
});

it('a sum has no seconds if one of its parts has none', () => {
  expect(sumCounters(counters(1, secondsOf(1)), counters(1)).stages).toBeUndefined();
  expect(sumCounters(counters(1), counters(1, secondsOf(1))).stages).toBeUndefined();
});

it('tells what was done since', () => {
  const [before, now] = [counters(10, secondsOf(1)), counters(110, secondsOf(20))];
  const since = countersSince(before, now);
  expect(since).toMatchObject({
    pulses: 100,
    subrays: 200,
    hits: 300,
    returns: 400,
    lost: 700,
    parts: 500,
    samples: 600,
  });
  expect(since.stages).toEqual(Object.fromEntries(STAGES.map(({ name }) => [name, 19])));
  expect(countersSince(counters(1), counters(2)).stages).toBeUndefined();
});

import { expect, it } from 'vitest';
import { describeLosses } from '../../../src/cli/describe/describe-losses.js';

const leg = (name: string, hit: number, lost: number) => ({ leg: name, scanner: 0, pulses: 1000, hit, lost });

it('tells the share of pulses whose hits are too weak', () => {
  expect(describeLosses([leg('a', 400, 76)])).toEqual([
    '19 % of the pulses that hit something are below the detection limit',
  ]);
});

it('says nothing of few, and of pulses that hit nothing', () => {
  expect(describeLosses([leg('a', 1000, 10)])).toEqual([]);
  expect(describeLosses([leg('a', 0, 0)])).toEqual([]);
  expect(describeLosses([])).toEqual([]);
});

it('names the worst legs first', () => {
  const legs = [leg('a', 1000, 1), leg('b', 1000, 500), leg('c', 0, 0), leg('d', 100, 99), leg('e', 1000, 20)];
  expect(describeLosses(legs)).toEqual([
    '20 % of the pulses that hit something are below the detection limit: d 99 %, b 50 %, e 2 %, …',
  ]);
});

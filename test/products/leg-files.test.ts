import { describe, expect, it } from 'vitest';
import type { Leg } from '../../src/platform/leg.js';
import {
  allLegs,
  CLOUD_DIVISIONS,
  divisionOf,
  firstLasers,
  groupLegs,
  hasPlaceholder,
  laserPath,
  legPath,
  mostOpen,
  spanOf,
} from '../../src/products/leg-files.js';
import type { Scanner } from '../../src/scanner/scanner.js';

const leg = (name: string, strip?: string) => ({ name, strip }) as Leg;
const scanner = {} as Scanner;
/** A scanner that fires in these legs. */
const firing = (...active: boolean[]) => ({ scanner, inLegs: active.map((on) => ({ scanner, active: on })) });

const LEGS = [leg('a', 'north'), leg('turn'), leg('b', 'south'), leg('c', 'north')];
const ALL = { scanner };
const SOME = firing(true, false, true, false);

describe('groupLegs', () => {
  it('has a group for each leg that fires, under its number among all', () => {
    expect(groupLegs(LEGS, [SOME], 'leg')).toEqual([
      { name: 'a', number: 0, legs: [0] },
      { name: 'b', number: 2, legs: [2] },
    ]);
    expect(groupLegs(LEGS, [SOME, ALL], 'leg').map(({ number }) => number)).toEqual([0, 1, 2, 3]);
  });

  it('has a group for each strip; a leg without one is its own', () => {
    expect(groupLegs(LEGS, [ALL], 'strip')).toEqual([
      { name: 'north', number: 0, legs: [0, 3] },
      { name: 'turn', number: 1, legs: [1] },
      { name: 'south', number: 2, legs: [2] },
    ]);
    expect(groupLegs(LEGS, [SOME], 'strip')).toEqual([
      { name: 'north', number: 0, legs: [0] },
      { name: 'south', number: 2, legs: [2] },
    ]);
  });

  it('keeps legs of one name apart, unless they are of one strip', () => {
    const alike = [leg('x'), leg('x')];
    expect(groupLegs(alike, [ALL], 'leg')).toHaveLength(2);
    expect(groupLegs(alike, [ALL], 'strip')).toEqual([{ name: 'x', number: 0, legs: [0, 1] }]);
  });
});

it('legPath puts name and number in their places, once', () => {
  expect(legPath('%s/leg%03d.las', { name: 'a%d', number: 7 })).toBe('a%d/leg007.las');
  expect(legPath('%d', { name: '', number: 12 })).toBe('12');
  expect(['a%s', '%9d', '%09d', '%%', '50%', '%x'].map(hasPlaceholder)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('divisionOf tells legs and lasers apart', () => {
  expect(CLOUD_DIVISIONS.map(divisionOf)).toEqual([
    { legs: 'leg', channels: false },
    { legs: 'strip', channels: false },
    { legs: undefined, channels: true },
    { legs: 'leg', channels: true },
    { legs: 'strip', channels: true },
  ]);
});

it('allLegs has those in which a scanner fires', () => {
  expect(allLegs(LEGS, [SOME])).toEqual([{ name: '', number: 0, legs: [0, 2] }]);
  expect(allLegs(LEGS, [firing(false, false, false, false)])).toEqual([]);
});

it('lasers are counted through all scanners', () => {
  const of = (count: number) => ({ scanner: { channels: Array(count).fill({}) } as unknown as Scanner });
  expect(firstLasers([of(1), of(16), of(2)])).toEqual([0, 1, 17, 19]);
  expect(laserPath('dev%c/%s%c.las', 12)).toBe('dev12/%s12.las');
});

describe('files that are open at once', () => {
  const open = (by: 'leg' | 'strip', ...scanners: Parameters<typeof groupLegs>[1]) =>
    mostOpen(groupLegs(LEGS, scanners, by), scanners);

  it('are one for one scanner and its legs', () => {
    expect(open('leg', ALL)).toBe(1);
    expect(open('leg', SOME)).toBe(1);
  });

  it('are strips between their legs, and all legs of several scanners', () => {
    expect(open('strip', ALL)).toBe(2);
    expect(open('leg', ALL, ALL)).toBe(4);
    // a and b are open from the first scanner on; the second one ends a before it begins the turn.
    expect(open('leg', SOME, ALL)).toBe(2);
  });

  it('last from the first leg to the last', () => {
    expect(spanOf({ legs: [0, 3] }, [SOME, ALL])).toEqual({
      first: { scanner: 0, leg: 0 },
      last: { scanner: 1, leg: 3 },
    });
  });
});

import { expect, it } from 'vitest';
import { groundStretches, metresWithoutGround } from '../../../../studio/state/legs/profile-ground.js';

const NONE = Number.NaN;

it('finds the stretches of a leg that have ground below, and how much of it has none', () => {
  const along = Float64Array.of(0, 10, 20, 30, 40, 60, 80);
  const ground = Float64Array.of(NONE, NONE, 1, 2, NONE, 3, NONE);
  expect(groundStretches({ ground })).toEqual([
    [2, 3],
    [5, 5],
  ]);
  // 10 + 5 before the first, 5 + 10 around the gap, and 10 at the end.
  expect(metresWithoutGround({ along, ground })).toBe(40);
  expect(groundStretches({ ground: ground.map(() => NONE) })).toEqual([]);
  expect(metresWithoutGround({ along, ground: ground.map(() => 0) })).toBe(0);
});

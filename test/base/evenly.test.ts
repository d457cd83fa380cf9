import { expect, it } from 'vitest';
import { evenly } from '../../src/base/evenly.js';

it('takes members evenly over a list, and all of a short one', () => {
  expect(evenly([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(evenly([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
  expect(evenly(['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
  expect(evenly([], 2)).toEqual([]);
});

import { expect, it } from 'vitest';
import { decimalOf, describeRange, isWithin } from '../../src/base/number-range.js';

it('reads decimal texts, and no others', () => {
  expect(['1', '-.5', '2.', '+1e3'].map(decimalOf)).toEqual([1, -0.5, 2, 1000]);
  for (const text of ['', '.', '0x10', '1,5', ' 1', 'Infinity', '1e1000']) expect(decimalOf(text)).toBeNaN();
});

it('knows whether a number is within its limits, and says them', () => {
  const range = { min: 0, below: 1, unit: 'deg' };
  expect([-1, 0, 0.5, 1, Number.NaN].map((value) => isWithin(value, range))).toEqual([false, true, true, false, false]);
  expect([0, 1, 2, 3].map((value) => isWithin(value, { above: 0, max: 2 }))).toEqual([false, true, true, false]);
  expect(isWithin(decimalOf('1e999'), {})).toBe(false);
  expect(describeRange(range)).toBe('a number >= 0 and < 1 (deg)');
  expect(describeRange({ above: 0, max: 2 }, 'a whole number')).toBe('a whole number > 0 and <= 2');
});

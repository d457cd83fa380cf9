import { describe, expect, it } from 'vitest';
import { LEG_LIMITS } from '../../../src/platform/leg-limits.js';
import { formatLimits, numberFault } from '../../../studio/ui/number-limits.js';

describe('a number that is typed', () => {
  it.each([
    ['90', { min: 0, max: 90 }],
    ['1,5', {}],
    ['0,125', {}],
    ['1,25', {}],
    ['1e3', { above: 0 }],
    ['3', { isWhole: true }],
    ['-.5', LEG_LIMITS.angle],
    ['+5.', LEG_LIMITS.speed],
  ])('is %s', (text, limits) => {
    expect(numberFault(text, limits, '%')).toBeUndefined();
  });

  it.each([
    ['200', { min: 0, max: 90 }, 'Found 200, expected 0 to 90 %'],
    ['-3', { min: 1, max: 500, isWhole: true }, 'Found -3, expected a whole number, 1 to 500 %'],
    ['2.5', { min: 1, isWhole: true }, 'Found 2.5, expected a whole number, at least 1 %'],
    ['0', { above: 0 }, 'Found 0, expected more than 0 %'],
    ['fast', {}, 'Found fast, expected a number'],
    ['1 2', { above: 0, below: 5 }, 'Found 1 2, expected more than 0, less than 5 %: a number without blanks or units'],
    ['1,000', {}, 'Found 1,000, expected a number: without commas between thousands, and with a point before decimals'],
    [
      '20,000.5',
      { min: 0 },
      'Found 20,000.5, expected at least 0 %: without commas between thousands, and with a point before decimals',
    ],
    ['12m', {}, 'Found 12m, expected a number: a number without blanks or units'],
    ['0x10', { min: 0 }, 'Found 0x10, expected at least 0 %: a number without blanks or units'],
    ['1e308', LEG_LIMITS.coordinate, 'Found 1e308, expected -100,000,000 to 100,000,000 %'],
    ['-400', LEG_LIMITS.angle, 'Found -400, expected -360 to 360 %'],
    ['1e308', LEG_LIMITS.duration, 'Found 1e308, expected 0.000001 to 1,000,000 %'],
    ['1e-320', LEG_LIMITS.duration, 'Found 1e-320, expected 0.000001 to 1,000,000 %'],
    ['Infinity', { min: 0 }, 'Found Infinity, expected at least 0 %'],
  ])('is not %s', (text, limits, fault) => {
    expect(numberFault(text, limits, '%')).toBe(fault);
  });

  it('has limits with their unit', () => {
    expect(formatLimits({ min: 1000, max: 20e6 })).toBe('1,000 to 20,000,000');
    expect(formatLimits({ min: 1, max: 180 }, '°')).toBe('1 to 180°');
  });
});

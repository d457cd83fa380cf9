import { expect, it } from 'vitest';
import { adjustedGpsTime } from '../../../src/io/units/gps-time.js';
import { GPS_ADJUSTMENT, secondsOfWeek } from '../../../src/io/units/gps-week.js';

/** Sunday, 2 January 2022, 00:00 of GPS time, which is 18 s ahead of UTC. */
const SUNDAY = adjustedGpsTime(Date.parse('2022-01-01T23:59:42Z'));

it('counts from the midnight before Sunday, of GPS time', () => {
  expect(secondsOfWeek(SUNDAY)).toBe(0);
  expect(secondsOfWeek(SUNDAY, 86_400.5)).toBe(86_400.5);
  expect(secondsOfWeek(SUNDAY - 1)).toBe(604_799);
  expect(secondsOfWeek(SUNDAY - 1, 1.25)).toBe(0.25);
  expect(secondsOfWeek(-GPS_ADJUSTMENT)).toBe(0);
});

it('keeps what is lost in seconds since the epoch', () => {
  const step = 1e-9;
  expect(secondsOfWeek(SUNDAY, 3 * step)).toBe(3 * step);
  expect(SUNDAY + step).toBe(SUNDAY);
});

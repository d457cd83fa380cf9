import { describe, expect, it } from 'vitest';
import { utcNanoseconds, utcOfGpsTime } from '../../../src/io/units/gps-time.js';

const SECOND = 1_000_000_000n;
/** The moment of a whole second in nanoseconds. */
const whole = (adjusted: number): bigint => BigInt(utcOfGpsTime(adjusted)) * 1_000_000n;

describe('moments in nanoseconds', () => {
  it('are those in milliseconds, and finer', () => {
    expect(utcNanoseconds(400_000_000)).toBe(whole(400_000_000));
    expect(utcNanoseconds(400_000_000.25)).toBe(whole(400_000_000) + 250_000_000n);
    expect(utcNanoseconds(12.123456789)).toBe(whole(12) + 123_456_789n);
    expect(utcNanoseconds(1.5e-7)).toBe(whole(0) + 150n);
  });

  // Steps of f64 at 4·10⁸ are 60 ns.
  it('are the decimal numbers that were written, not the nearest binary ones', () => {
    expect(utcNanoseconds(400_000_000.1)).toBe(whole(400_000_000) + 100_000_000n);
    expect(utcNanoseconds(400_000_000.1234567)).toBe(whole(400_000_000) + 123_456_700n);
    expect(utcNanoseconds(-200_000_000.1)).toBe(whole(-200_000_000) - 100_000_000n);
  });

  it('after a start are as fine as the time since it', () => {
    expect(utcNanoseconds(400_000_000, 0.1)).toBe(whole(400_000_000) + 100_000_000n);
    expect(utcNanoseconds(400_000_000.1, 0.000_055_296)).toBe(whole(400_000_000) + 100_055_296n);
    expect(utcNanoseconds(400_000_000.9, 0.2)).toBe(whole(400_000_001) + 100_000_000n);
    for (let k = 0; k < 1000; k++)
      expect(utcNanoseconds(400_000_000, k * 1e-6 + 3600)).toBe(whole(400_003_600) + BigInt(k) * 1000n);
  });

  it('repeat a second at a leap second, and its fractions with it', () => {
    // 2017-01-01T00:00:00 UTC: GPS time is 18 s ahead.
    const day = Date.parse('2017-01-01T00:00:00Z');
    const after = (day - Date.parse('1980-01-06T00:00:00Z')) / 1000 - 1e9 + 18;
    expect(utcNanoseconds(after, 0.25)).toBe(BigInt(day) * 1_000_000n + SECOND / 4n);
    expect(utcNanoseconds(after - 2, 0.5)).toBe(utcNanoseconds(after, -0.5));
    expect(utcNanoseconds(after - 2, 1.5)).toBe(utcNanoseconds(after - 1, 0.5));
  });
});

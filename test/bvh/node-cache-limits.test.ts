import { describe, expect, it } from 'vitest';
import { cacheLimits, parseBytes } from '../../src/bvh/node-cache-limits.js';

describe('limits of the cache', () => {
  it('are 4 GiB and 90 days unless the environment says otherwise', () => {
    expect(cacheLimits({})).toEqual({ bytes: 2 ** 32, days: 90 });
    expect(cacheLimits({ SUBRAY_CACHE_SIZE: '', SUBRAY_CACHE_DAYS: '' })).toEqual({ bytes: 2 ** 32, days: 90 });
    expect(cacheLimits({ SUBRAY_CACHE_SIZE: '500 MB' })).toEqual({ bytes: 5e8, days: 90 });
    expect(cacheLimits({ SUBRAY_CACHE_DAYS: '0.5', SUBRAY_CACHE_SIZE: '0' })).toEqual({ bytes: 0, days: 0.5 });
  });

  it.each(['4', '-1GiB', 'NaN', '1025TiB', 'all', '1e999 GB'])('refuse a size of "%s"', (size) => {
    expect(() => cacheLimits({ SUBRAY_CACHE_SIZE: size })).toThrow(
      `SUBRAY_CACHE_SIZE: found "${size}", expected a size up to 1024 TiB with its unit, such as 4GiB or 500MB`,
    );
  });

  it.each(['-1', 'NaN', 'Infinity', '1e9', '100001', 'a year', '.'])('refuse an age of "%s"', (days) => {
    expect(() => cacheLimits({ SUBRAY_CACHE_DAYS: days })).toThrow(
      `SUBRAY_CACHE_DAYS: found "${days}", expected a number of days from 0 to 100000`,
    );
  });
});

describe('parseBytes', () => {
  it.each([
    ['4GiB', 2 ** 32],
    ['1.5 MB', 1_500_000],
    ['12 kib', 12 * 1024],
    ['7 B', 7],
    [' 2TB ', 2e12],
    ['0', 0],
    ['0.3 B', 0],
  ])('reads %s', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each(['', '4', 'GiB', '-1GB', '1e3MB', '4 GiBs', 'four GB', '1,5 MB', '0x10 B', 'Infinity', '1..2 MB'])(
    'finds no size in "%s"',
    (text) => {
      expect(parseBytes(text)).toBeUndefined();
    },
  );
});

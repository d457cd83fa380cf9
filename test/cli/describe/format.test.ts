import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatSeconds, formatShort, formatTable } from '../../../src/cli/describe/format.js';

describe('a formatter for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [12345678, '12,345,678'],
  ])('counts %d as %s', (value, text) => expect(formatCount(value)).toBe(text));

  it.each([
    [0, '0'],
    [950, '950'],
    [1000, '1 k'],
    [1234, '1.23 k'],
    [999_900, '1 M'],
    [123_456_789, '123 M'],
  ])('shortens %d to %s', (value, text) => expect(formatShort(value)).toBe(text));

  it.each([
    [512, '512 B'],
    [1536, '1.5 KiB'],
    [5 * 2 ** 30, '5 GiB'],
  ])('writes %d bytes as %s', (value, text) => expect(formatBytes(value)).toBe(text));

  it.each([
    [0.042, '0.04 s'],
    [12.34, '12.3 s'],
    [59.96, '1 min 00 s'],
    [3599.6, '1 h 00 min'],
    [Number.POSITIVE_INFINITY, '?'],
  ])('writes %d seconds as %s', (value, text) => expect(formatSeconds(value)).toBe(text));

  it('aligns columns', () => {
    expect(
      formatTable(
        [
          ['a', '1'],
          ['bcd', '23'],
        ],
        [1],
      ),
    ).toEqual(['a     1', 'bcd  23']);
  });
});

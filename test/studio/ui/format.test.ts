import { describe, expect, it } from 'vitest';
import { formatAbout, formatBytes, formatSeconds } from '../../../studio/ui/format.js';

it.each([
  [999, '999 B'],
  [1000, '1.00 kB'],
  [999_499, '999 kB'],
  [999_600, '1.00 MB'],
  [7_080_000, '7.08 MB'],
  [1.7e9, '1.70 GB'],
  [8.78e12, '8.78 TB'],
])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [0.04, '0.0 s'],
  [9.94, '9.9 s'],
  [59.4, '59 s'],
  [59.7, '1 min 0 s'],
  [87, '1 min 27 s'],
  [3599.7, '1 h 0 min'],
])('writes %d seconds as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

describe('estimated numbers', () => {
  it.each([
    [412_345, '412,000'],
    [12_345_678, '12.3 M'],
    [37.4, '37'],
    [0, '0'],
  ])('%d are about %s', (count, text) => {
    expect(formatAbout(count)).toBe(text);
  });
});

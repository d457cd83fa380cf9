import { describe, expect, it } from 'vitest';
import { parseBytes } from '../../src/base/parse-bytes.js';

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

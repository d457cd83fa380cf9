import { expect, it } from 'vitest';
import { isReadableCloud } from '../../src/io/readable-clouds.js';

it('knows the clouds that are read by their endings or their first bytes', () => {
  expect(isReadableCloud('a.laz', '')).toBe(true);
  expect(isReadableCloud('a.bin', 'LASF')).toBe(true);
  expect(isReadableCloud('a.LAS', '')).toBe(true);
  expect(isReadableCloud('a.bin', 'LASF more')).toBe(true);
  expect(isReadableCloud('a.ply', 'ply\n')).toBe(false);
  expect(isReadableCloud('a.bin', 'LAS')).toBe(false);
  expect(isReadableCloud('a.bin', 'xLASF')).toBe(false);
});

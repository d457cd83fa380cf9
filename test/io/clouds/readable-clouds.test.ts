import { expect, it } from 'vitest';
import { isReadableCloud } from '../../../src/io/clouds/readable-clouds.js';

it('knows the clouds that are read by their endings or their first bytes', () => {
  expect(isReadableCloud('a.laz', '')).toBe(true);
  expect(isReadableCloud('a.bin', 'LASF')).toBe(true);
  expect(isReadableCloud('a.LAS', '')).toBe(true);
  expect(isReadableCloud('a.bin', 'LASF more')).toBe(true);
  expect(isReadableCloud('a.bin', 'ply\nformat ascii 1.0\nelement vertex 3\n')).toBe(true);
  expect(isReadableCloud('a.ply', 'ply\nelement vertex 3\nelement face 0\n')).toBe(true);
  expect(isReadableCloud('a.ply', 'ply\nelement vertex 3\nelement face 10\n')).toBe(false);
  expect(isReadableCloud('a.ply', 'solid')).toBe(false);
  expect(isReadableCloud('a.bin', '# .PCD v0.7\n')).toBe(true);
  expect(isReadableCloud('a.CSV', '')).toBe(true);
  expect(isReadableCloud('a.asc', '1 2 3\n')).toBe(true);
  expect(isReadableCloud('a.asc', 'ncols 2\nnrows 2\n')).toBe(false);
  expect(isReadableCloud('a.asc', 'dx 2.5\ndy 2\nncols 2\n')).toBe(false);
  expect(isReadableCloud('a.asc', 'NROWS 3\nNCOLS 2\nCELLSIZE 30.0\n')).toBe(false);
  expect(isReadableCloud('a.asc', '1 2 3\n4 5 6\n')).toBe(true);
  expect(isReadableCloud('a.obj', '')).toBe(false);
  expect(isReadableCloud('a.bin', 'LAS')).toBe(false);
  expect(isReadableCloud('a.bin', 'xLASF')).toBe(false);
});

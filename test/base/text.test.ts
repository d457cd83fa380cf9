import { expect, it } from 'vitest';
import { counted, endingOf, joinWords, longestEnding } from '../../src/base/text.js';

it.each([
  ['a.las', '.las'],
  ['/a.b/c.LAZ', '.laz'],
  ['a.tar.gz', '.gz'],
  ['a.', '.'],
  ['a', ''],
  ['/a.b/c', ''],
  ['/a/.las', ''],
])('finds the ending of %s', (path, ending) => {
  expect(endingOf(path)).toBe(ending);
});

it('joins words as a sentence does', () => {
  expect(joinWords([], 'or')).toBe('');
  expect(joinWords(['a'], 'or')).toBe('a');
  expect(joinWords(['a', 'b'], 'and')).toBe('a and b');
  expect(joinWords(['a', 'b', 'c'], 'or')).toBe('a, b or c');
});

it('counts nouns', () => {
  expect([0, 1, 2].map((count) => counted(count, 'leg'))).toEqual(['0 legs', '1 leg', '2 legs']);
});

it.each([
  ['a.copc.laz', '.copc.laz'],
  ['/x/A.COPC.LAZ', '.copc.laz'],
  ['a.laz', '.laz'],
  ['.copc.laz', '.laz'],
  ['/x/.copc.laz', '.laz'],
  ['/x.copc.laz/a', undefined],
  ['.laz', undefined],
  ['\\x\\.laz', undefined],
])('finds the longest known ending of %s', (path, ending) => {
  expect(longestEnding(path, ['.laz', '.copc.laz', '.las'])).toBe(ending);
});

import { expect, it } from 'vitest';
import { changeSentences } from '../../../../studio/state/survey/change-sentences.js';

const changed = (...paths: string[]) => paths.map((path) => ({ path, isThere: true }));

it('files that changed on disk are named, and counted where there are many', () => {
  expect(changeSentences(changed('a.obj'))).toEqual(['a.obj changed on disk, and is read again.']);
  expect(changeSentences([...changed('a.obj', 'b.mtl'), { path: 'c.csv', isThere: false }])).toEqual([
    'a.obj and b.mtl changed on disk, and are read again.',
    'c.csv is gone from the disk.',
  ]);
  expect(changeSentences(changed('a', 'b', 'c', 'd', 'e'))).toEqual([
    'a, b and 3 more files changed on disk, and are read again.',
  ]);
});

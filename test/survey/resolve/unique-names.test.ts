import { expect, it } from 'vitest';
import { uniqueNames } from '../../../src/survey/resolve/unique-names.js';

it('numbers stems around each other and around names that are given later', () => {
  const repeated: unknown[] = [];
  const wishes = [{ stem: 'car' }, { stem: 'car' }, { given: 'car-2', stem: 'x' }, { given: 'a', stem: 'x' }];
  expect(uniqueNames(wishes, () => repeated.push(0))).toEqual(['car', 'car-3', 'car-2', 'a']);
  expect(repeated).toEqual([]);
});

it('tells of names that are given twice, and keeps them', () => {
  const repeated: [number, string][] = [];
  const wishes = [
    { given: 'a', stem: 'x' },
    { given: 'a', stem: 'x' },
  ];
  expect(uniqueNames(wishes, (index, name) => repeated.push([index, name]))).toEqual(['a', 'a']);
  expect(repeated).toEqual([[1, 'a']]);
});

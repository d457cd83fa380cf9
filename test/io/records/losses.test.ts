import { expect, it } from 'vitest';
import { joinLosses, lossWarnings } from '../../../src/io/records/losses.js';

const held = (of: string, points: number) => ({ of, what: 'is written as the nearest value', points });

it('warnings of losses are one sentence for each field, over all files', () => {
  const files = [
    { path: '/a/one.las', losses: [held('range', 1200), held('echo_width', 1)] },
    { path: '/a/two.las' },
    { path: '/a/three.las', losses: [held('range', 3)] },
  ];
  expect(lossWarnings(files)).toEqual([
    'one.las and 1 more file: range of 1,203 points is written as the nearest value',
    'one.las: echo_width of 1 point is written as the nearest value',
  ]);
  expect(lossWarnings([{ path: 'a' }])).toEqual([]);
});

it('stay apart if one field has different fates', () => {
  const dropped = { of: 'range', what: 'is left out', points: 2 };
  expect(joinLosses([held('range', 1), dropped, held('range', 2)])).toEqual([held('range', 3), dropped]);
});

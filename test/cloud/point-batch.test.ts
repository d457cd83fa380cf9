import { expect, it } from 'vitest';
import { createPointBatch, optionalArray, selectPoints, slicePoints } from '../../src/cloud/point-batch.js';

function batchOfFour() {
  const batch = createPointBatch(4);
  batch.x.set([10, 11, 12, 13]);
  batch.channel.set([0, 1, 2, 3]);
  batch.normal.set([0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, -1]);
  optionalArray(batch, 'truePosition').set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  return batch;
}

it('selects points of every array, in the order of the indices', () => {
  const found = selectPoints(batchOfFour(), Uint32Array.from([3, 1]));
  expect(found.count).toBe(2);
  expect([...found.x]).toEqual([13, 11]);
  expect([...found.channel]).toEqual([3, 1]);
  expect([...found.normal]).toEqual([0, 0, -1, 0, 1, 0]);
  expect([...found.truePosition!]).toEqual([9, 10, 11, 3, 4, 5]);
  expect(found.rgb).toBeUndefined();
});

it('slices every array', () => {
  const part = slicePoints(batchOfFour(), 1, 3);
  expect(part.count).toBe(2);
  expect([...part.x]).toEqual([11, 12]);
  expect([...part.normal]).toEqual([0, 1, 0, 1, 0, 0]);
  expect([...part.truePosition!]).toEqual([3, 4, 5, 6, 7, 8]);
});

it('of no points gives a batch of none', () => {
  expect(selectPoints(createPointBatch(0), new Uint32Array(0)).count).toBe(0);
  expect(slicePoints(batchOfFour(), 2, 2).normal).toHaveLength(0);
});

import { expect, it } from 'vitest';
import { createPointBatch, optionalArray } from '../../src/cloud/point-batch.js';
import { PointPile } from '../../src/cloud/point-pile.js';

function batchOf(...xs: number[]) {
  const batch = createPointBatch(xs.length);
  batch.x.set(xs);
  batch.normal.set(xs.flatMap((x) => [x, x + 0.25, x + 0.5]));
  optionalArray(batch, 'rgb').set(xs.flatMap((x) => [x, x, x]));
  return batch;
}

it('a pile of points has those of all batches, in memory of their own, and is empty once they are taken', () => {
  const pile = new PointPile();
  const first = batchOf(1, 2);
  pile.add(first);
  pile.add(batchOf());
  const rows = pile.add(batchOf(3, 4, 5), ['ring']);
  first.x.fill(9);
  expect(rows.count).toBe(3);
  expect([...rows.x]).toEqual([3, 4, 5]);
  // Added points may still change.
  rows.x[2] = 6;
  rows.ring?.set([7, 8, 9]);
  const taken = pile.take();
  expect(taken?.count).toBe(5);
  expect([...(taken?.x ?? [])]).toEqual([1, 2, 3, 4, 6]);
  expect([...(taken?.normal ?? [])].slice(6, 9)).toEqual([3, 3.25, 3.5]);
  expect([...(taken?.rgb ?? [])]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]);
  expect([...(taken?.ring ?? [])].slice(2)).toEqual([7, 8, 9]);
  expect(taken?.x.buffer.byteLength).toBe(5 * 8);
  expect(pile.take()).toBeUndefined();
  pile.add(batchOf(10));
  expect([...(pile.take()?.x ?? [])]).toEqual([10]);
  expect([...(taken?.x ?? [])]).toEqual([1, 2, 3, 4, 6]);
});

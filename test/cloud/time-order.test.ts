import { describe, expect, it } from 'vitest';
import { TimeOrder } from '../../src/cloud/time-order.js';

describe('TimeOrder', () => {
  const orderOf = (...batches: number[][]) => {
    const lookers = [new TimeOrder(), new TimeOrder()];
    // The later half first, by another looker.
    batches.forEach((_, k) => {
      const batch = batches.length - 1 - k;
      lookers[k % 2].add(Float64Array.of(...batches[batch], -1e9), batches[batch].length, batch);
    });
    const all = new TimeOrder();
    for (const looker of lookers) all.addParts(looker.parts());
    return all.result();
  };

  it.each<[number[][], number]>([
    [[], 0],
    [[[1, 1, 2]], 0],
    [[[1, 4, 2, 3]], 2],
    [[[1, 2], [3, 4], [5]], 0],
    [[[1, 9], [3, 4], [4]], 6],
    [[[1, 2], [], [1.5]], 0.5],
    [[[1, Number.NaN, 0]], 0],
    [[[5], [Number.NaN], [1]], 0],
    [[[Infinity, 3, -Infinity, 2, 1]], 1],
    [[[Infinity], [3], [-Infinity], [2], [1]], 1],
  ])('of %j finds a fall of %d', (batches, fall) => {
    expect(orderOf(...batches)).toBe(fall);
  });
});

import { expect, it } from 'vitest';
import { columnMemory } from '../../../src/cloud/columns/column-memory.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { lentRoom, ownRoom } from '../../../src/simulation/points/point-room.js';

it('has room for as many points as asked for', () => {
  for (const count of [3, 0, 7, 2, 100_000]) {
    const { points, pulses, times } = lentRoom(count);
    const lengths = Object.entries(points).map(([key, array]) => [key, key === 'count' ? array : array.length]);
    const zero = Object.entries(createPointBatch(count)).map(([key, a]) => [key, key === 'count' ? a : a.length]);
    expect(Object.fromEntries(lengths)).toEqual(Object.fromEntries(zero));
    expect([pulses.length, times.length]).toEqual([count, count]);
  }
});

it('lends arrays that do not overlap, in the memory of the loops', () => {
  const { points, pulses, times } = lentRoom(5);
  const arrays = [...Object.values(points), pulses, times].filter((array) => ArrayBuffer.isView(array));
  for (const [k, array] of arrays.entries()) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(k);
  for (const [k, array] of arrays.entries())
    expect(new Set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))).toEqual(new Set([k]));
  expect(points.x.buffer).toBe(columnMemory().view.buffer);
});

it('keeps a copy of what it lent', () => {
  const lent = lentRoom(2);
  lent.points.x.set([1, 2]);
  lent.pulses.set([3, 4]);
  const own = ownRoom(lent);
  lentRoom(2).points.x.set([8, 9]);
  expect([[...own.points.x], [...own.pulses], own.points.count]).toEqual([[1, 2], [3, 4], 2]);
  expect(own.points.x.buffer).not.toBe(lent.points.x.buffer);
});

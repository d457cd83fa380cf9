import { expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { newRoom, oneRoom } from '../../../src/simulation/points/point-room.js';

it.each([newRoom, oneRoom()])('has room for as many points as asked for', (findRoom) => {
  for (const count of [3, 0, 7, 2]) {
    const { points, pulses, times } = findRoom(count);
    const lengths = Object.entries(points).map(([key, array]) => [key, key === 'count' ? array : array.length]);
    const zero = Object.entries(createPointBatch(count)).map(([key, a]) => [key, key === 'count' ? a : a.length]);
    expect(Object.fromEntries(lengths)).toEqual(Object.fromEntries(zero));
    expect([pulses.length, times.length]).toEqual([count, count]);
  }
});

it('keeps one memory, or takes new ones', () => {
  const same = oneRoom();
  same(8);
  expect(same(5).points.x.buffer).toBe(same(7).points.x.buffer);
  expect(newRoom(5).points.x.buffer).not.toBe(newRoom(5).points.x.buffer);
});

import { describe, expect, it } from 'vitest';
import { isEmptyBox } from '../../src/base/vec3.js';
import { IdSet } from '../../src/cloud/id-set.js';
import { createPointBatch } from '../../src/cloud/point-batch.js';
import { StatisticsCollector } from '../../src/cloud/statistics.js';

describe('StatisticsCollector', () => {
  it('leaves out numbers that are not finite, and counts points without a place', () => {
    const batch = createPointBatch(4);
    batch.x.set([1, Number.NaN, Infinity, 2]);
    batch.y.set([3, 4, 5, -Infinity]);
    batch.gpsTime.set([-Infinity, 6, Number.NaN, 7]);
    const collector = new StatisticsCollector();
    collector.add(batch, 0);
    const other = new StatisticsCollector();
    other.addParts(collector.parts());
    for (const { bounds, gpsTime, placeless } of [collector.result(), other.result()]) {
      expect(bounds).toEqual({ min: [1, 3, 0], max: [1, 3, 0] });
      expect(gpsTime).toEqual({ min: 6, max: 7 });
      expect(placeless).toBe(3);
    }
  });

  it('has no box of points without a place', () => {
    const batch = createPointBatch(3);
    batch.x.set([Number.NaN, 4, 1e13]);
    batch.y.set([2, Infinity, 0]);
    const collector = new StatisticsCollector();
    collector.add(batch, 0);
    const { bounds, placeless } = collector.result();
    expect(placeless).toBe(3);
    expect(isEmptyBox(bounds)).toBe(true);
  });

  it('sees every point of every batch', () => {
    const [first, second] = [createPointBatch(3), createPointBatch(1)];
    first.x.set([1, -2, 3]);
    first.z.set([0, 0, 9]);
    first.intensity.set([7, 5, 6]);
    first.gpsTime.set([10, 11, 12]);
    first.returnNumber.set([1, 2, 1]);
    first.returnCount.set([2, 2, 1]);
    first.classification.set([2, 2, 255]);
    first.pointSourceId.set([1, 1, 1]);
    first.instance.set([0, 5, 4_294_967_295]);
    second.y.set([4]);
    second.intensity.set([65535]);
    second.gpsTime.set([-1]);
    second.returnNumber.set([15]);
    second.returnCount.set([15]);
    second.pointSourceId.set([2]);
    second.instance.set([5]);
    const collector = new StatisticsCollector();
    collector.add(first, 0);
    collector.add(second, 1);
    const zeros = new Array<number>(16).fill(0);
    expect(collector.result()).toEqual({
      points: 4,
      placeless: 0,
      bounds: { min: [-2, 0, 0], max: [3, 4, 9] },
      intensity: { min: 5, max: 65535 },
      gpsTime: { min: -1, max: 12 },
      timeFall: 13,
      pointsByReturn: zeros.with(1, 2).with(2, 1).with(15, 1),
      pointsByReturnCount: zeros.with(1, 1).with(2, 2).with(15, 1),
      pointsByClass: { 0: 1, 2: 2, 255: 1 },
      pointsBySource: { 1: 3, 2: 1 },
      missesBySource: {},
      instances: 2,
    });
  });

  it('adds up what several have gathered, in any order', () => {
    const batches = [1, 2, 3].map((k) => {
      const batch = createPointBatch(50);
      for (let i = 0; i < 50; i++) {
        batch.x[i] = Math.sin(k * i);
        batch.gpsTime[i] = k * i;
        batch.intensity[i] = 100 * k + i;
        batch.returnNumber[i] = (k * i) % 16;
        batch.classification[i] = i % (k + 2);
        batch.pointSourceId[i] = k;
        batch.instance[i] = 2 ** 32 - 1 - ((k * i) % 60);
      }
      return batch;
    });
    const collectors = [[0, 1, 2], [1], [2, 0]].map((numbers) => {
      const collector = new StatisticsCollector();
      for (const number of numbers) collector.add(batches[number], number);
      return collector;
    });
    const [whole, ...parts] = collectors;
    const sum = new StatisticsCollector();
    for (const part of parts) sum.addParts(structuredClone(part.parts()));
    expect(sum.result()).toEqual(whole.result());
  });

  it('counts the first points of arrays that are longer', () => {
    const columns = createPointBatch(6);
    columns.count = 4;
    // The last two would widen each range and lengthen each run if they counted.
    columns.x.set([4, 3, 4, 3, 99, -99]);
    columns.intensity.set([40, 30, 40, 30, 99, 9]);
    columns.gpsTime.set([4, 3, 4, 3, 99, -99]);
    columns.returnNumber.set([1, 1, 2, 2, 2, 3]);
    columns.returnCount.set([2, 2, 2, 2, 2, 2]);
    columns.classification.set([6, 2, 2, 6, 6, 7]);
    columns.pointSourceId.set([9, 8, 8, 9, 9, 10]);
    columns.instance.set([1, 1, 2, 2, 3, 3]);
    const collector = new StatisticsCollector();
    collector.add(columns, 0);
    const zeros = new Array<number>(16).fill(0);
    expect(collector.result()).toEqual({
      points: 4,
      placeless: 0,
      bounds: { min: [3, 0, 0], max: [4, 0, 0] },
      intensity: { min: 30, max: 40 },
      gpsTime: { min: 3, max: 4 },
      timeFall: 1,
      pointsByReturn: zeros.with(1, 2).with(2, 2),
      pointsByReturnCount: zeros.with(2, 4),
      pointsByClass: { 2: 2, 6: 2 },
      pointsBySource: { 8: 2, 9: 2 },
      missesBySource: {},
      instances: 2,
    });
  });

  it('counts return numbers that LAS does not have as its highest', () => {
    const batch = createPointBatch(3);
    batch.returnNumber.set([14, 16, 200]);
    batch.returnCount.set([16, 15, 255]);
    const collector = new StatisticsCollector();
    collector.add(batch, 0);
    const { pointsByReturn, pointsByReturnCount } = collector.result();
    const zeros = new Array<number>(16).fill(0);
    expect(pointsByReturn).toEqual(zeros.with(14, 1).with(15, 2));
    expect(pointsByReturnCount).toEqual(zeros.with(15, 3));
  });

  it('is empty before the first point', () => {
    const { points, bounds, intensity, instances } = new StatisticsCollector().result();
    expect([points, instances]).toEqual([0, 0]);
    expect(bounds.min[0]).toBeGreaterThan(bounds.max[0]);
    expect(intensity.min).toBeGreaterThan(intensity.max);
  });
});

describe('IdSet', () => {
  it.each([0, 1, 2 ** 32 - 1])('takes %d as its first number', (id) => {
    const set = new IdSet();
    set.add(id);
    expect([set.size, set.has(id)]).toEqual([1, true]);
  });

  it('counts different numbers up to 32 bits', () => {
    const set = new IdSet();
    const ids = [0, 31, 32, 1023, 1024, 2 ** 31, 2 ** 32 - 1, 31, 0, 2 ** 31];
    for (const id of ids) set.add(id);
    expect(set.size).toBe(7);
    expect(ids.every((id) => set.has(id))).toBe(true);
    expect([1, 30, 1025, 2 ** 31 + 1, 2 ** 32 - 2].some((id) => set.has(id))).toBe(false);
  });

  it('adds the first of a list, whatever number it begins with', () => {
    for (const ids of [
      [1, 1, 7],
      [0, 7, 0],
      [2 ** 32 - 1, 7, 7],
    ]) {
      const set = new IdSet();
      set.addAll(Uint32Array.of(...ids, 50), 3);
      expect([set.size, set.has(ids[0]), set.has(7), set.has(50)]).toEqual([2, true, true, false]);
    }
  });
});

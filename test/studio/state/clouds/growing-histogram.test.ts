import { describe, expect, it } from 'vitest';
import { GrowingHistogram } from '../../../../studio/state/clouds/growing-histogram.js';
import { testRandom } from '../../../support/random.js';

describe('a histogram that grows', () => {
  it('has every number in the bar where it lies, however its ends move', () => {
    const histogram = new GrowingHistogram();
    const values: number[] = [];
    const add = (low: number, high: number, next: () => number) => {
      histogram.cover(low, high);
      for (let k = 0; k < 500; k++) {
        const value = low + (high - low) * next();
        values.push(value);
        histogram.add(value);
      }
    };
    const next = testRandom(7);
    for (const [low, high] of [[3, 4], [-20, 5], [100, 400], [-5000, 0], [7, 7]]) add(low, high, next); // biome-ignore format: ranges
    const { from, width, counts } = histogram;
    const expected = new Float64Array(counts.length);
    for (const value of values) expected[Math.floor((value - from) / width)]++;
    expect(counts).toEqual(expected);
    expect(counts.reduce((sum, count) => sum + count)).toBe(values.length);
  });

  it('needs no room for nothing', () => {
    const histogram = new GrowingHistogram();
    histogram.cover(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    expect(histogram.width).toBe(0);
  });
});

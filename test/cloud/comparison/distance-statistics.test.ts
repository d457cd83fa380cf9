import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random-stream.js';
import { finish } from '../../../src/base/steps.js';
import { percentileOf } from '../../../src/cloud/comparison/distance-statistics.js';

describe('the percentile of numbers', () => {
  const seed = Date.now() % 1e6;
  const random = new RandomStream(seed, 'percentiles');
  it.each([1, 2, 3, 10, 1000])(`is that of sorted ones: %i numbers (seed ${seed})`, (count) => {
    for (const round of [(value: number) => value, (value: number) => Math.round(3 * value)]) {
      const values = Float32Array.from({ length: count }, () => round(random.unit()));
      const sorted = values.toSorted();
      for (const part of [0, 0.05, 0.5, 0.95, 1])
        expect(finish(percentileOf(values.slice(), part))).toBe(sorted[Math.max(0, Math.ceil(part * count) - 1)]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { correlationOf, filteredCorrelation, noiseFilter } from '../../../src/scanner/receiver/noise-filter.js';

const filterOf = (spread: number): number[] => {
  const half = noiseFilter(spread, 8);
  if (half === undefined) throw new Error(`no filter of ${spread} samples`);
  return half;
};

describe('a filter of noise', () => {
  it.each([0.1, 0.3, 0.5, 0.6625, 0.8, 1, 1.325, 2, 2.65])(
    'that is %f samples wide leaves the correlation of a Gaussian low pass',
    (spread) => {
      const half = filterOf(spread);
      expect(half.length).toBeLessThanOrEqual(9);
      expect(correlationOf(half, 0)).toBeCloseTo(1, 12);
      for (let apart = 1; apart < 20; apart++)
        expect(Math.abs(correlationOf(half, apart) - filteredCorrelation(spread, apart))).toBeLessThan(2e-3);
    },
  );

  it('correlates neighbours at 200 MHz and 1 GHz by 0.566, and at 2 GHz by 0.867', () => {
    // exp(−(Δt / 2s)²) with s = √(ln 2) / (2π B).
    const s = Math.sqrt(Math.LN2) / (2 * Math.PI * 0.2);
    expect(correlationOf(filterOf(s), 1)).toBeCloseTo(0.566, 2);
    expect(correlationOf(filterOf(2 * s), 1)).toBeCloseTo(0.867, 2);
  });

  it('has no weights where noise is white, and is refused where it would need more than there are', () => {
    expect(noiseFilter(0, 8)).toEqual([]);
    expect(noiseFilter(4, 8)).toBeUndefined();
  });
});

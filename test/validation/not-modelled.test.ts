import { describe, expect, it } from 'vitest';
import {
  crossingsOfFilter,
  NOT_MODELLED,
  paneThrough,
  paneThroughMixed,
  poolOf,
  rainExtinction,
} from './not-modelled.js';

const DEGREE = Math.PI / 180;

describe('effects that are not modelled', () => {
  it.each([
    [0, 2.71803, 2.71803, 0],
    [15, 2.77059, 2.6762, 0.3219],
    [20, 2.81186, 2.6423, 0.4317],
  ])('G16: a pool of 2 m at %d°: %f m further, %f m deep, %f m aside', (degrees, extra, depth, aside) => {
    const pool = poolOf(degrees * DEGREE);
    expect(pool.extra).toBeCloseTo(extra, 4);
    expect(pool.depth).toBeCloseTo(depth, 3);
    expect(pool.aside).toBeCloseTo(aside, 3);
  });

  it.each([
    [0, 0.8455],
    [30, 0.84213],
    [60, 0.73655],
  ])('G17: a pane at %d° lets through %f', (degrees, share) => {
    expect(paneThrough(degrees * DEGREE)).toBeCloseTo(share, 5);
  });

  it('noise of a Gaussian band crosses 1.471 times as often as that of a rectangular one', () => {
    expect(crossingsOfFilter()).toBeCloseTo(1.471, 3);
  });

  it('G17: a pane lets through 0.713 of light that loses its polarisation behind it', () => {
    expect(paneThroughMixed(60 * DEGREE)).toBeCloseTo(0.713, 3);
  });

  it.each([
    [1, 0.365],
    [10, 1.556],
    [50, 4.288],
  ])('G21: rain of %d mm/h takes %f 1/km', (rate, perKm) => {
    expect(rainExtinction(rate)).toBeCloseTo(perKm, 3);
  });

  it('are listed once, with a number and a source', () => {
    const effects = NOT_MODELLED.map(({ effect }) => effect);
    expect(new Set(effects).size).toBe(effects.length);
    for (const { effect, size, source } of NOT_MODELLED) {
      expect(size, effect).toMatch(/\d/);
      expect(size, effect).not.toMatch(/NaN|undefined/);
      expect(source, effect).not.toBe('');
    }
  });
});

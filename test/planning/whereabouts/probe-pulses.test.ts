import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../src/planning/whereabouts/probe-pulses.js';

describe('the pieces of a leg that are tried', () => {
  it('are the leg itself if it is short', () => {
    expect(piecesOf(8000, 8192)).toEqual([{ first: 0, end: 8000 }]);
  });

  it('lie in order within the leg, and are as long as allowed together', () => {
    for (const count of [8193, 10_000, 284_480, 1e9]) {
      const pieces = piecesOf(count, 8192);
      expect(pieces).toHaveLength(64);
      expect(pieces[0].first).toBeGreaterThanOrEqual(0);
      expect(pieces[63].end).toBeLessThanOrEqual(count);
      expect(pieces.reduce((sum, { first, end }) => sum + end - first, 0)).toBe(8192);
    }
  });

  it('meet all places of scan lines alike, however long these are', () => {
    const [count, most] = [284_480, 8192];
    for (let line = 200; line <= 5000; line++) {
      const inFirstHalf = piecesOf(count, most).filter(({ first }) => (first % line) / line < 0.5).length;
      expect(inFirstHalf, `${line} pulses a line`).toBeGreaterThan(12);
      expect(inFirstHalf, `${line} pulses a line`).toBeLessThan(52);
    }
  });
});

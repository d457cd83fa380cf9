import { describe, expect, it } from 'vitest';
import { choosePace, densityOf } from '../../../src/planning/scanner/scan-density.js';

const LIMITS = { speed: 60, overlap: 0.2, speedMin: 30, speedMax: 120 };

describe('densityOf', () => {
  it('is F / (v SW), and more by the overlap', () => {
    // Baltsavias 1999: 10 kHz at 60 m/s over a swath of 500 m leave a point on three square metres.
    const density = densityOf(10_000, 500, { speed: 60, overlap: 0.25 });
    expect(density.strip).toBeCloseTo(1 / 3, 12);
    expect(density.block).toBeCloseTo(4 / 9, 12);
  });
});

describe('choosePace', () => {
  it('takes what is given, and defaults for the rest', () => {
    expect(choosePace(1e5, 500, {}, LIMITS)).toEqual({ speed: 60, overlap: 0.2 });
    expect(choosePace(1e5, 500, { speed: 200, overlap: 0 }, LIMITS)).toEqual({ speed: 200, overlap: 0 });
  });

  it('chooses the speed for a density', () => {
    // 100 kHz / (500 m · 0.8 · 5 points/m²).
    const pace = choosePace(1e5, 500, { density: 5 }, LIMITS);
    expect(pace).toEqual({ speed: 50, overlap: 0.2, chosen: 'speed' });
    expect(densityOf(1e5, 500, pace).block).toBeCloseTo(5, 12);
  });

  it('flies no faster than it can, and says so', () => {
    expect(choosePace(1e5, 500, { density: 1 }, LIMITS)).toMatchObject({ speed: 120, limit: 'no faster than 120 m/s' });
  });

  it('says which density the slowest speed gives', () => {
    // 100 kHz / (30 m/s · 500 m · 0.8) = 8.33
    expect(() => choosePace(1e5, 500, { density: 9 }, LIMITS)).toThrow(/found 9, expected at most 8\.33 .*30 m\/s/);
    expect(choosePace(1e5, 500, { density: 8.3 }, LIMITS).chosen).toBe('speed');
  });

  it('chooses the overlap where the speed is given', () => {
    // 2.5 points/m² of a strip at 80 m/s: half of it again needs every strip to be two thirds
    // of its width from the next.
    const pace = choosePace(1e5, 500, { density: 3.75, speed: 80 }, LIMITS);
    expect(pace.chosen).toBe('overlap');
    expect(pace.overlap).toBeCloseTo(1 / 3, 12);
    expect(choosePace(1e5, 500, { density: 2.6, speed: 80 }, LIMITS)).toMatchObject({ overlap: 0.2 });
    // Ten times a strip's 2.5 points at an overlap of 0.9 is the end.
    expect(() => choosePace(1e5, 500, { density: 26, speed: 80 }, LIMITS)).toThrow(/at most 25\.0 /);
  });

  it('checks a density where both are given', () => {
    const wish = { speed: 80, overlap: 0.5 };
    expect(choosePace(1e5, 500, { ...wish, density: 5 }, LIMITS)).toEqual(wish);
    expect(() => choosePace(1e5, 500, { ...wish, density: 5.01 }, LIMITS)).toThrow(/at most 5\.00 /);
  });
});

import { describe, expect, it } from 'vitest';
import type { Box3 } from '../../src/base/vec3.js';
import type { Raster } from '../../src/picture/raster/raster.js';
import { createHeightRaster } from '../../src/planning/height-raster.js';
import { coverageBands } from '../../src/planning/picture/coverage-bands.js';
import { mapFrame } from '../../src/planning/picture/map-frame.js';
import { areaOf, headingOf } from '../../src/planning/plan-area.js';
import { coverageShares, type PlanMap } from '../../src/planning/plan-map.js';
import { looksDown } from '../../src/planning/scanner/nadir-mount.js';
import { setField } from '../../src/planning/scanner/narrow-field.js';
import { readScanner } from '../../src/scanner/read-scanner.js';
import { scannerOf } from '../scanner/describe-scanner.js';
import { DEGREE } from '../support/trajectories.js';

const BOX: Box3 = { min: [0, 10, -5], max: [40, 30, 5] };

describe('the area of a plan', () => {
  it('is all of the scene, or what is asked for and touches it', () => {
    expect(areaOf(BOX, undefined)).toEqual({ min: [0, 10], max: [40, 30] });
    const asked = { min: [39, 29], max: [90, 90] } as const;
    expect(areaOf(BOX, asked)).toBe(asked);
    for (const [min, max] of [
      [[40, 10], [50, 30]],
      [[-9, 10], [0, 30]],
      [[0, 30], [40, 50]],
      [[0, 0], [40, 10]],
    ] as const) // biome-ignore format: rectangles
      expect(() => areaOf(BOX, { min, max })).toThrow('--area: nothing of the scene lies in it');
    expect(() => areaOf({ min: [0, 5, 0], max: [9, 5, 3] }, undefined)).toThrow('nothing of the scene');
  });

  it('is flown along its longer side, unless a heading is given', () => {
    expect(headingOf({ min: [0, 0], max: [40, 39] }, undefined)).toBe(Math.PI / 2);
    expect(headingOf({ min: [0, 0], max: [40, 40] }, undefined)).toBe(0);
    expect(headingOf({ min: [10, 0], max: [40, 39] }, undefined)).toBe(0);
    expect(headingOf({ min: [0, 0], max: [40, 39] }, 0)).toBe(0);
  });
});

/** A map of one row, its cells seen so often; NaN: no ground. */
function mapOf(counts: readonly number[]): PlanMap {
  const relief = createHeightRaster({ min: [0, 0], max: [counts.length, 1] }, counts.length, 1);
  counts.forEach((count, cell) => {
    relief.heights[cell] = Number.isNaN(count) ? count : 1;
  });
  return {
    relief,
    coverage: Uint16Array.from(counts, (count) => count || 0),
    seenBy: { one: 'strip', many: 'strips' },
    area: relief.area,
    tracks: [],
    stations: [],
  };
}

describe('the coverage of a map', () => {
  it('is the shares of ground seen never, once and more often', () => {
    expect(coverageShares(mapOf([0, 1, 1, 2, 7, Number.NaN]))).toEqual({ none: 0.2, once: 0.4, more: 0.4 });
    expect(coverageShares(mapOf([Number.NaN]))).toEqual({ none: 0, once: 0, more: 0 });
  });

  it('has a band for each count', () => {
    const names = (counts: readonly number[]) => coverageBands(mapOf(counts)).entries.map(({ name }) => name);
    expect(names([0, 1, 2, 3, 4, 5, 8, 9, 12, Number.NaN])).toEqual([
      'not seen 11 %',
      '1 strip 11 %',
      '2 strips 11 %',
      '3 to 4 strips 22 %',
      '5 to 8 strips 22 %',
      '9 strips and more 22 %',
    ]);
    expect(names([...Array(19).fill(1), 2])).toEqual(['1 strip 95 %', '2 strips 5.0 %']);
    expect(names([...Array(999).fill(1), 2])).toEqual(['1 strip 100 %', '2 strips 0.1 %']);
    expect(names([...Array(1999).fill(1), 2])).toEqual(['1 strip 100 %', '2 strips <0.1 %']);
    const { colorOf } = coverageBands(mapOf([0]));
    expect([3, 5, 9].map(colorOf)).toEqual([4, 8, 400].map(colorOf));
    expect(new Set([0, 1, 2, 3, 5, 9].map(colorOf)).size).toBe(6);
  });
});

describe('the frame of a map', () => {
  const panel = { width: 300, height: 220 } as Raster;

  it('shows all within its margins, north up, in the middle', () => {
    const map = { ...mapOf([1]), area: { min: [0, 0], max: [100, 50] } } as const;
    const frame = mapFrame(map, panel, 10, { side: 5, top: 4, bottom: 2 });
    // 200 by 160 pixels for 100 m by 50 m.
    expect(frame.pixelsPerMetre).toBe(2);
    expect(frame.toPixel([0, 0])).toEqual([50, 40 + 80 + 50]);
    expect(frame.toPixel([100, 50])).toEqual([250, 40 + 80 - 50]);
    expect(frame.toWorld(50, 170)).toEqual([0, 0]);
    expect(frame.toWorld(...frame.toPixel([17, 31]))).toEqual([17, 31].map((value) => expect.closeTo(value, 9)));
  });

  it('takes in tracks and stations beyond the area', () => {
    const map: PlanMap = { ...mapOf([1]), area: { min: [0, 0], max: [10, 10] }, tracks: [[[-70, 0], [30, 0]]], stations: [[0, 90]] }; // biome-ignore format: a map
    const frame = mapFrame(map, panel, 10, { side: 5, top: 4, bottom: 2 });
    expect(frame.pixelsPerMetre).toBeCloseTo(160 / 90, 12);
    expect(frame.toPixel([-20, 45])).toEqual([150, 120]);
  });
});

describe('the field of a scanner for a flight', () => {
  const scanner = (deflector: Record<string, unknown>) => readScanner(scannerOf({ pulseRate: 1000, ...deflector }));
  const lines = (fieldOfView: number) => scanner({ kind: 'parallel', scanRate: 10, fieldOfView });

  it('is the whole of it, a wish within it, or a quarter turn of what sees all round', () => {
    expect(setField(lines(60), undefined)).toEqual({ changes: {} });
    expect(setField(lines(60), 60 * DEGREE)).toEqual({ changes: {} });
    expect(setField(lines(60), 20 * DEGREE)).toEqual({ changes: { fieldOfView: 20 } });
    expect(setField(lines(179), undefined)).toEqual({ changes: {} });
    expect(setField(lines(180), undefined)).toEqual({ changes: { fieldOfView: 90 } });
    expect(() => setField(lines(60), 61 * DEGREE)).toThrow('--fov: found 61, expected at most 60 (deg)');
  });

  it('is fixed where nothing narrows it', () => {
    const oval = scanner({ kind: 'conic', rotationRate: 10, halfAngleAcross: 20, halfAngleAlong: 10 });
    const prisms = scanner({ kind: 'risley', prisms: [{ angle: 10, refractiveIndex: 1.5, rotationRate: 10 }] });
    for (const fixed of [oval, prisms]) {
      expect(setField(fixed, undefined)).toEqual({ changes: {} });
      expect(() => setField(fixed, 10 * DEGREE)).toThrow('is fixed');
    }
  });
});

describe('a swath that looks down', () => {
  const swath = { left: -1, right: 1, back: 0, ahead: 0, farthest: 2 };

  it('lies to both sides, and is no more than twice as long as wide', () => {
    expect(looksDown(swath)).toBe(true);
    expect(looksDown({ ...swath, left: 0 })).toBe(false);
    expect(looksDown({ ...swath, right: 0 })).toBe(false);
    const tangent = (degrees: number) => Math.tan(degrees * DEGREE);
    const long = { ...swath, left: tangent(-10), right: tangent(15), farthest: 9 };
    expect(looksDown({ ...long, back: tangent(-20), ahead: tangent(29) })).toBe(true);
    expect(looksDown({ ...long, back: tangent(-20), ahead: tangent(31) })).toBe(false);
  });
});

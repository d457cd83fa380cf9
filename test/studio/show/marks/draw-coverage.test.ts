import type { PlanCoverage } from 'subray/browser';
import { describe, expect, it } from 'vitest';
import { facesOf } from '../../../../studio/show/marks/draw-coverage.js';

/** Four columns and two rows of cells 10 m wide, one of them without a height. */
const COVERAGE: PlanCoverage = {
  ...{ none: 0.4, once: 0.4, more: 0.2, area: { min: [100, 200], max: [140, 220] }, columns: 4, rows: 2 },
  cells: Uint16Array.of(1, 1, 0, 0, 2, 1, 1, 0),
  heights: Float32Array.of(5, 5, 5, Number.NaN, 5, 5, 9, 5),
  cellBands: Uint8Array.of(1, 1, 0, 255, 2, 1, 1, 0),
  bands: [
    { name: 'not seen', color: 0x6d6a75, cells: 2 },
    { name: '1 strip', color: 0x3f64b8, cells: 4 },
    { name: '2 strips', color: 0x2c93b0, cells: 1 },
  ],
};

/** The rectangles that pairs of triangles fill: left, low, right, high, height. */
function rectanglesOf(corners: readonly number[]): number[][] {
  return Array.from({ length: corners.length / 18 }, (_, k) => {
    const [left, low, z, right, , , , high] = corners.slice(18 * k, 18 * k + 9);
    return [left, low, right, high, z];
  });
}

describe('the coverage on the scene', () => {
  it('is a face for each row of cells of a band that are level, and none where there is nothing', () => {
    expect(rectanglesOf(facesOf(COVERAGE, 1))).toEqual([
      [100, 200, 120, 210, 5],
      [110, 210, 120, 220, 5],
      [120, 210, 130, 220, 9],
    ]);
    expect(rectanglesOf(facesOf(COVERAGE, 2))).toEqual([[100, 210, 110, 220, 5]]);
    const area = [0, 1, 2].flatMap((band) => rectanglesOf(facesOf(COVERAGE, band)));
    expect(area.reduce((sum, [left, low, right, high]) => sum + (right - left) * (high - low), 0)).toBe(700);
  });
});

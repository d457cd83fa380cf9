import { describe, expect, it } from 'vitest';
import { pathHeight } from '../../src/planning/flight/strip-coverage.js';
import { followTerrain } from '../../src/planning/flight/terrain-profile.js';
import {
  createHeightRaster,
  dropOverhangs,
  fillGaps,
  heightAt,
  heightRange,
} from '../../src/planning/height-raster.js';

const rasterOf = (rows: number[][], cell = 1) => {
  const raster = createHeightRaster({ min: [0, 0], max: [rows[0].length * cell, rows.length * cell] }, 4096, cell);
  raster.heights.set(rows.flat());
  return raster;
};
const NONE = Number.NaN;

describe('height rasters', () => {
  it('have square cells within their bounds', () => {
    const { columns, rows, cell } = createHeightRaster({ min: [10, 20], max: [110, 45] }, 50, 0.5);
    expect([columns, rows, ...cell]).toEqual([50, 13, 2, 25 / 13]);
    expect(createHeightRaster({ min: [0, 0], max: [1, 1e-9] }, 400, 0.05)).toMatchObject({ columns: 20, rows: 1 });
  });

  it('know heights by place', () => {
    const raster = rasterOf([
      [1, 2],
      [3, NONE],
    ]);
    expect([heightAt(raster, 1.5, 0.5), heightAt(raster, 0.5, 1.9), heightAt(raster, -5, 99)]).toEqual([2, 3, 3]);
    expect(heightAt(raster, 1.5, 1.5)).toBeNaN();
    expect(heightRange(raster)).toEqual({ low: 1, mean: 2, high: 3 });
    expect(heightRange(rasterOf([[NONE]]))).toBeUndefined();
  });

  it('fill gaps from their nearest neighbours', () => {
    const filled = fillGaps(rasterOf([[1, NONE, NONE, NONE, 5]]));
    expect([...filled.heights]).toEqual(
      [1, 1, 1, 5, 5].map((h, k) => (k === 2 ? expect.toSatisfy((x) => x === 1 || x === 5) : h)),
    );
    expect([...fillGaps(rasterOf([[NONE, NONE]])).heights]).toEqual([NONE, NONE]);
  });

  it('drop what overhangs, and keep slopes and cliffs', () => {
    // Crowns 18 m up beyond the edges of a hill of 45°, whose top is a plain behind a cliff.
    const hill = Array.from({ length: 60 }, (_, k) => k);
    const plain = Array.from({ length: 60 }, () => 100);
    const dropped = dropOverhangs(rasterOf([[NONE, 18, ...hill, ...plain, 118, NONE]]));
    expect([...dropped.heights]).toEqual([NONE, NONE, ...hill, ...plain, NONE, NONE]);
    expect([...dropOverhangs(rasterOf([[NONE]])).heights]).toEqual([NONE]);
  });
});

describe('followTerrain', () => {
  const limits = { slope: 0.5, step: 1, tolerance: 1e-9 };

  it('is straight over level ground', () => {
    expect(followTerrain([0, 0], [100, 0], () => 50, limits)).toEqual([
      [0, 0, 50],
      [100, 0, 50],
    ]);
  });

  it('climbs early enough, never steeper than it may, never too low', () => {
    // A cliff of 20 m at x = 50: the climb begins 40 m before it.
    const ground = (x: number) => (x < 50 ? 0 : 20);
    const path = followTerrain([0, 0], [100, 0], ground, limits);
    expect(path).toEqual([
      [0, 0, 0],
      [10, 0, 0],
      [50, 0, 20],
      [100, 0, 20],
    ]);
    expect(pathHeight(path, 0.3)).toBeCloseTo(10, 9);
    const descent = followTerrain([100, 0], [0, 0], ground, limits);
    expect(descent.map(([x, , z]) => [x, z])).toEqual([
      [100, 20],
      [50, 20],
      [10, 0],
      [0, 0],
    ]);
  });

  it('leaves out points that change little', () => {
    const wavy = (x: number) => 0.4 * Math.sin(x);
    expect(followTerrain([0, 0], [100, 0], wavy, { ...limits, tolerance: 1 })).toHaveLength(2);
    expect(followTerrain([0, 0], [100, 0], wavy, { ...limits, tolerance: 0.1 }).length).toBeGreaterThan(10);
  });
});

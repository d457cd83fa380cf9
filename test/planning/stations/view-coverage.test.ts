import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import { cellCentre, type HeightRaster } from '../../../src/planning/height-raster.js';
import type { SceneProbe } from '../../../src/planning/scene-probe.js';
import type { Viewer } from '../../../src/planning/stations/station-view.js';
import { viewCoverage } from '../../../src/planning/stations/view-coverage.js';

type Height = (x: number, y: number) => number;

const NONE = Number.NaN;
const EVERYTHING: Viewer = { range: { rangeMin: 0, rangeMax: 1e6 }, window: [-Math.PI / 2, Math.PI / 2] };

/** A scene by the heights of its upper side and of its ground; an eye sees the points for which `isFree` holds. */
function probeOf(top: Height, ground: Height, isFree = (_eye: Vec3, _at: Vec3) => true) {
  const aimed: Vec3[] = [];
  const filled = (raster: HeightRaster, height: Height): HeightRaster => ({
    ...raster,
    heights: raster.heights.map((_, cell) => height(...cellCentre(raster, cell))),
  });
  const probe = {
    top: (raster: HeightRaster) => filled(raster, top),
    standing(raster: HeightRaster, headroom: number, slab: number) {
      expect([headroom, slab]).toEqual([1, 1.2]);
      return filled(raster, ground);
    },
    sees(eye: Vec3, targets: Float64Array, slack: number) {
      expect(slack).toBe(0.05);
      return Uint8Array.from({ length: targets.length / 3 }, (_, k) => {
        const at: Vec3 = [targets[3 * k], targets[3 * k + 1], targets[3 * k + 2]];
        aimed.push(at);
        return isFree(eye, at) ? 1 : 0;
      });
    },
  };
  return { probe: probe as unknown as SceneProbe, aimed };
}

/** 20 by 1 m: 320 by 16 cells. */
const AREA = { min: [100, 200], max: [120, 201] } as const;
const EYE: Vec3 = [110, 200.5, 2];

/** The counts by the x of their cells, in whole metres from the western edge, at the middle row. */
function byMetre({ relief, coverage }: ReturnType<typeof viewCoverage>): number[] {
  return Array.from({ length: 20 }, (_, metre) => coverage[8 * relief.columns + Math.floor((metre + 0.5) * 16)]);
}

describe('the map of what is seen', () => {
  it('has 320 cells along, and fewer where many eyes look', () => {
    const { probe } = probeOf(() => 0, () => 0); // biome-ignore format: heights
    expect(viewCoverage(probe, AREA, [EYE], EVERYTHING).relief).toMatchObject({ columns: 320, rows: 16 });
    // √(1.5 million / (2 · 48)) = 125.
    const many = new Array<Vec3>(48).fill(EYE);
    expect(viewCoverage(probe, AREA, many, EVERYTHING).relief).toMatchObject({ columns: 125, rows: 6 });
    expect(viewCoverage(probe, AREA, [], EVERYTHING).relief.columns).toBe(320);
    // Cells are 5 cm wide at least.
    const small = { min: [0, 0], max: [2, 1] } as const;
    expect(viewCoverage(probe, small, [EYE], EVERYTHING).relief).toMatchObject({ columns: 40, rows: 20 });
  });

  it('counts the eyes that see a cell, within their range and with a free sight', () => {
    const { probe } = probeOf(
      () => 0,
      () => NONE,
      (_eye, [x]) => x < 115,
    );
    const near: Viewer = { ...EVERYTHING, range: { rangeMin: 0, rangeMax: 6.5 } };
    const other: Vec3 = [105, 200.5, 2];
    // 6.5 m far and 1.95 m up: 6.2 m along the ground; the middle of a metre lies half a metre from its edges.
    const expected = Array.from({ length: 20 }, (_, metre) =>
      metre >= 15 ? 0 : [10, 5].filter((at) => Math.abs(metre + 0.5 - at) < 6.2).length,
    );
    expect(byMetre(viewCoverage(probe, AREA, [EYE, other], near))).toEqual(expected);
  });

  it('aims five centimetres above the surface, at cells that have one', () => {
    const { probe, aimed } = probeOf(
      (x) => (x < 110 ? 3 : NONE),
      () => NONE,
    );
    const { coverage } = viewCoverage(probe, AREA, [EYE], EVERYTHING);
    expect(aimed).toHaveLength(160 * 16);
    expect(aimed[0]).toEqual([100 + 1 / 32, 200 + 1 / 32, 3.05]);
    expect(coverage.reduce((sum, count) => sum + count, 0)).toBe(160 * 16);
  });

  it('aims at the ground below a roof, too, and counts an eye once for both', () => {
    const roof: Height = (x) => (x < 105 ? 5 : 0.04);
    const { probe, aimed } = probeOf(roof, () => 0);
    const { coverage } = viewCoverage(probe, AREA, [EYE], EVERYTHING);
    expect(aimed).toHaveLength((320 + 80) * 16);
    expect(new Set(coverage)).toEqual(new Set([1]));
    const below = probeOf(roof, () => 0, (_eye, [, , z]) => z < 1); // biome-ignore format: a scene
    expect(new Set(viewCoverage(below.probe, AREA, [EYE], EVERYTHING).coverage)).toEqual(new Set([1]));
    const above = probeOf(roof, () => 0, (_eye, [, , z]) => z > 1); // biome-ignore format: a scene
    expect(byMetre(viewCoverage(above.probe, AREA, [EYE], EVERYTHING))).toEqual(
      Array.from({ length: 20 }, (_, metre) => (metre < 5 ? 1 : 0)),
    );
  });

  it('aims at ground that lies five centimetres or more below', () => {
    const step = probeOf(() => 0.06, () => 0); // biome-ignore format: a scene
    viewCoverage(step.probe, AREA, [EYE], EVERYTHING);
    expect(step.aimed).toHaveLength(2 * 320 * 16);
  });
});

describe('the relief of the map', () => {
  const reliefOf = (top: Height, ground: Height) => {
    const { heights } = viewCoverage(probeOf(top, ground).probe, AREA, [EYE], EVERYTHING).relief;
    return Array.from({ length: 20 }, (_, metre) => heights[8 * 320 + Math.floor((metre + 0.5) * 16)]);
  };
  const row = (at: (metre: number) => number) => Array.from({ length: 20 }, (_, metre) => at(metre));

  it('is the upper side outdoors: at most four fifths of the ground below something', () => {
    const roof =
      (share: number): Height =>
      (x) =>
        x < 100 + 20 * share ? 3 : 0;
    expect(reliefOf(roof(0.8), () => 0)).toEqual(row((metre) => (metre < 16 ? 3 : 0)));
    // Things up to a metre high are no roof.
    expect(reliefOf(() => 1, () => 0)).toEqual(row(() => 1)); // biome-ignore format: heights
  });

  it('is the ground indoors, and what stands on it up to a metre above the highest ground', () => {
    const ground: Height = (x) => (x < 105 ? 0 : x < 110 ? 0.5 : x < 111 ? NONE : 0.2);
    expect(reliefOf(() => 4, ground)).toEqual(
      row((metre) => (metre < 5 ? 0 : metre < 10 ? 0.5 : metre < 11 ? 1.5 : 0.2)),
    );
    const table: Height = (x) => (x >= 110 && x < 111 ? 0.9 : 4);
    expect(reliefOf(table, ground)[10]).toBe(0.9);
  });

  it('is the upper side where there is no ground', () => {
    expect(reliefOf(() => 4, () => NONE)).toEqual(row(() => 4)); // biome-ignore format: heights
  });
});

import { describe, expect, it } from 'vitest';
import type { Raster } from '../../src/picture/raster/raster.js';
import { createHeightRaster } from '../../src/planning/height-raster.js';
import { coverageBands } from '../../src/planning/picture/coverage-bands.js';
import { renderPlan } from '../../src/planning/picture/plan-picture.js';
import type { PlanMap } from '../../src/planning/plan-map.js';

/**
 * A level square of 100 m: not seen in the west, once in the middle, twelve times in the east, no ground in the north.
 */
function map(): PlanMap {
  const relief = createHeightRaster({ min: [0, 0], max: [100, 100] }, 30, 0.1);
  const coverage = new Uint16Array(900);
  for (let cell = 0; cell < 900; cell++) {
    const [column, row] = [cell % 30, Math.floor(cell / 30)];
    if (row < 20) relief.heights[cell] = 5;
    coverage[cell] = column < 10 ? 0 : column < 20 ? 1 : 12;
  }
  return {
    relief,
    coverage,
    seenBy: { one: 'strip', many: 'strips' },
    area: { min: [0, 0], max: [100, 100] },
    tracks: [],
    stations: [],
  };
}

const pixel = ({ data, width }: Raster, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];

describe('renderPlan', () => {
  it('tells how often each place is seen', () => {
    const entries = coverageBands(map()).entries.map(({ name }) => name);
    expect(entries).toEqual(['not seen 33 %', '1 strip 33 %', '9 strips and more 33 %']);
    const picture = renderPlan(map(), { width: 400, height: 400 });
    const columns = [110, 200, 290].map((x) => pixel(picture, x, 260));
    expect(new Set(columns.map(String)).size).toBe(3);
    const [none, once, often] = columns;
    // Grey, blue, yellow.
    expect(Math.max(...none) - Math.min(...none)).toBeLessThan(30);
    expect(once[2]).toBeGreaterThan(once[0] + 30);
    expect(often[0]).toBeGreaterThan(often[2] + 30);
    // The panel shows through gaps of the ground.
    expect(Math.max(...pixel(picture, 200, 100))).toBeLessThan(50);
  });

  it('draws lines and stations where they are', () => {
    const base = renderPlan(map(), { width: 400, height: 400 });
    const marked = renderPlan(
      {
        ...map(),
        tracks: [
          [
            [20, 10],
            [20, 60],
          ],
          [
            [80, 60],
            [80, 10],
          ],
        ],
        stations: [[50, 30]],
      },
      { width: 400, height: 400 },
    );
    const changed = [...Array(400 * 400).keys()].filter(
      (k) => String(pixel(base, k % 400, Math.floor(k / 400))) !== String(pixel(marked, k % 400, Math.floor(k / 400))),
    );
    expect(changed.length).toBeGreaterThan(300);
    // The station stands in the middle of the map, from left to right.
    const white = changed
      .filter((k) => Math.min(...pixel(marked, k % 400, Math.floor(k / 400))) > 240)
      .map((k) => k % 400);
    expect(white.some((x) => Math.abs(x - 200) < 6)).toBe(true);
  });

  it('can have any sensible size', () => {
    expect(renderPlan(map(), { width: 160, height: 300, background: 'light', title: 'A plan' })).toMatchObject({
      width: 160,
    });
    expect(() => renderPlan(map(), { width: 10 })).toThrow(/cannot be drawn/);
  });
});

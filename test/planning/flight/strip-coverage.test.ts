import { describe, expect, it } from 'vitest';
import type { Vec2 } from '../../../src/planning/flight/flight-lines.js';
import { type FlownLine, pathHeight, stripCoverage } from '../../../src/planning/flight/strip-coverage.js';
import { cellCentre, createHeightRaster } from '../../../src/planning/height-raster.js';
import type { SwathProfile } from '../../../src/planning/scanner/swath-profile.js';

/** A level flight `height` metres up. */
const line = (from: Vec2, to: Vec2, height: number): FlownLine => ({
  from,
  to,
  length: Math.hypot(to[0] - from[0], to[1] - from[1]),
  path: [
    [...from, height],
    [...to, height],
  ],
});
/** Ground 160 m by 120 m at height 10, a cell every 2 m. */
const ground = () => {
  const raster = createHeightRaster({ min: [-30, -60], max: [130, 60] }, 80, 1);
  raster.heights.fill(10);
  return raster;
};
/** A swath of two pulses in every band, one of which looks back and one ahead. */
const swath = (left: number, right: number, back = 0, ahead = 0): SwathProfile => {
  const bands = Array.from({ length: 8 }, () => Float64Array.of(back, ahead));
  return { left, right, count: 16, bands };
};

function expectCounts(
  found: Uint16Array,
  raster: ReturnType<typeof ground>,
  expected: (x: number, y: number) => number,
): void {
  const wanted = Array.from(found, (_, cell) => expected(...cellCentre(raster, cell)));
  expect([...found]).toEqual(wanted);
  expect(Math.max(...wanted)).toBeGreaterThan(0);
}

describe('the coverage of the ground by strips', () => {
  it('is 1 below a line, as far to either side as its swath reaches', () => {
    const raster = ground();
    // 50 m up: 10 m to the left, 30 m to the right, which on the way east is south.
    const east = stripCoverage(raster, [line([0, 0], [100, 0], 60)], swath(-0.2, 0.6)).counts;
    expectCounts(east, raster, (x, y) => Number(x >= 0 && x <= 100 && y >= -30 && y <= 10));
    const west = stripCoverage(raster, [line([100, 0], [0, 0], 60)], swath(-0.2, 0.6)).counts;
    expectCounts(west, raster, (x, y) => Number(x >= 0 && x <= 100 && y >= -10 && y <= 30));
  });

  it('begins with what looks back and ends with what looks ahead, and has more points where both pass', () => {
    const raster = ground();
    const lines = [line([0, 0], [100, 0], 60)];
    const { counts, shares } = stripCoverage(raster, lines, swath(-0.5, 0.5, -0.3, 0.1));
    expectCounts(counts, raster, (x, y) => Number(x >= -15 && x <= 105 && Math.abs(y) <= 25));
    // All pulses of a strip 50 m wide, or the half that looks ahead or back.
    for (const [x, share] of [
      [-10, 0.5],
      [50, 1],
      [95, 0.5],
    ]) {
      const cell = Array.from(shares.keys()).find(
        (k) => Math.hypot(cellCentre(raster, k)[0] - x, cellCentre(raster, k)[1]) < 2,
      );
      expect(shares[cell ?? -1]).toBeCloseTo(share / 50, 12);
    }
  });

  it.each([1, -1])('adds up over lines to and fro, laid out to the side %d', (side) => {
    const raster = ground();
    const lines = Array.from({ length: 12 }, (_, k) => {
      const y = side * (8 * k - 44.5);
      return k % 2 === 0 ? line([0, y], [100, y], 60) : line([100, y], [0, y], 60);
    });
    const found = stripCoverage(raster, lines, swath(-0.2, 0.4)).counts;
    expectCounts(found, raster, (x, y) => {
      if (x < 0 || x > 100) return 0;
      return lines.filter(({ from, to }) => {
        const right = to[0] > from[0] ? from[1] - y : y - from[1];
        return right >= -10 && right <= 20;
      }).length;
    });
  });

  it.each([1, -1])('goes by distances from lines that lie at a slant, on the side %d', (side) => {
    const raster = ground();
    // A line of slope 3 : 4 and others beside it, 6 m apart.
    const [u, v] = [0.8, 0.6];
    const lines = Array.from({ length: 8 }, (_, k) => {
      const away = side * 6 * k;
      const [a, b]: Vec2[] = [
        [-20 + v * away, -40.3 - u * away],
        [-20 + v * away + 120 * u, -40.3 - u * away + 120 * v],
      ];
      return k % 2 === 0 ? line(a, b, 60) : line(b, a, 60);
    });
    const found = stripCoverage(raster, lines, swath(-0.1, 0.3)).counts;
    expectCounts(found, raster, (x, y) => {
      return lines.filter(({ from, to }) => {
        const [p, q] = [(to[0] - from[0]) / 120, (to[1] - from[1]) / 120];
        const [dx, dy] = [x - from[0], y - from[1]];
        const [along, right] = [dx * p + dy * q, dx * q - dy * p];
        return along >= 0 && along <= 120 && right >= -5 && right <= 15;
      }).length;
    });
  });

  it('is wider over low ground, and nothing where there is no ground or the flight is below it', () => {
    const raster = ground();
    raster.heights.forEach((_, cell) => {
      const [x, y] = cellCentre(raster, cell);
      if (x > 50) raster.heights[cell] = -30;
      if (x < 20) raster.heights[cell] = 60;
      if (y > 9) raster.heights[cell] = Number.NaN;
    });
    const found = stripCoverage(raster, [line([0, 0], [100, 0], 60)], swath(-0.5, 0.5)).counts;
    expectCounts(found, raster, (x, y) => {
      if (y > 9 || x < 20 || x > 100) return 0;
      return Number(Math.abs(y) <= (x > 50 ? 45 : 25));
    });
  });

  it('follows a path that climbs', () => {
    const raster = ground();
    const climbing: FlownLine = {
      ...line([0, 0], [100, 0], 0),
      path: [
        [0, 0, 30],
        [50, 0, 30],
        [100, 0, 110],
      ],
    };
    const found = stripCoverage(raster, [climbing], swath(-0.5, 0.5)).counts;
    expectCounts(found, raster, (x, y) =>
      Number(x >= 0 && x <= 100 && Math.abs(y) <= (x < 50 ? 10 : 10 + 0.8 * (x - 50))),
    );
  });
});

describe('the height of a path', () => {
  const path = [
    [0, 0, 10],
    [10, 0, 20],
    [10, 0, 20],
    [40, 0, 20],
    [80, 0, 60],
  ] as const;

  it.each([
    [0, 10],
    [0.0625, 15],
    [0.125, 20],
    [0.3, 20],
    [0.5, 20],
    [0.75, 40],
    [1, 60],
  ])('at the share %d of its way is %d', (share, height) => {
    expect(pathHeight(path, share)).toBeCloseTo(height, 9);
  });

  it('is that of its beginning where it has no length', () => {
    expect(
      pathHeight(
        [
          [1, 1, 7],
          [1, 1, 9],
        ],
        0.5,
      ),
    ).toBe(7);
  });
});

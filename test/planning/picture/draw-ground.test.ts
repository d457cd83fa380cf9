import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '../../../src/picture/raster/raster.js';
import type { HeightRaster } from '../../../src/planning/height-raster.js';
import type { CoverageBands } from '../../../src/planning/picture/coverage-bands.js';
import { drawGround } from '../../../src/planning/picture/draw-ground.js';
import type { PlanFrame } from '../../../src/planning/picture/map-frame.js';
import type { PlanMap } from '../../../src/planning/plan-map.js';

const NONE = Number.NaN;
/** The ground's own grey: tinted with it, a pixel shows the light alone. */
const GREY = 0xb4bac2;
const GREY_RED = 0xb4;
const EMPTY = [1, 2, 3];

/** Heights by rows from the north, in cells of `cell` metres; the area begins at (10, 20). */
function reliefOf(rows: readonly (readonly number[])[], cell: readonly [number, number] = [1, 1]): HeightRaster {
  const [columns, count] = [rows[0].length, rows.length];
  return {
    area: { min: [10, 20], max: [10 + columns * cell[0], 20 + count * cell[1]] },
    columns,
    rows: count,
    cell,
    heights: Float64Array.from([...rows].reverse().flat()),
  };
}

/** The picture of a relief, `scale` pixels a metre, its upper left corner `margin` pixels from that of the panel. */
function draw(relief: HeightRaster, { scale = 1, margin = 2, color = GREY, coverage = [0] as number[] } = {}): Raster {
  const { min, max } = relief.area;
  const [width, height] = [0, 1].map((axis) => Math.round((max[axis] - min[axis]) * scale + 2 * margin));
  const panel = createRaster(width, height, 0x010203);
  const frame: PlanFrame = {
    pixelsPerMetre: scale,
    toPixel: ([x, y]) => [margin + (x - min[0]) * scale, margin + (max[1] - y) * scale],
    toWorld: (x, y) => [min[0] + (x - margin) / scale, max[1] - (y - margin) / scale],
  };
  const counts = Uint16Array.from(relief.heights, (_, cell) => coverage[cell % coverage.length]);
  const bands: CoverageBands = { entryOf: () => 0, colorOf: (count) => (count === 0 ? color : 0xff0000), entries: [] };
  drawGround(panel, { relief, coverage: counts } as unknown as PlanMap, frame, bands);
  return panel;
}

const pixel = ({ data, width }: Raster, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];

/** Light of a grey pixel, from its red. */
const lightAt = (raster: Raster, x: number, y: number) => pixel(raster, x, y)[0] / GREY_RED;
/** Half a step of 8 bits. */
const STEP = 0.5 / GREY_RED + 1e-9;

const expectLight = (raster: Raster, x: number, y: number, light: number) =>
  expect(Math.abs(lightAt(raster, x, y) - light), `light ${lightAt(raster, x, y)} of ${light}`).toBeLessThan(STEP);

/** 0.45 is left in shadow; 0.55 by the slope, 1 on level ground; ±0.09 by the height, lowest to highest. */
const light = (slope: number, height: number) => 0.45 + 0.55 * slope + 0.18 * (height - 0.5);

describe('drawGround', () => {
  it('lights level ground evenly, and leaves all beside it', () => {
    const panel = draw(reliefOf([[5, 5, 5], [5, 5, 5]])); // biome-ignore format: a map
    for (let y = 0; y < panel.height; y++)
      for (let x = 0; x < panel.width; x++)
        if (x >= 2 && x < 5 && y >= 2 && y < 4) expectLight(panel, x, y, light(1, 0));
        else expect(pixel(panel, x, y)).toEqual(EMPTY);
  });

  it('lights by the slope to the north-west, one in one to the west', () => {
    // Normal (−1, 0, 1)/√2 on the light (−½, ½, 1/√2): (½ + 1/√2)/√2, over 1/√2 on level ground: 1.2071.
    const west = draw(reliefOf([[0, 1, 2]]));
    expectLight(west, 3, 2, light(0.5 + Math.SQRT1_2, 0.5));
    // At the rim half the slope: (¼ + 1/√2)/√1.25 over 1/√2.
    const rim = (0.25 + Math.SQRT1_2) / Math.sqrt(1.25) / Math.SQRT1_2;
    expectLight(west, 2, 2, light(rim, 0));
    expectLight(west, 4, 2, light(rim, 1));
    const east = draw(reliefOf([[2, 1, 0]]));
    expectLight(east, 3, 2, light(Math.SQRT1_2 - 0.5, 0.5));
    const north = draw(reliefOf([[0], [1], [2]]));
    expectLight(north, 2, 3, light(0.5 + Math.SQRT1_2, 0.5));
    expectLight(north, 2, 2, light(rim, 0));
    expectLight(north, 2, 4, light(rim, 1));
    const south = draw(reliefOf([[2], [1], [0]]));
    expectLight(south, 2, 3, light(Math.SQRT1_2 - 0.5, 0.5));
  });

  it('counts slopes in metres along both sides of a cell', () => {
    // One up in two metres: (0.25 + 1/√2) / √1.25, over 1/√2.
    const gentle = (0.25 + Math.SQRT1_2) / Math.sqrt(1.25) / Math.SQRT1_2;
    expectLight(draw(reliefOf([[0, 1, 2]], [2, 1])), 5, 2, light(gentle, 0.5));
    expectLight(draw(reliefOf([[0], [1], [2]], [1, 2])), 2, 5, light(gentle, 0.5));
  });

  it('is no brighter than 1.3 towards the light, and keeps a rest in shadow', () => {
    const facing = [0, 1, 2].map((row) => [0, 1, 2].map((column) => Math.SQRT1_2 * (column + row)));
    expectLight(draw(reliefOf(facing)), 3, 3, light(1.3, 0.5));
    const shadow = [0, 1, 2].map((row) => [0, 1, 2].map((column) => -2 * (column + row)));
    expectLight(draw(reliefOf(shadow)), 3, 3, light(0, 0.5));
  });

  it('takes gaps and rims as level with the cell beside them', () => {
    const panel = draw(reliefOf([[NONE, 1, 2]]));
    expect(pixel(panel, 2, 2)).toEqual(EMPTY);
    const half = (0.25 + Math.SQRT1_2) / Math.sqrt(1.25) / Math.SQRT1_2;
    expectLight(panel, 3, 2, light(half, 0));
  });

  it('has no step of light between cells, but beside rims and gaps', () => {
    // Two pixels a cell: a quarter from the middle of one to that of the next.
    const rows = [[0, 0, 0, 0], [0, 4, 0, 0], [0, 0, 0, 0], [0, 0, 0, NONE]]; // biome-ignore format: a map
    const coarse = draw(reliefOf(rows));
    const of = (column: number, row: number) => lightAt(coarse, 2 + column, 2 + row);
    const fine = draw(reliefOf(rows), { scale: 2 });
    const mean = (column: number, row: number, s: number, t: number) =>
      (1 - t) * ((1 - s) * of(column, row) + s * of(column + 1, row)) +
      t * ((1 - s) * of(column, row + 1) + s * of(column + 1, row + 1));
    const near = (x: number, y: number, expected: number) =>
      expect(Math.abs(lightAt(fine, 2 + x, 2 + y) - expected), `${x} ${y}`).toBeLessThan(2 * STEP);
    near(1, 1, mean(0, 0, 0.25, 0.25));
    near(2, 1, mean(0, 0, 0.75, 0.25));
    near(1, 2, mean(0, 0, 0.25, 0.75));
    near(3, 2, mean(1, 0, 0.25, 0.75));
    near(4, 4, mean(1, 1, 0.75, 0.75));
    // Beside the rim, and beside the gap: that of the cell itself.
    near(0, 3, of(0, 1));
    near(3, 0, of(1, 0));
    near(7, 3, of(3, 1));
    near(3, 7, of(1, 3));
    near(5, 6, of(2, 3));
    near(5, 5, of(2, 2));
  });

  it('tints the grey by how often a cell is covered, and no channel passes white', () => {
    // 0.72 of the way from the grey to the colour; level ground has 0.91 of the light.
    const panel = draw(reliefOf([[5, 5]]), { color: 0x000000, coverage: [0, 1] });
    expect(pixel(panel, 2, 2)).toEqual([0xb4, 0xba, 0xc2].map((part) => Math.round(0.91 * Math.round(0.28 * part))));
    const red = [180 + 0.72 * 75, 0.28 * 186, 0.28 * 194].map((part) => Math.round(0.91 * Math.round(part)));
    expect(pixel(panel, 3, 2)).toEqual(red);
    const facing = [0, 1, 2].map((row) => [0, 1, 2].map((column) => Math.SQRT1_2 * (column + row)));
    expect(pixel(draw(reliefOf(facing), { color: 0xffffff }), 3, 3)).toEqual([255, 255, 255]);
  });

  it('draws the pixels whose middle lies on the ground', () => {
    const panel = draw(reliefOf([[5, 5]]), { margin: 2.6 });
    const drawn = [...Array(panel.width * panel.height).keys()]
      .filter((k) => panel.data[4 * k] !== EMPTY[0])
      .map((k) => [k % panel.width, Math.floor(k / panel.width)]);
    expect(drawn).toEqual([
      [3, 3],
      [4, 3],
    ]);
  });
});

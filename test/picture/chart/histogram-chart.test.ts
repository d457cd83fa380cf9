import { describe, expect, it } from 'vitest';
import { drawHistogramChart, type HistogramChart } from '../../../src/picture/chart/histogram-chart.js';
import { createRaster, type Raster } from '../../../src/picture/raster/raster.js';
import { THEMES } from '../../../src/picture/raster/theme.js';
import { tilePictures } from '../../../src/picture/raster/tile-pictures.js';
import { outliers } from '../../support/outliers.js';

const [RED, BLUE] = [0xff0000, 0x0000ff];
const SIZE = { width: 480, height: 240 };
/**
 * Edges of the axes in a picture of that size: 7 letters of 8 pixels from the left; below titles and one row of a
 * legend.
 */
const FRAME = { left: 56, width: 480 - 56 - 24, top: 60 + 17, bottom: 240 - 40 };

const chart = (...histograms: [counts: number[], color: number][]): HistogramChart => ({
  histograms: histograms.map(([counts, color]) => ({ name: 'some', color, counts: Float64Array.from(counts) })),
  xRange: { low: 0, high: 4 },
  xAxis: { title: 'x', unit: '' },
  yAxis: { title: 'y', unit: '' },
  title: 'a chart',
  subtitle: 'of bars',
});

const draw = (given: HistogramChart) => drawHistogramChart(given, SIZE, THEMES.light);

function colorAt({ data, width }: Raster, x: number, y: number): number {
  const at = 4 * (y * width + x);
  return (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
}

/** Row of the uppermost pixel of `color` in the middle of a bin; undefined if there is none. */
function topOf(raster: Raster, bin: number, color: number): number | undefined {
  const x = Math.round(FRAME.left + ((bin + 0.5) / 4) * FRAME.width);
  for (let y = FRAME.top; y < FRAME.bottom; y++) if (colorAt(raster, x, y) === color) return y;
  return undefined;
}

describe('histograms in two axes', () => {
  it('are as high as their counts, in the bins where these are', () => {
    const raster = draw(chart([[1, 2, 0, 4], RED]));
    const heights = [0, 1, 2, 3].map((bin) => FRAME.bottom - (topOf(raster, bin, RED) ?? FRAME.bottom));
    expect(heights[1] / heights[0]).toBeCloseTo(2, 1);
    expect(heights[3] / heights[0]).toBeCloseTo(4, 1);
    expect(heights[2]).toBe(0);
    // Six hundredths are left free above the highest.
    expect(heights[3]).toBeCloseTo((FRAME.bottom - FRAME.top) / 1.06, -0.5);
  });

  it('let those behind show through', () => {
    const raster = draw(chart([[4, 4, 4, 4], RED], [[2, 2, 2, 2], BLUE]));
    expect([topOf(raster, 1, RED), topOf(raster, 1, BLUE)]).not.toContain(undefined);
    const [x, y] = [FRAME.left + FRAME.width / 2 + 40, FRAME.bottom - 10];
    const [red, green, blue] = [16, 8, 0].map((shift) => (colorAt(raster, x, y) >> shift) & 255);
    expect(blue).toBeGreaterThan(red);
    expect(red).toBeGreaterThan(green + 40);
  });

  it('stay within the frame', () => {
    const raster = draw(chart([[3, 1, 2, 3], RED]));
    const places = Array.from({ length: raster.width * (raster.height - FRAME.top) }, (_, k) => ({
      x: k % raster.width,
      y: FRAME.top + Math.floor(k / raster.width),
    }));
    const outside = places.filter(({ x, y }) => x < FRAME.left || x >= FRAME.left + FRAME.width || y >= FRAME.bottom);
    expect(outliers(outside, ({ x, y }) => colorAt(raster, x, y) !== RED)).toEqual([]);
  });

  it('may be empty, or none', () => {
    expect(topOf(draw(chart([[0, 0, 0, 0], RED])), 0, RED)).toBeUndefined();
    expect(draw(chart()).width).toBe(480);
  });

  it('refuse sizes that cannot be drawn', () => {
    expect(() => drawHistogramChart(chart(), { width: 10, height: 10 }, THEMES.dark)).toThrow('10x10 pixels');
  });
});

describe('pictures side by side', () => {
  it('go row by row, each in a field of the same size', () => {
    const tiled = tilePictures(
      [createRaster(3, 2, RED), createRaster(2, 2, BLUE), createRaster(1, 1, RED)],
      2,
      THEMES.light,
    );
    expect([tiled.width, tiled.height]).toEqual([6, 4]);
    expect([0, 2, 3, 4].map((x) => colorAt(tiled, x, 0))).toEqual([RED, RED, BLUE, BLUE]);
    expect(colorAt(tiled, 5, 0)).toBe(THEMES.light.page);
    expect(colorAt(tiled, 0, 2)).toBe(RED);
    expect(colorAt(tiled, 3, 3)).toBe(THEMES.light.page);
  });
});

import { describe, expect, it } from 'vitest';
import { CURVE_COLORS, drawLineChart, type LineChart } from '../../../src/picture/chart/line-chart.js';
import type { Raster } from '../../../src/picture/raster/raster.js';
import { THEMES } from '../../../src/picture/raster/theme.js';

const [RED, GREEN] = [0xff0000, 0x00ff00];

const curve = (x: number[], y: number[], color = RED) => ({
  name: 'a curve',
  color,
  x: Float64Array.from(x),
  y: Float64Array.from(y),
});

const chart = (curves: LineChart['curves'], options: Partial<LineChart> = {}): LineChart => ({
  curves,
  xAxis: { title: 'x', unit: '' },
  yAxis: { title: 'y', unit: '' },
  title: 'a chart',
  subtitle: 'of curves',
  ...options,
});

const SIZE = { width: 400, height: 240 };
/**
 * Edges of the axes in a picture of that size: 7 letters of 8 pixels from the left; below titles and one row of a
 * legend.
 */
const FRAME = { left: 56, right: 400 - 24, top: 60 + 17, bottom: 240 - 40 };

/** Columns and rows of the pixels within the frame that are mostly of `color`. */
function pixelsOf({ data, width }: Raster, color: number): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < data.length / 4; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isAlike = [16, 8, 0].every((shift, k) => Math.abs(data[4 * i + k] - ((color >> shift) & 255)) < 100);
    if (isAlike && y >= FRAME.top) found.push([x, y]);
  }
  return found;
}

const draw = (given: LineChart, color = RED) => pixelsOf(drawLineChart(given, SIZE, THEMES.dark), color);

/** Mean row of the pixels in a column. */
function rowAt(pixels: [number, number][], column: number): number {
  const rows = pixels.filter(([x]) => x === column).map(([, y]) => y);
  return rows.reduce((sum, y) => sum + y, 0) / rows.length;
}

describe('curves in two axes', () => {
  it('go from end to end, x to the right, y up', () => {
    const pixels = draw(chart([curve([0, 1], [0, 1])]));
    const columns = pixels.map(([x]) => x);
    expect(Math.min(...columns)).toBeLessThan(FRAME.left + 3);
    expect(Math.max(...columns)).toBeGreaterThan(FRAME.right - 4);
    expect(new Set(columns).size).toBeGreaterThan(300);
    expect(rowAt(pixels, FRAME.left + 20)).toBeGreaterThan(rowAt(pixels, FRAME.right - 20) + 80);
  });

  it('are interrupted where a value is missing', () => {
    const columns = draw(chart([curve([0, 1, 2, 3, 4], [1, 1, Number.NaN, 1, 1])])).map(([x]) => x);
    const middle = (FRAME.left + FRAME.right) / 2;
    expect(columns.some((x) => Math.abs(x - middle) < 60)).toBe(false);
    expect(columns.some((x) => x < middle - 90) && columns.some((x) => x > middle + 90)).toBe(true);
  });

  it('are straight for powers of ten on a logarithmic axis', () => {
    const x = [0, 1, 2, 3, 4];
    const pixels = draw(
      chart([curve(x, [1, 10, 100, 1000, 1e4])], { logarithmic: true, yRange: { low: 1, high: 1e4 } }),
    );
    const [left, middle, right] = [0.25, 0.5, 0.75].map((part) =>
      rowAt(pixels, Math.round(FRAME.left + part * (FRAME.right - FRAME.left))),
    );
    expect(left - middle).toBeCloseTo(middle - right, -0.5);
    expect(left - middle).toBeGreaterThan(20);
  });

  it('leave a logarithmic axis downwards where nothing is left, and stay within the frame', () => {
    const falling = chart([curve([0, 1, 2], [1, 1, 0])], { logarithmic: true, yRange: { low: 0.01, high: 2 } });
    const pixels = draw(falling);
    expect(Math.max(...pixels.map(([, y]) => y))).toBe(FRAME.bottom - 1);
    const rising = draw(chart([curve([0, 1], [0, 50])], { yRange: { low: 0, high: 1 } }));
    expect(Math.min(...rising.map(([, y]) => y))).toBeGreaterThanOrEqual(FRAME.top);
    expect(Math.max(...rising.map(([x]) => x))).toBeLessThan(FRAME.left + 20);
  });

  it('are named above the frame, each in its colour', () => {
    const both = chart([curve([0, 1], [0, 1]), curve([0, 1], [1, 0], GREEN)]);
    const { data, width } = drawLineChart(both, SIZE, THEMES.dark);
    const above = data.slice(4 * width * 36, 4 * width * FRAME.top);
    const has = (channel: number) =>
      above.some((_, i) => i % 4 === 0 && above[i + channel] === 255 && above[i + 1 - channel] === 0);
    expect([has(0), has(1)]).toEqual([true, true]);
    expect(draw(both, GREEN).length).toBeGreaterThan(200);
  });

  it('need not be there', () => {
    expect(draw(chart([]))).toEqual([]);
    expect(draw(chart([curve([], [])]))).toEqual([]);
  });

  it('have colours that differ', () => expect(new Set(CURVE_COLORS).size).toBe(CURVE_COLORS.length));

  it('refuse sizes that cannot be drawn', () => {
    expect(() => drawLineChart(chart([]), { width: 10, height: 10 }, THEMES.dark)).toThrow('10x10 pixels');
  });
});

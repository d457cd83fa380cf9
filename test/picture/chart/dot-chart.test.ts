import { describe, expect, it } from 'vitest';
import { type DotChart, drawDotChart } from '../../../src/picture/chart/dot-chart.js';
import type { Raster } from '../../../src/picture/raster/raster.js';
import { THEMES } from '../../../src/picture/raster/theme.js';

const RED = 0xff0000;

const chart = (x: number[], y: number[], equal = false): DotChart => ({
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  color: () => RED,
  xAxis: { title: 'x', unit: '' },
  yAxis: { title: 'y', unit: '' },
  equal,
  title: 'a chart',
  subtitle: 'of dots',
});

/** Columns and rows of the pixels that are quite red. */
function redPixels({ data, width }: Raster): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < data.length / 4; i++)
    if (data[4 * i] === 255 && data[4 * i + 1] === 0) found.push([i % width, Math.floor(i / width)]);
  return found;
}

const draw = (given: DotChart) => redPixels(drawDotChart(given, { width: 400, height: 200 }, THEMES.dark));

describe('a chart of dots in two axes', () => {
  it('has x to the right, y up', () => {
    const [[x0, y0], [x1, y1]] = draw(chart([0, 1], [0, 1])).sort(([a], [b]) => a - b);
    expect(x1).toBeGreaterThan(x0 + 200);
    expect(y1).toBeLessThan(y0 - 50);
  });

  it('keeps both axes to one scale where asked', () => {
    const pixels = draw(chart([0, 1, 0], [0, 0, 1], true));
    const [columns, rows] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)];
    expect(Math.max(...columns) - Math.min(...columns)).toBeCloseTo(Math.max(...rows) - Math.min(...rows), -0.5);
  });

  it('leaves out what is nowhere', () => {
    expect(draw(chart([Number.NaN, 0], [0, 0]))).toHaveLength(1);
    expect(draw(chart([], []))).toEqual([]);
  });

  it('refuses sizes that it cannot draw', () => {
    expect(() => drawDotChart(chart([0], [0]), { width: 10, height: 10 }, THEMES.dark)).toThrow('10x10 pixels');
  });
});

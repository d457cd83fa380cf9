import type { Rgb } from '../raster/color-ramps.js';
import { blendPixel, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { axisRange, type ChartFrame, type ChartTexts, columnOf, type Range, rowOf } from './chart-frame.js';
import { startChart } from './start-chart.js';

/** A chart of dots. */
export interface DotChart extends ChartTexts {
  /** Positions; NaN: no dot. */
  x: Float64Array;
  y: Float64Array;
  /** Colour of dot k. */
  color: (k: number) => Rgb;
  /** Whether both axes have the same scale. */
  equal: boolean;
}

/** Free space around the dots, as a fraction of their extent. */
const MARGIN = 0.04;
const DOT_COVERAGE = 0.55;

/** The chart as a picture of `width` × `height` pixels. Throws UserError for sizes that cannot be drawn. */
export function drawDotChart(chart: DotChart, picture: { width: number; height: number }, theme: Theme): Raster {
  const { raster, frame } = startChart(chart, picture, theme, (area) => rangesOf(chart, area));
  drawDots(raster, chart, frame);
  return raster;
}

function rangesOf(chart: DotChart, area: { width: number; height: number }): { x: Range; y: Range } {
  const [x, y] = [axisRange(chart.x, MARGIN), axisRange(chart.y, MARGIN)];
  if (!chart.equal) return { x, y };
  const perPixel = Math.max((x.high - x.low) / area.width, (y.high - y.low) / area.height);
  return { x: around(x, perPixel * area.width), y: around(y, perPixel * area.height) };
}

/** A range of length `extent` around the middle of `range`. */
function around({ low, high }: Range, extent: number): Range {
  const middle = (low + high) / 2;
  return { low: middle - extent / 2, high: middle + extent / 2 };
}

/** A dot is one pixel, or three by three if there are few dots. */
function drawDots(raster: Raster, { x, y, color }: DotChart, frame: ChartFrame): void {
  const FEW = 30_000;
  const reach = x.length < FEW ? 1 : 0;
  for (let k = 0; k < x.length; k++) {
    if (!Number.isFinite(x[k]) || !Number.isFinite(y[k])) continue;
    const [column, row] = [Math.floor(columnOf(frame, x[k])), Math.floor(rowOf(frame, y[k]))];
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        blendPixel(raster, column + dx, row + dy, color(k), dx === 0 && dy === 0 ? 1 : DOT_COVERAGE);
  }
}

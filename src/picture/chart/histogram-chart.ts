import type { Rgb } from '../raster/color-ramps.js';
import { swatchLegend } from '../raster/legend.js';
import { fillRect, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { type ChartFrame, type ChartTexts, columnOf, type Range, rowOf } from './chart-frame.js';
import { startChart } from './start-chart.js';

/** Histograms laid over each other, with a legend. */
export interface HistogramChart extends ChartTexts {
  histograms: readonly Histogram[];
  /** What the bins cover together; each is as wide as the others. */
  xRange: Range;
}

export interface Histogram {
  name: string;
  color: Rgb;
  /** How many there are in each bin, 0 or more. */
  counts: Float64Array;
}

/** How much of what lies behind a histogram it covers. */
const FILL_COVERAGE = 0.28;
/** Width of an outline as a part of a capital's height. */
const OUTLINE_WIDTH = 0.2;
/** Free space above the highest bin, as a part of its height. */
const HEAD_ROOM = 0.06;

/** The chart as a picture of `width` × `height` pixels, later histograms before earlier ones. Throws UserError for sizes that cannot be drawn. */
export function drawHistogramChart(
  chart: HistogramChart,
  picture: { width: number; height: number },
  theme: Theme,
): Raster {
  const ranges = { x: chart.xRange, y: { low: 0, high: highest(chart) * (1 + HEAD_ROOM) } };
  const { raster, frame, size } = startChart(chart, picture, theme, () => ranges, swatchLegend(chart.histograms));
  const outline = Math.max(1, Math.round(OUTLINE_WIDTH * size));
  for (const histogram of chart.histograms) drawBars(raster, histogram, frame, outline);
  return raster;
}

/** The highest bin of all; 1 where all are empty. */
const highest = ({ histograms }: HistogramChart): number =>
  histograms.reduce((most, { counts }) => counts.reduce((a, b) => Math.max(a, b), most), 0) || 1;

/** Bars without gaps, and a line along their tops that goes up and down between them. */
function drawBars(raster: Raster, { counts, color }: Histogram, frame: ChartFrame, outline: number): void {
  const bottom = frame.top + frame.height;
  const step = (frame.x.high - frame.x.low) / counts.length;
  let before = bottom;
  for (let bin = 0; bin <= counts.length; bin++) {
    const left = Math.round(columnOf(frame, frame.x.low + bin * step));
    const top = bin < counts.length ? Math.round(rowOf(frame, counts[bin])) : bottom;
    const right = Math.round(columnOf(frame, frame.x.low + (bin + 1) * step));
    if (top < bottom) {
      fillRect(raster, left, top, right - left, bottom - top, color, FILL_COVERAGE);
      fillRect(raster, left, top, right - left, outline, color);
    }
    const [upper, lower] = [Math.min(top, before), Math.max(top, before)];
    const inside = Math.min(left, frame.left + frame.width - outline);
    if (lower > upper) fillRect(raster, inside, upper, outline, Math.min(bottom, lower + outline) - upper, color);
    before = top;
  }
}

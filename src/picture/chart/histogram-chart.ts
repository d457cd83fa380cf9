import type { Rgb } from '../raster/color-ramps.js';
import { swatchLegend } from '../raster/legend.js';
import { fillRect, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { type ChartFrame, type ChartTexts, columnOf, type Range, rowOf } from './chart-frame.js';
import { startChart } from './start-chart.js';

/** Histograms laid over each other, with a legend. */
export interface HistogramChart extends ChartTexts {
  histograms: readonly Histogram[];
  /** Range of all bins together; all bins are equally wide. */
  xRange: Range;
}

/** A histogram with its name and colour in the legend. */
export interface Histogram {
  name: string;
  color: Rgb;
  /** Count in each bin, 0 or more. */
  counts: Float64Array;
}

/** Opacity of a histogram over its background. */
const FILL_COVERAGE = 0.28;
/** Width of an outline as a fraction of a capital's height. */
const OUTLINE_WIDTH = 0.2;
/** Free space above the highest bin, as a fraction of its height. */
const HEAD_ROOM = 0.06;

/**
 * Draws overlaid histograms as a picture of `width` × `height` pixels, later ones in front. Throws UserError for sizes
 * that cannot be drawn.
 *
 * @example
 * ```ts
 * const histograms = [{ name: 'road', color: CURVE_COLORS[0], counts: Float64Array.of(1, 4, 2) }];
 * const axes = { xAxis: { title: 'reflectance', unit: 'dB' }, yAxis: { title: 'points', unit: '' } };
 * const chart = { title: 'A street', subtitle: '', ...axes, xRange: { low: -30, high: 0 }, histograms };
 * const picture = drawHistogramChart(chart, { width: 800, height: 600 }, THEMES.light);
 * ```
 */
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

/** The highest bin of all; 1 if all are empty. */
const highest = ({ histograms }: HistogramChart): number =>
  histograms.reduce((most, { counts }) => counts.reduce((a, b) => Math.max(a, b), most), 0) || 1;

/** Bars without gaps, and a line along their tops with steps between them. */
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

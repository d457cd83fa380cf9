import type { Rgb } from '../raster/color-ramps.js';
import { swatchLegend } from '../raster/legend.js';
import { blendPixel, distanceToSegment, type Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { axisRange, type ChartFrame, type ChartTexts, columnOf, type Range, rowOf } from './chart-frame.js';
import { startChart } from './start-chart.js';

/** Curves in two axes, with a legend. */
export interface LineChart extends ChartTexts {
  curves: readonly Curve[];
  /** Shown ranges of the axes; absent: all of the curves. */
  xRange?: Range;
  yRange?: Range;
  /** Whether the y axis shows powers of ten; values that are not above 0 lie below it. */
  logarithmic?: boolean;
}

/** A curve with its name and colour in the legend. */
export interface Curve {
  name: string;
  color: Rgb;
  /** Points in order; the curve is interrupted where x or y is NaN. */
  x: Float64Array;
  y: Float64Array;
}

/** Colours of curves in turn, distinct for colour-blind readers too (Okabe and Ito 2008), on light and dark pages. */
export const CURVE_COLORS: readonly Rgb[] = Object.freeze([
  0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x8a8f98, 0x7b52ab,
]);

/** Free space above and below the curves, as a fraction of their extent. */
const MARGIN = 0.04;
/** Half the width of a curve, as a fraction of a capital's height. */
const LINE_RADIUS = 0.11;
/** Pixels beyond any picture. */
const FAR = 1e6;

/**
 * Draws curves as a picture of `width` × `height` pixels. Throws UserError for sizes that cannot be drawn.
 *
 * @example
 * ```ts
 * const points = { x: Float64Array.of(0, 45, 90), y: Float64Array.of(0.3, 0.2, 0) };
 * const curves = [{ name: 'brick', color: CURVE_COLORS[0], ...points }];
 * const axes = { xAxis: { title: 'angle', unit: '°' }, yAxis: { title: 'reflectance', unit: '' } };
 * const chart = { title: 'Backscatter', subtitle: 'at 905 nm', ...axes, curves };
 * const picture = drawLineChart(chart, { width: 800, height: 600 }, THEMES.light);
 * ```
 */
export function drawLineChart(chart: LineChart, picture: { width: number; height: number }, theme: Theme): Raster {
  const curves = chart.logarithmic ? chart.curves.map(withExponents) : chart.curves;
  const yAxis = chart.logarithmic ? { ...chart.yAxis, powers: true } : chart.yAxis;
  const ranges = rangesOf(chart, curves);
  const { raster, frame, size } = startChart({ ...chart, yAxis }, picture, theme, () => ranges, swatchLegend(curves));
  for (const curve of curves) drawCurve(raster, curve, frame, LINE_RADIUS * size);
  return raster;
}

/** The curve with the decimal exponents of y; −∞ for values without one. */
const withExponents = (curve: Curve): Curve => ({
  ...curve,
  y: curve.y.map((value) => (Number.isNaN(value) ? value : Math.log10(Math.max(0, value)))),
});

function rangesOf(chart: LineChart, curves: readonly Curve[]): { x: Range; y: Range } {
  const { xRange, yRange, logarithmic } = chart;
  const y = yRange && logarithmic ? { low: Math.log10(yRange.low), high: Math.log10(yRange.high) } : yRange;
  return {
    x: xRange ?? axisRange(allOf(curves, 'x'), 0),
    y: y ?? axisRange(allOf(curves, 'y'), MARGIN),
  };
}

function* allOf(curves: readonly Curve[], axis: 'x' | 'y'): Generator<number> {
  for (const curve of curves) yield* curve[axis];
}

/** Each pixel of the frame takes the coverage of the nearest segment, so that joints do not become darker. */
function drawCurve(raster: Raster, curve: Curve, frame: ChartFrame, radius: number): void {
  const { left, top, width, height } = frame;
  const coverage = new Float32Array(width * height);
  const columns = curve.x.map((value) => columnOf(frame, value) - left);
  // Values at −∞ leave the frame straight down.
  const rows = curve.y.map((value) => Math.min(FAR, Math.max(-FAR, rowOf(frame, value) - top)));
  for (let k = 0; k < columns.length; k++) {
    const from = Math.max(0, k - 1);
    coverStretch(coverage, width, height, [columns[from], rows[from], columns[k], rows[k]], radius);
  }
  coverage.forEach((part, i) => {
    blendPixel(raster, left + (i % width), top + Math.floor(i / width), curve.color, part);
  });
}

/** Raises `coverage` to that of the segment (x0, y0, x1, y1), pixels of the frame; NaN: no segment. */
function coverStretch(
  coverage: Float32Array,
  width: number,
  height: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  radius: number,
): void {
  const reach = radius + 1;
  const [right, bottom] = [
    Math.min(width - 1, Math.max(x0, x1) + reach),
    Math.min(height - 1, Math.max(y0, y1) + reach),
  ];
  for (let y = Math.max(0, Math.floor(Math.min(y0, y1) - reach)); y <= bottom; y++)
    for (let x = Math.max(0, Math.floor(Math.min(x0, x1) - reach)); x <= right; x++) {
      const part = Math.min(1, radius + 0.5 - distanceToSegment(x + 0.5, y + 0.5, x0, y0, x1, y1));
      if (part > coverage[y * width + x]) coverage[y * width + x] = part;
    }
}

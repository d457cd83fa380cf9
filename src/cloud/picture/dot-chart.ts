import { axisTicks, type Tick, type TickStyle } from './axis-ticks.js';
import type { Rgb } from './color-ramps.js';
import { checkPictureSize } from './picture-size.js';
import { blendPixel, createRaster, fillRect, type Raster } from './raster.js';
import { drawText, fitText, textWidth } from './text.js';
import type { Theme } from './theme.js';

/** Dots in two axes. */
export interface DotChart {
  /** Positions; NaN: no dot. */
  x: Float64Array;
  y: Float64Array;
  /** Colour of dot k. */
  color: (k: number) => Rgb;
  xAxis: ChartAxis;
  yAxis: ChartAxis;
  /** Both axes have the same scale. */
  equal: boolean;
  title: string;
  subtitle: string;
}

export interface ChartAxis extends TickStyle {
  title: string;
}

interface Range {
  low: number;
  high: number;
}

/** The part of the picture that holds the dots, pixels, and what of the axes it shows. */
interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  x: Range;
  y: Range;
}

/** Height of capitals as a part of the picture's height, and its limits. */
const LETTER_PART = 1 / 70;
const LETTER_LIMITS = [8, 24] as const;
/** Free space around the dots, as a part of their extent. */
const MARGIN = 0.04;
const DOT_COVERAGE = 0.55;

/** The chart as a picture of `width` × `height` pixels. Throws UserError for sizes that cannot be drawn. */
export function drawDotChart(
  chart: DotChart,
  { width, height }: { width: number; height: number },
  theme: Theme,
): Raster {
  checkPictureSize(width, height);
  const raster = createRaster(width, height, theme.page);
  const size = Math.round(Math.min(LETTER_LIMITS[1], Math.max(LETTER_LIMITS[0], height * LETTER_PART)));
  const frame = layFrame(chart, width, height, size);
  fillRect(raster, frame.left, frame.top, frame.width, frame.height, theme.panelTop);
  drawAxes(raster, chart, frame, size, theme);
  drawDots(raster, chart, frame);
  const room = width - 4 * size;
  drawText(raster, fitText(chart.title, size, room), 2 * size, Math.round(1.2 * size), size, theme.text);
  drawText(raster, fitText(chart.subtitle, size, room), 2 * size, Math.round(3.2 * size), size, theme.quietText);
  return raster;
}

function layFrame(chart: DotChart, width: number, height: number, size: number): Frame {
  const [left, top] = [7 * size, Math.round(7.5 * size)];
  const frame = { left, top, width: width - left - 3 * size, height: height - top - 5 * size };
  const [x, y] = [rangeOf(chart.x), rangeOf(chart.y)];
  if (!chart.equal) return { ...frame, x, y };
  const perPixel = Math.max((x.high - x.low) / frame.width, (y.high - y.low) / frame.height);
  return { ...frame, x: around(x, perPixel * frame.width), y: around(y, perPixel * frame.height) };
}

/** Extent of the finite values, with a margin. */
function rangeOf(values: Float64Array): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low <= high)) return { low: -1, high: 1 };
  const extent = high - low || 1;
  return { low: low - MARGIN * extent, high: high + MARGIN * extent };
}

/** A range of `extent` about the middle of `range`. */
function around({ low, high }: Range, extent: number): Range {
  const middle = (low + high) / 2;
  return { low: middle - extent / 2, high: middle + extent / 2 };
}

const columnOf = ({ left, width, x }: Frame, value: number) => left + ((value - x.low) / (x.high - x.low)) * width;
const rowOf = ({ top, height, y }: Frame, value: number) =>
  top + height - ((value - y.low) / (y.high - y.low)) * height;

function drawAxes(raster: Raster, chart: DotChart, frame: Frame, size: number, theme: Theme): void {
  const GRID_COVERAGE = 0.18;
  const LETTERS_PER_TICK = { x: 9, y: 5 };
  const { left, top, width, height } = frame;
  const bottom = top + height;
  const xTicks = axisTicks(frame.x.low, frame.x.high, width / (LETTERS_PER_TICK.x * size), chart.xAxis);
  const yTicks = axisTicks(frame.y.low, frame.y.high, height / (LETTERS_PER_TICK.y * size), chart.yAxis);
  for (const { at } of xTicks)
    fillRect(raster, Math.round(columnOf(frame, at)), top, 1, height, theme.quietText, GRID_COVERAGE);
  for (const { at } of yTicks)
    fillRect(raster, left, Math.round(rowOf(frame, at)), width, 1, theme.quietText, GRID_COVERAGE);
  const below = bottom + Math.round(0.6 * size);
  labelAll(xTicks, ({ at, label }) => {
    const x = Math.round(columnOf(frame, at) - textWidth(label, size) / 2);
    drawText(raster, label, x, below, size, theme.quietText);
  });
  labelAll(yTicks, ({ at, label }) => {
    const x = left - textWidth(label, size) - Math.round(0.5 * size);
    drawText(raster, label, x, Math.round(rowOf(frame, at) - size / 2), size, theme.quietText);
  });
  const xTitle = chart.xAxis.title;
  drawText(raster, xTitle, left + width - textWidth(xTitle, size), below + Math.round(1.9 * size), size, theme.text);
  drawText(raster, chart.yAxis.title, Math.round(size / 2), top - Math.round(1.6 * size), size, theme.text);
}

function labelAll(ticks: readonly Tick[], draw: (tick: Tick) => void): void {
  for (const tick of ticks) draw(tick);
}

/** A dot is a pixel; where dots are few, three by three. */
function drawDots(raster: Raster, { x, y, color }: DotChart, frame: Frame): void {
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

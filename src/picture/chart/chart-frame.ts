import { fillRect, type Raster } from '../raster/raster.js';
import { drawText, fitText, textWidth } from '../raster/text.js';
import type { Theme } from '../raster/theme.js';
import { axisTicks, type TickStyle } from './axis-ticks.js';

export interface ChartAxis extends TickStyle {
  title: string;
}

/** Texts around the data of any chart. */
export interface ChartTexts {
  xAxis: ChartAxis;
  yAxis: ChartAxis;
  title: string;
  subtitle: string;
}

export interface Range {
  low: number;
  high: number;
}

/** The part of the picture that holds the data, pixels, and the ranges of its axes. */
export interface ChartFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  x: Range;
  y: Range;
}

/** Height of capitals as a fraction of the picture's height, and its limits. */
const LETTER_PART = 1 / 70;
const LETTER_LIMITS = [8, 24] as const;

/** Height in pixels of the capitals in a chart `height` pixels high. */
export const chartLetterSize = (height: number): number =>
  Math.round(Math.min(LETTER_LIMITS[1], Math.max(LETTER_LIMITS[0], height * LETTER_PART)));

/** Pixels for the data, with texts `size` high and `headRoom` pixels below the titles kept free. */
export function frameArea(width: number, height: number, size: number, headRoom = 0) {
  const [left, top] = [7 * size, Math.round(7.5 * size) + headRoom];
  return { left, top, width: width - left - 3 * size, height: height - top - 5 * size };
}

/** Extent of the finite values, with `margin` of it on either side; −1 to 1 without any. */
export function axisRange(values: Iterable<number>, margin: number): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low <= high)) return { low: -1, high: 1 };
  const extent = high - low || 1;
  return { low: low - margin * extent, high: high + margin * extent };
}

/** Column of the picture, with its fraction, for `value` on the x axis. */
export const columnOf = ({ left, width, x }: ChartFrame, value: number): number =>
  left + ((value - x.low) / (x.high - x.low)) * width;

/** Row of the picture, with its fraction, for `value` on the y axis. */
export const rowOf = ({ top, height, y }: ChartFrame, value: number): number =>
  top + height - ((value - y.low) / (y.high - y.low)) * height;

/** Draws the empty frame with its axes, and the titles above. */
export function drawFrame(raster: Raster, texts: ChartTexts, frame: ChartFrame, size: number, theme: Theme): void {
  fillRect(raster, frame.left, frame.top, frame.width, frame.height, theme.panelTop);
  drawXAxis(raster, texts.xAxis, frame, size, theme);
  drawYAxis(raster, texts.yAxis, frame, size, theme);
  const room = raster.width - 4 * size;
  drawText(raster, fitText(texts.title, size, room), 2 * size, Math.round(1.2 * size), size, theme.text);
  drawText(raster, fitText(texts.subtitle, size, room), 2 * size, Math.round(3.2 * size), size, theme.quietText);
}

const GRID_COVERAGE = 0.18;
/** Room for a mark, in heights of a letter. */
const LETTERS_PER_TICK = { x: 9, y: 5 };

function drawXAxis(raster: Raster, axis: ChartAxis, frame: ChartFrame, size: number, theme: Theme): void {
  const { left, top, width, height } = frame;
  const below = top + height + Math.round(0.6 * size);
  for (const { at, label } of axisTicks(frame.x.low, frame.x.high, width / (LETTERS_PER_TICK.x * size), axis)) {
    const column = columnOf(frame, at);
    fillRect(raster, Math.round(column), top, 1, height, theme.quietText, GRID_COVERAGE);
    drawText(raster, label, Math.round(column - textWidth(label, size) / 2), below, size, theme.quietText);
  }
  const titleLeft = left + width - textWidth(axis.title, size);
  drawText(raster, axis.title, titleLeft, below + Math.round(1.9 * size), size, theme.text);
}

function drawYAxis(raster: Raster, axis: ChartAxis, frame: ChartFrame, size: number, theme: Theme): void {
  const { left, top, width, height } = frame;
  for (const { at, label } of axisTicks(frame.y.low, frame.y.high, height / (LETTERS_PER_TICK.y * size), axis)) {
    const row = rowOf(frame, at);
    fillRect(raster, left, Math.round(row), width, 1, theme.quietText, GRID_COVERAGE);
    const labelLeft = left - textWidth(label, size) - Math.round(0.5 * size);
    drawText(raster, label, labelLeft, Math.round(row - size / 2), size, theme.quietText);
  }
  drawText(raster, axis.title, Math.round(size / 2), top - Math.round(1.6 * size), size, theme.text);
}

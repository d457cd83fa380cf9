import { type PlotFrame, type PlotPlace, type PlotSize, ticksOf } from './plot-frame.js';

/** Pixels beside the area of a plot, for its axes. */
export const EDGES = Object.freeze({ left: 74, right: 14, top: 10, bottom: 34 });

/** Pixels at the left that the name of the heights takes. */
const TITLE = 20;

/** Content of a plot. */
export interface Plot {
  frame: PlotFrame;
  /** Metres, one of each a point. */
  along: Float64Array;
  height: Float64Array;
  /** 0xRRGGBB; −1: hidden. */
  colors: Int32Array;
  /** Ends of what is measured. */
  ends: readonly PlotPlace[];
  /** Place of the keyboard's cross. */
  cross?: PlotPlace;
  /** Width of a point, pixels. */
  pointSize: number;
}

/** Colours of a page, as CSS has them. */
export interface Pens {
  text: string;
  quiet: string;
  line: string;
  panel: string;
  chosen: string;
}

/** The area of a plot on a canvas of a size. */
export const areaOf = ({ width, height }: PlotSize): PlotSize => ({
  width: Math.max(1, width - EDGES.left - EDGES.right),
  height: Math.max(1, height - EDGES.top - EDGES.bottom),
});

/** Draws a plot with its axes on all of a canvas of `size` CSS pixels, each of `ratio` pixels. */
export function drawPlot(canvas: HTMLCanvasElement, size: PlotSize, ratio: number, plot: Plot, pens: Pens): void {
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const area = areaOf(size);
  context.fillStyle = pens.panel;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  drawGrid(context, area, plot.frame, pens);
  drawPoints(context, area, ratio, plot);
  drawMeasure(context, area, plot, pens);
}

function drawGrid(context: CanvasRenderingContext2D, area: PlotSize, frame: PlotFrame, pens: Pens): void {
  const [right, bottom] = [EDGES.left + area.width, EDGES.top + area.height];
  context.font = '11px system-ui, "Liberation Sans", sans-serif';
  context.strokeStyle = pens.line;
  context.fillStyle = pens.quiet;
  context.lineWidth = 1;
  context.beginPath();
  const across = ticksOf(frame.left, frame.left + area.width * frame.perPixelX, area.width / 80);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const value of across.values) {
    const x = Math.round(EDGES.left + (value - frame.left) / frame.perPixelX) + 0.5;
    context.moveTo(x, EDGES.top);
    context.lineTo(x, bottom);
    const text = value.toFixed(across.decimals);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(right + EDGES.right - half, x), bottom + 4);
  }
  const up = ticksOf(frame.bottom, frame.bottom + area.height * frame.perPixelY, area.height / 28);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of up.values) {
    const y = Math.round(bottom - (value - frame.bottom) / frame.perPixelY) + 0.5;
    context.moveTo(EDGES.left, y);
    context.lineTo(right, y);
    // Longer ones are made narrower.
    context.fillText(value.toFixed(up.decimals), EDGES.left - 5, y, EDGES.left - 5 - TITLE);
  }
  context.rect(EDGES.left + 0.5, EDGES.top + 0.5, area.width - 1, area.height - 1);
  context.stroke();
  context.fillStyle = pens.text;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  context.fillText('along the section, m', EDGES.left + area.width / 2, bottom + EDGES.bottom - 1);
  context.save();
  context.translate(12, EDGES.top + area.height / 2);
  context.rotate(-Math.PI / 2);
  context.textBaseline = 'middle';
  context.fillText('height, m', 0, 0);
  context.restore();
}

/** Points are written into the picture's memory: a canvas draws a million rectangles far too slowly. */
function drawPoints(context: CanvasRenderingContext2D, area: PlotSize, ratio: number, plot: Plot): void {
  const { frame, along, height, colors } = plot;
  const [width, rows] = [Math.round(area.width * ratio), Math.round(area.height * ratio)];
  const [left, top] = [Math.round(EDGES.left * ratio), Math.round(EDGES.top * ratio)];
  const image = context.getImageData(left, top, width, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const size = Math.max(1, Math.round(plot.pointSize * ratio));
  const before = Math.floor(size / 2);
  for (let k = 0; k < along.length; k++) {
    const color = colors[k];
    if (color < 0) continue;
    const x = Math.floor(((along[k] - frame.left) / frame.perPixelX) * ratio) - before;
    const y = rows - 1 - Math.floor(((height[k] - frame.bottom) / frame.perPixelY) * ratio) - before;
    if (x < -size || y < -size || x >= width || y >= rows) continue;
    // Red is the first byte of the four.
    const value = 0xff000000 | ((color & 255) << 16) | (color & 0xff00) | (color >> 16);
    for (let v = Math.max(0, y); v < Math.min(rows, y + size); v++)
      for (let u = Math.max(0, x); u < Math.min(width, x + size); u++) pixels[v * width + u] = value;
  }
  context.putImageData(image, left, top);
}

function drawMeasure(context: CanvasRenderingContext2D, area: PlotSize, plot: Plot, pens: Pens): void {
  const { frame, ends, cross } = plot;
  const at = ({ x, y }: PlotPlace): [number, number] => [
    EDGES.left + (x - frame.left) / frame.perPixelX,
    EDGES.top + area.height - (y - frame.bottom) / frame.perPixelY,
  ];
  context.save();
  context.beginPath();
  context.rect(EDGES.left, EDGES.top, area.width, area.height);
  context.clip();
  context.strokeStyle = pens.chosen;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const end of ends) context.lineTo(...at(end));
  for (const end of ends) {
    const [x, y] = at(end);
    context.moveTo(x + 4, y);
    context.arc(x, y, 4, 0, 2 * Math.PI);
  }
  context.stroke();
  if (cross) {
    const [x, y] = at(cross);
    context.strokeStyle = pens.text;
    context.lineWidth = 1;
    context.beginPath();
    for (const [u, v] of [
      [9, 0],
      [0, 9],
    ]) {
      context.moveTo(x - u, y - v);
      context.lineTo(x + u, y + v);
    }
    context.stroke();
  }
  context.restore();
}

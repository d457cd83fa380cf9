import { formatCount } from '../ui/format.js';

/** Content of a drawn legend. */
export interface DrawnLegend {
  /** Subject of the colours, and the lines below it. */
  title: string;
  lines: readonly string[];
  /** 0xRRGGBB. */
  entries: readonly { name: string; color: number; points: number }[];
  /** Undefined: these points are hidden. */
  ramp?: { colors: readonly (number | undefined)[]; marks: readonly string[]; bars: readonly number[] };
}

/** Colours of a legend, as CSS has them. */
export interface LegendPens {
  text: string;
  quiet: string;
  line: string;
  panel: string;
}

const FONT = '12px system-ui, "Liberation Sans", sans-serif';
/** Pixels: between the edge and what is inside, of a row, of the bars of a ramp and of the ramp; and the widths. */
const [PAD, ROW, BARS, RAMP, LEAST, MOST] = [10, 19, 32, 10, 180, 300];
const SWATCH = 12;

/** Pixels that a legend takes. */
export function legendSize(context: CanvasRenderingContext2D, legend: DrawnLegend): { width: number; height: number } {
  context.font = FONT;
  const wide = (text: string) => context.measureText(text).width;
  const rows = legend.entries.map(({ name, points }) => SWATCH + 8 + wide(name) + 16 + wide(formatCount(points)));
  const marks = legend.ramp ? legend.ramp.marks.reduce((sum, mark) => sum + wide(mark) + 12, -12) : 0;
  const inside = Math.max(...[legend.title, ...legend.lines].map(wide), ...rows, marks);
  const ramp = legend.ramp ? BARS + RAMP + ROW : 0;
  return {
    width: Math.ceil(Math.min(MOST, Math.max(LEAST, inside))) + 2 * PAD,
    height: 2 * PAD + ROW * (1 + legend.lines.length + legend.entries.length) + ramp,
  };
}

/** Draws a legend of a size with its upper left corner at a place. */
export function drawLegend(
  context: CanvasRenderingContext2D,
  legend: DrawnLegend,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  pens: LegendPens,
): void {
  context.save();
  context.fillStyle = pens.panel;
  context.strokeStyle = pens.line;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left + 0.5, top + 0.5, width - 1, height - 1, 6);
  context.fill();
  context.stroke();
  context.font = FONT;
  context.textBaseline = 'middle';
  const [from, to] = [left + PAD, left + width - PAD];
  let y = top + PAD;
  const write = (text: string, color: string) => {
    context.fillStyle = color;
    context.fillText(text, from, y + ROW / 2, to - from);
    y += ROW;
  };
  context.font = `600 ${FONT}`;
  write(legend.title, pens.text);
  context.font = FONT;
  for (const line of legend.lines) write(line, pens.quiet);
  if (legend.ramp) drawRamp(context, legend.ramp, { from, to, top: y }, pens);
  for (const { name, color, points } of legend.entries) {
    context.fillStyle = css(color);
    context.fillRect(from, y + (ROW - SWATCH) / 2, SWATCH, SWATCH);
    const count = formatCount(points);
    const room = to - from - SWATCH - 24 - context.measureText(count).width;
    context.fillStyle = pens.quiet;
    context.textAlign = 'right';
    context.fillText(count, to, y + ROW / 2);
    context.fillStyle = pens.text;
    context.textAlign = 'left';
    context.fillText(name, from + SWATCH + 8, y + ROW / 2, room);
    y += ROW;
  }
  context.restore();
}

function drawRamp(
  context: CanvasRenderingContext2D,
  { colors, marks, bars }: NonNullable<DrawnLegend['ramp']>,
  { from, to, top }: { from: number; to: number; top: number },
  pens: LegendPens,
): void {
  const most = Math.max(1, ...bars);
  const each = (to - from) / bars.length;
  context.fillStyle = pens.quiet;
  for (const [k, count] of bars.entries()) {
    const high = ((BARS - 4) * count) / most;
    context.fillRect(from + k * each, top + BARS - 4 - high, each, high);
  }
  const wide = (to - from) / colors.length;
  for (const [k, color] of colors.entries()) {
    if (color === undefined) continue;
    context.fillStyle = css(color);
    // The next one covers what is too much of it.
    context.fillRect(from + k * wide, top + BARS, k + 1 < colors.length ? wide + 1 : wide, RAMP);
  }
  context.fillStyle = pens.quiet;
  for (const [k, mark] of marks.entries()) {
    const place = k / Math.max(1, marks.length - 1);
    context.textAlign = place === 0 ? 'left' : place === 1 ? 'right' : 'center';
    context.fillText(mark, from + place * (to - from), top + BARS + RAMP + ROW / 2);
  }
  context.textAlign = 'left';
}

const css = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

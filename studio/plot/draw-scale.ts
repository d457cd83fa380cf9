import { mapScale, scaleText } from '../ui/map-scale.js';
import { AXIS_NAMES, axisAnchor, type Pose } from '../view/pose.js';

/** Pixels: length of an axis seen from its side, distance of its name from the middle, longest bar. */
const [REACH, NAMED, BAR] = [24, 30, 96];

/** The colours of axes and scale, as CSS has them; `halo` is that behind them. */
export interface ScalePens {
  text: string;
  halo: string;
  axes: Readonly<Record<'x' | 'y' | 'z', string>>;
}

/** Draws the axes of a pose and its scale bar with their lower left corner at a place of a picture. */
export function drawScale(
  context: CanvasRenderingContext2D,
  pose: Pose,
  left: number,
  bottom: number,
  pens: ScalePens,
) {
  context.save();
  context.font = '600 11px system-ui, "Liberation Sans", sans-serif';
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const middle = { x: left + NAMED + 10, y: bottom - NAMED - 4 };
  for (const { name, x, y } of pose.axes) {
    const way = new Path2D();
    way.moveTo(middle.x, middle.y);
    way.lineTo(middle.x + REACH * x, middle.y - REACH * y);
    drawLine(context, way, pens.axes[name], pens.halo);
    context.textAlign = axisAnchor(x) === 'middle' ? 'center' : (axisAnchor(x) as CanvasTextAlign);
    drawText(context, AXIS_NAMES[name], middle.x + NAMED * x, middle.y - NAMED * y + 4, pens.axes[name], pens.halo);
  }
  const { metres, width } = mapScale(pose.pixels, BAR);
  const from = left + 2 * NAMED + 28;
  const bar = new Path2D();
  bar.moveTo(from, bottom - 7);
  bar.lineTo(from, bottom - 1);
  bar.lineTo(from + width, bottom - 1);
  bar.lineTo(from + width, bottom - 7);
  drawLine(context, bar, pens.text, pens.halo);
  context.textAlign = 'left';
  drawText(context, scaleText(metres), from, bottom - 12, pens.text, pens.halo);
  context.restore();
}

function drawLine(context: CanvasRenderingContext2D, way: Path2D, color: string, halo: string): void {
  for (const [width, pen] of [
    [4, halo],
    [1.8, color],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = pen;
    context.stroke(way);
  }
}

function drawText(context: CanvasRenderingContext2D, text: string, x: number, y: number, color: string, halo: string) {
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

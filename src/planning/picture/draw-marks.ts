import type { Rgb } from '../../picture/raster/color-ramps.js';
import { type Raster, strokeLine } from '../../picture/raster/raster.js';
import { drawText, textWidth } from '../../picture/raster/text.js';
import type { Theme } from '../../picture/raster/theme.js';
import type { Vec2 } from '../flight/flight-lines.js';
import type { PlanMap } from '../plan-map.js';
import type { PlanFrame } from './map-frame.js';

const LINE: Rgb = 0xffffff;
const INK: Rgb = 0x10141a;
const BADGE: Rgb = 0xffffff;
/** Maximum number of labels: more would overlap. */
const NUMBERS_MAX = 60;
/** Distance between two arrows of a line, in heights of a letter. */
const ARROW_EVERY = 24;

/** Draws the area, the lines with their direction, and the stations, all numbered in order. */
export function drawMarks(
  panel: Raster,
  { area, tracks, stations }: PlanMap,
  frame: PlanFrame,
  size: number,
  theme: Theme,
): void {
  const [x0, y0] = frame.toPixel(area.min);
  const [x1, y1] = frame.toPixel(area.max);
  const corners: [number, number][] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  for (const [k, corner] of corners.entries())
    strokeLine(panel, corner, corners[(k + 1) % 4], 0.6, theme.quietText, 0.8);
  for (const track of tracks) drawTrack(panel, track.map(frame.toPixel), size);
  const every = Math.ceil(tracks.length / NUMBERS_MAX);
  const isNumbered = (k: number) => tracks.length > 1 && (k % every === 0 || k === tracks.length - 1);
  for (const [k, track] of tracks.entries())
    if (isNumbered(k)) drawBadge(panel, beyond(track.map(frame.toPixel), 1.6 * size), `${k + 1}`, size, 1);
  for (const [k, station] of stations.entries()) drawBadge(panel, frame.toPixel(station), `${k + 1}`, size, 1.15);
}

/** The point before the start of a track, `distance` pixels away. */
function beyond([start, next]: readonly Vec2[], distance: number): Vec2 {
  const way = Math.hypot(next[0] - start[0], next[1] - start[1]) || 1;
  return [start[0] - ((next[0] - start[0]) / way) * distance, start[1] - ((next[1] - start[1]) / way) * distance];
}

/** A white line on a dark one, visible on any ground. */
export function drawTrack(panel: Raster, points: readonly Vec2[], size: number): void {
  const thin = size * 0.09;
  for (let k = 1; k < points.length; k++) strokeLine(panel, points[k - 1], points[k], thin + 1.1, INK, 0.55);
  for (let k = 1; k < points.length; k++) strokeLine(panel, points[k - 1], points[k], thin, LINE, 0.95);
  for (const { at, along } of arrowsOn(points, ARROW_EVERY * size)) drawArrow(panel, at, along, size);
}

interface Arrow {
  at: Vec2;
  /** Unit vector. */
  along: Vec2;
}

/** Arrows evenly along a track, at least one. */
function arrowsOn(points: readonly Vec2[], every: number): Arrow[] {
  const steps = points.slice(1).map((point, k) => Math.hypot(point[0] - points[k][0], point[1] - points[k][1]));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const count = Math.max(1, Math.round(whole / every));
  const arrows: Arrow[] = [];
  let [passed, segment] = [0, 0];
  for (let k = 0; k < count; k++) {
    const wanted = ((k + 0.5) / count) * whole;
    while (segment < steps.length - 1 && passed + steps[segment] < wanted) passed += steps[segment++];
    const [a, b] = [points[segment], points[segment + 1]];
    if (!(steps[segment] > 0)) continue;
    const t = (wanted - passed) / steps[segment];
    const along: Vec2 = [(b[0] - a[0]) / steps[segment], (b[1] - a[1]) / steps[segment]];
    arrows.push({ at: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], along });
  }
  return arrows;
}

function drawArrow(panel: Raster, [x, y]: Vec2, [u, v]: Vec2, size: number): void {
  const [long, wide] = [0.75 * size, 0.45 * size];
  const tip: Vec2 = [x + u * long, y + v * long];
  const wings = [-1, 1].map((side): Vec2 => [x - v * wide * side, y + u * wide * side]);
  const thin = size * 0.09;
  for (const wing of wings) strokeLine(panel, tip, wing, thin + 1.2, INK, 0.55);
  for (const wing of wings) strokeLine(panel, tip, wing, thin + 0.2, LINE);
}

/** A number on a round background. */
export function drawBadge(panel: Raster, [x, y]: Vec2, text: string, size: number, scale: number): void {
  const letters = 0.8 * size * scale;
  const half = Math.max(0, textWidth(text, letters) - letters) / 2;
  const radius = 0.95 * size * scale;
  const [from, to]: [Vec2, Vec2] = [
    [x - half, y],
    [x + half, y],
  ];
  strokeLine(panel, from, to, radius + 1.4, INK, 0.85);
  strokeLine(panel, from, to, radius, BADGE);
  drawText(panel, text, Math.round(x - textWidth(text, letters) / 2), Math.round(y - letters / 2), letters, INK);
}

import { ShapeUtils, Vector2 } from 'three';
import type { Point } from '../../document/edits/index.js';
import type { Sketch } from '../../state/pointer/sketch.js';
import type { MarkColors } from './mark-colors.js';
import type { MarkLayer } from './mark-layer.js';

/** Draws the points that were set so far, the line through them, and the one to `next`, where the pointer is. */
export function drawSketch(layer: MarkLayer, sketch: Sketch, next: Point | undefined, colors: MarkColors) {
  if (sketch.points.length === 0) return;
  const { points, kind } = sketch;
  const set = points.flat();
  const line = { color: colors.active, edge: colors.edge, width: 3 };
  if (kind === 'area' && points.length > 2) layer.faces(trianglesOf(points), colors.active, 0.16);
  layer.lines([set], line);
  if (next) {
    const ends = kind === 'area' && points.length > 1 ? [...next, ...points[0]] : next;
    layer.lines([[...points[points.length - 1], ...ends]], { ...line, width: 1.5, opacity: 0.75 });
  }
  layer.dots(set, { color: colors.active, rim: colors.edge, size: 11 });
}

/** Triangles that together cover an area of corners. */
export function trianglesOf(corners: readonly Point[]): number[] {
  const flat = corners.map(([x, y]) => new Vector2(x - corners[0][0], y - corners[0][1]));
  return ShapeUtils.triangulateShape(flat, []).flatMap((three) => three.flatMap((k) => corners[k]));
}

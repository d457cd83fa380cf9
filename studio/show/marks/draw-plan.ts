import type { PlanAnswer } from 'subray/browser';
import type { Point } from '../../document/edits/index.js';
import { trianglesOf } from './draw-sketch.js';
import type { MarkColors } from './mark-colors.js';
import type { MarkLayer } from './mark-layer.js';

/** Draws the area of a plan, its ways with their swaths, and its stations. */
export function drawPlan(
  layer: MarkLayer,
  plan: PlanAnswer | undefined,
  outline: readonly Point[] | undefined,
  { plan: color, active, edge }: MarkColors,
  { withSwaths = true } = {},
): void {
  if (outline) {
    layer.faces(trianglesOf(outline), active, 0.1);
    layer.lines([[...outline, outline[0]].flat()], { color: active, edge, width: 2 });
  }
  const ways = plan?.ways ?? [];
  // The coverage has the same meaning.
  if (withSwaths) for (const { left, right } of ways) layer.faces(stripOf(left, right), color, 0.13);
  const edges = ways.flatMap(({ left, right }) => [left, right]);
  layer.lines(edges, { color, width: 1, opacity: 0.7 });
  const moving = ways.filter(({ way }) => way.length > 3);
  layer.lines(moving.map(({ way }) => way), { color, edge, width: 3 }); // biome-ignore format: one line
  const starts = moving.flatMap(({ way }) => [...way.subarray(0, 3)]);
  layer.dots(starts, { color, rim: edge, size: 9 });
  const stations = ways.filter(({ way }) => way.length === 3).flatMap(({ way }) => [...way]);
  layer.dots(stations, { color, rim: edge, size: 15 });
}

/** Triangles between two lines of as many points. */
function stripOf(left: Float64Array, right: Float64Array): number[] {
  const corners: number[] = [];
  const at = (line: Float64Array, k: number) => [line[k], line[k + 1], line[k + 2]];
  for (let k = 3; k < left.length; k += 3)
    for (const corner of [at(left, k - 3), at(right, k - 3), at(left, k), at(left, k), at(right, k - 3), at(right, k)])
      corners.push(...corner);
  return corners;
}

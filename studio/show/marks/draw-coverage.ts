import type { PlanCoverage } from 'subray/browser';
import type { MarkLayer } from './mark-layer.js';

/** Visible share of the scene below the colours. */
const OPACITY = 0.45;
/** Cells beside each other are one face where their heights differ by less than this share of their width. */
const EVEN = 0.2;

/** Draws on the scene how often each cell of a plan's area is seen. */
export function drawCoverage(layer: MarkLayer, coverage: PlanCoverage): void {
  for (const [band, { color }] of coverage.bands.entries()) layer.faces(facesOf(coverage, band), color, OPACITY);
}

/** Triangles over the cells of a band, from edge to edge, at the heights of the scene. */
export function facesOf({ area, columns, rows, heights, cellBands }: PlanCoverage, band: number): number[] {
  const [width, depth] = [0, 1].map((axis) => area.max[axis] - area.min[axis]);
  const [dx, dy] = [width / columns, depth / rows];
  const corners: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; ) {
      const cell = row * columns + column;
      let end = column + 1;
      if (cellBands[cell] === band) {
        const z = heights[cell];
        const goesOn = (next: number) => cellBands[next] === band && Math.abs(heights[next] - z) < EVEN * dx;
        while (end < columns && goesOn(row * columns + end)) end++;
        const [left, right] = [area.min[0] + column * dx, area.min[0] + end * dx];
        const [low, high] = [area.min[1] + row * dy, area.min[1] + (row + 1) * dy];
        corners.push(left, low, z, right, low, z, right, high, z, left, low, z, right, high, z, left, high, z);
      }
      column = end;
    }
  return corners;
}

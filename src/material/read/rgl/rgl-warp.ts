import type { Grid } from './rgl-fields.js';

/** A plane of a stack of planes, and its share of a mixture. */
export interface Slice {
  index: number;
  weight: number;
}

/**
 * Visible normals over the unit square, a plane for each incidence, with their integrals. These map a normal to the
 * place of its measurement in the square (Dupuy and Jakob 2018, section 4; a piecewise bilinear density, inverted).
 */
export interface VisibleNormals {
  density: Grid;
  /** For each plane, row and column: integral of the row up to that column. */
  alongRow: Float64Array;
  /** For each plane and row: integral of the plane up to that row. */
  overRows: Float64Array;
}

/** Undefined if a plane's integral is 0, so that nothing would be visible. */
export function integrateNormals(density: Grid): VisibleNormals | undefined {
  const { rows, columns, values } = density;
  const planes = values.length / (rows * columns);
  const alongRow = new Float64Array(values.length);
  const overRows = new Float64Array(planes * rows);
  for (let row = 0; row < planes * rows; row++) {
    const first = row * columns;
    for (let at = first + 1; at < first + columns; at++)
      alongRow[at] = alongRow[at - 1] + (values[at - 1] + values[at]) / 2;
    if (row % rows === 0) continue;
    overRows[row] = overRows[row - 1] + (alongRow[first - 1] + alongRow[first + columns - 1]) / 2;
    const isEmptyPlane = (row + 1) % rows === 0 && !(overRows[row] > 0);
    if (isEmptyPlane) return undefined;
  }
  return { density, alongRow, overRows };
}

/**
 * The place [x, y] in the unit square to which the cumulative share of visible normals maps the normal at (`x`, `y`) of
 * the unit square. The mixture of `slices` is of densities that each integrate to 1.
 */
export function warpNormal(normals: VisibleNormals, slices: readonly Slice[], x: number, y: number): [number, number] {
  const { rows, columns, values } = normals.density;
  const [column, a] = cellOf(x, columns);
  const [row, b] = cellOf(y, rows);
  let [left, right, leftOf, whole, r0, r1, below] = [0, 0, 0, 0, 0, 0, 0];
  for (const { index, weight } of slices) {
    const plane = index * rows;
    const [low, high] = [(plane + row) * columns, (plane + row + 1) * columns];
    const share = weight / normals.overRows[plane + rows - 1];
    const mix = (table: Float32Array | Float64Array, at: number) =>
      share * ((1 - b) * table[low + at] + b * table[high + at]);
    left += mix(values, column);
    right += mix(values, column + 1);
    leftOf += mix(normals.alongRow, column);
    whole += mix(normals.alongRow, columns - 1);
    r0 += share * normals.alongRow[low + columns - 1];
    r1 += share * normals.alongRow[high + columns - 1];
    below += share * normals.overRows[plane + row];
  }
  // In an empty row no normal is visible, so any place will do.
  const warpedX = whole > 0 ? (a * (left + 0.5 * a * (right - left)) + leftOf) / whole : x;
  const warpedY = b * (r0 + 0.5 * b * (r1 - r0)) + below;
  return [Math.min(1, warpedX), Math.min(1, warpedY)];
}

/**
 * The cell of a grid of `count` nodes over 0…1 that contains `position`, and the position within it; 0 for a single
 * node.
 */
export function cellOf(position: number, count: number): [number, number] {
  const scaled = Math.min(1, Math.max(0, position)) * (count - 1);
  const cell = Math.max(0, Math.min(Math.floor(scaled), count - 2));
  return [cell, scaled - cell];
}

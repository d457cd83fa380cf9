import { isSomewhere } from '../../cloud/is-somewhere.js';
import type { PointColumns } from '../../cloud/point-batch.js';

/** A box cut into cubes, numbered along x first, then y, then z. */
export interface CellBox {
  readonly min: readonly [number, number, number];
  readonly dims: readonly [number, number, number];
  readonly cellSize: number;
}

/** Number of cubes in a box. */
export const cellCount = ({ dims }: CellBox): number => dims[0] * dims[1] * dims[2];

/** The cube that contains a point; for points outside of the box, the nearest. */
export function cellAt({ min, dims, cellSize }: CellBox, x: number, y: number, z: number): number {
  const i = Math.min(dims[0] - 1, Math.max(0, Math.floor((x - min[0]) / cellSize)));
  const j = Math.min(dims[1] - 1, Math.max(0, Math.floor((y - min[1]) / cellSize)));
  const k = Math.min(dims[2] - 1, Math.max(0, Math.floor((z - min[2]) / cellSize)));
  return (k * dims[1] + j) * dims[0] + i;
}

/** Marks points without a place. */
export const NOWHERE = -1;

/** Fills `cells` with the cubes of points, NOWHERE for those without a place. */
export function placeInCells(box: CellBox, { count, x, y, z }: PointColumns<'x' | 'y' | 'z'>, cells: Int32Array): void {
  for (let i = 0; i < count; i++) cells[i] = isSomewhere(x[i], y[i], z[i]) ? cellAt(box, x[i], y[i], z[i]) : NOWHERE;
}

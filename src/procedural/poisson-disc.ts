import type { RandomStream } from '../base/random-stream.js';

/** The middle of a disc in the plane. */
export interface Disc {
  x: number;
  y: number;
}

/** Darts thrown per disc before the plane counts as full. */
const DARTS_PER_DISC = 30;

/**
 * Up to `count` points of a width × depth rectangle around the origin, no two closer than `spacing`, all of them
 * `allowed` (dart throwing, Cook 1986, with a grid of one point per cell). Returns fewer if the rectangle is full.
 */
export function poissonDisc(
  random: RandomStream,
  area: { width: number; depth: number },
  count: number,
  spacing: number,
  allowed: (x: number, y: number) => boolean,
): Disc[] {
  const cell = spacing * Math.SQRT1_2;
  const columns = Math.ceil(area.width / cell);
  const rows = Math.ceil(area.depth / cell);
  const occupant = new Int32Array(columns * rows).fill(-1);
  const discs: Disc[] = [];
  for (let dart = 0; dart < count * DARTS_PER_DISC && discs.length < count; dart++) {
    const u = random.unit();
    const v = random.unit();
    const x = (u - 0.5) * area.width;
    const y = (v - 0.5) * area.depth;
    if (!allowed(x, y)) continue;
    const column = Math.min(columns - 1, Math.floor((u * area.width) / cell));
    const row = Math.min(rows - 1, Math.floor((v * area.depth) / cell));
    if (hasNeighbour(discs, occupant, columns, rows, column, row, x, y, spacing)) continue;
    occupant[row * columns + column] = discs.push({ x, y }) - 1;
  }
  return discs;
}

/** Whether a disc in the surrounding 5 × 5 cells is closer than `spacing`. */
function hasNeighbour(
  discs: Disc[],
  occupant: Int32Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
  x: number,
  y: number,
  spacing: number,
): boolean {
  for (let r = Math.max(0, row - 2); r <= Math.min(rows - 1, row + 2); r++)
    for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c++) {
      const index = occupant[r * columns + c];
      if (index < 0) continue;
      const dx = discs[index].x - x;
      const dy = discs[index].y - y;
      if (dx * dx + dy * dy < spacing * spacing) return true;
    }
  return false;
}

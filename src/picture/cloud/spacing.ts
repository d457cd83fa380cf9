import type { DensityGrid } from './density-grid.js';

/** So many points in a cell tell how far apart they are. */
const POINTS_MIN = 5;

interface Level {
  cellSize: number;
  dims: readonly [number, number, number];
  counts: Uint32Array;
}

/** How far apart the points of a cloud lie from place to place, on the surfaces that they were measured on. */
export class Spacing {
  readonly #min: readonly number[];
  readonly #levels: Level[];

  /** Takes a full grid, which must not change any more. */
  constructor(grid: DensityGrid) {
    this.#min = grid.min;
    this.#levels = [grid];
    // Each has cells twice as large as the one before; the last is one cell.
    for (let level = this.#levels[0]; level.counts.length > 1; this.#levels.push(level)) level = coarser(level);
  }

  /**
   * Metres between neighbours around a point of the cloud, by the smallest cell that holds enough of them: a surface
   * through a cell has about the area of one of the cell's sides. The size of the finest cell where the
   * whole cloud has fewer.
   */
  at(x: number, y: number, z: number): number {
    for (const { cellSize, dims, counts } of this.#levels) {
      const i = Math.min(dims[0] - 1, Math.max(0, Math.floor((x - this.#min[0]) / cellSize)));
      const j = Math.min(dims[1] - 1, Math.max(0, Math.floor((y - this.#min[1]) / cellSize)));
      const k = Math.min(dims[2] - 1, Math.max(0, Math.floor((z - this.#min[2]) / cellSize)));
      const count = counts[(k * dims[1] + j) * dims[0] + i];
      if (count >= POINTS_MIN) return cellSize / Math.sqrt(count);
    }
    return this.#levels[0].cellSize;
  }
}

/** Two by two by two cells made one. */
function coarser({ cellSize, dims, counts }: Level): Level {
  const [nx, ny, nz] = dims.map((n) => Math.ceil(n / 2));
  const merged = new Uint32Array(nx * ny * nz);
  for (let k = 0, cell = 0; k < dims[2]; k++)
    for (let j = 0; j < dims[1]; j++)
      for (let i = 0; i < dims[0]; i++, cell++) merged[((k >> 1) * ny + (j >> 1)) * nx + (i >> 1)] += counts[cell];
  return { cellSize: cellSize * 2, dims: [nx, ny, nz], counts: merged };
}

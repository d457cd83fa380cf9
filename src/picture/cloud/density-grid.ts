import type { Box3 } from '../../base/vec3.js';
import { type CellBox, cellAt, cellCount } from './cell-box.js';

/** Maximum number of cubes over the cloud's box: 16 MiB of counts, however many points there are. */
const CELLS_MAX = 2 ** 22;
/** Maximum number of cells along the longest axis: flat clouds gain nothing from finer ones. */
const CELLS_PER_AXIS_MAX = 2048;
/** Smallest length of a cloud, for instance of a single point: a millimetre. */
const LENGTH_MIN = 1e-3;

/** The cubes that count the points of a cloud within `bounds`, which must not be empty. */
export function densityBox(bounds: Box3): CellBox {
  const size = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
  const cellSize = cellSizeFor(size);
  const dims = size.map((length) => Math.floor(length / cellSize) + 1);
  return { cellSize, dims: [dims[0], dims[1], dims[2]], min: [...bounds.min] };
}

/**
 * Density of a cloud's points by place, from which the size of a point in a picture and the extent of a view are
 * derived.
 */
export class DensityGrid {
  readonly box: CellBox;
  readonly counts: Uint32Array;
  private cells: Uint32Array | undefined;

  /** An empty grid over `bounds`, which must not be empty; or one with existing `counts`. */
  constructor(bounds: Box3, counts?: Uint32Array) {
    this.box = densityBox(bounds);
    this.counts = counts ?? new Uint32Array(cellCount(this.box));
  }

  /** Counts one point and returns the new count of its cell; points outside of the box count in the nearest cell. */
  add(x: number, y: number, z: number): number {
    this.cells = undefined;
    return ++this.counts[cellAt(this.box, x, y, z)];
  }

  /** The occupied cells, in order of memory; only `add` may count after the first call. */
  get occupied(): Uint32Array {
    this.cells ??= occupiedIn(this.counts);
    return this.cells;
  }

  /** Calls `visit` with the centre and the count of each occupied cell, in order of memory. */
  forEachOccupied(visit: (x: number, y: number, z: number, count: number) => void): void {
    const { counts, occupied } = this;
    const { dims, min, cellSize } = this.box;
    const [nx, ny] = dims;
    for (let i = 0; i < occupied.length; i++) {
      const cell = occupied[i];
      const row = Math.floor(cell / nx);
      const x = min[0] + (cell - row * nx + 0.5) * cellSize;
      const y = min[1] + ((row % ny) + 0.5) * cellSize;
      const z = min[2] + (Math.floor(row / ny) + 0.5) * cellSize;
      visit(x, y, z, counts[cell]);
    }
  }
}

/** Cells with a count above 0, in order of memory. */
export function occupiedIn(counts: Uint32Array): Uint32Array {
  let found = 0;
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] !== 0) found++;
  const occupied = new Uint32Array(found);
  for (let cell = 0, to = 0; to < found; cell++) if (counts[cell] !== 0) occupied[to++] = cell;
  return occupied;
}

/** The smallest edge, in steps of a tenth, that keeps a box of `size` within the limits. */
function cellSizeFor(size: readonly number[]): number {
  const longest = Math.max(...size, LENGTH_MIN);
  let cellSize = longest / (CELLS_PER_AXIS_MAX - 1);
  const cells = () => size.reduce((product, length) => product * (Math.floor(length / cellSize) + 1), 1);
  while (cells() > CELLS_MAX) cellSize *= 1.1;
  return cellSize;
}

import type { Box3 } from '../../base/vec3.js';
import { type CellBox, cellAt, cellCount } from './cell-box.js';

/** Counts of points in cubes over the cloud's box: 16 MiB, however many points come. */
const CELLS_MAX = 2 ** 22;
/** Cells along the longest axis at most: flat clouds gain nothing from finer ones. */
const CELLS_PER_AXIS_MAX = 2048;
/** A cloud of a single point is taken to be a millimetre long. */
const LENGTH_MIN = 1e-3;

/** The cubes in which the points of a cloud within `bounds`, which must not be empty, are counted. */
export function densityBox(bounds: Box3): CellBox {
  const size = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
  const cellSize = cellSizeFor(size);
  const dims = size.map((length) => Math.floor(length / cellSize) + 1);
  return { cellSize, dims: [dims[0], dims[1], dims[2]], min: [...bounds.min] };
}

/** How densely a cloud's points lie where: from it come the size of a point in a picture and what a view must hold. */
export class DensityGrid {
  readonly box: CellBox;
  readonly counts: Uint32Array;
  private cells: Uint32Array | undefined;

  /** An empty grid over `bounds`, which must not be empty; or one that holds `counts` already. */
  constructor(bounds: Box3, counts?: Uint32Array) {
    this.box = densityBox(bounds);
    this.counts = counts ?? new Uint32Array(cellCount(this.box));
  }

  /** Counts one point and returns how many its cell has now; points outside of the box count in its nearest cell. */
  add(x: number, y: number, z: number): number {
    this.cells = undefined;
    return ++this.counts[cellAt(this.box, x, y, z)];
  }

  /** The cells that hold points, in order of memory; nobody but `add` may count meanwhile. */
  get occupied(): Uint32Array {
    this.cells ??= occupiedIn(this.counts);
    return this.cells;
  }

  /** Calls `visit` with the centre and the count of each cell that holds points, in order of memory. */
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

/** The cells whose count is not 0, in order of memory. */
export function occupiedIn(counts: Uint32Array): Uint32Array {
  let found = 0;
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] !== 0) found++;
  const occupied = new Uint32Array(found);
  for (let cell = 0, to = 0; to < found; cell++) if (counts[cell] !== 0) occupied[to++] = cell;
  return occupied;
}

/** The smallest edge, in steps of a tenth, with which a box of `size` stays within the limits. */
function cellSizeFor(size: readonly number[]): number {
  const longest = Math.max(...size, LENGTH_MIN);
  let cellSize = longest / (CELLS_PER_AXIS_MAX - 1);
  const cells = () => size.reduce((product, length) => product * (Math.floor(length / cellSize) + 1), 1);
  while (cells() > CELLS_MAX) cellSize *= 1.1;
  return cellSize;
}

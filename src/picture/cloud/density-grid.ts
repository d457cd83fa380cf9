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

  /** An empty grid over `bounds`, which must not be empty; or one with existing `counts`. */
  constructor(bounds: Box3, counts?: Uint32Array) {
    this.box = densityBox(bounds);
    this.counts = counts ?? new Uint32Array(cellCount(this.box));
  }

  /** Counts one point and returns the new count of its cell; points outside of the box count in the nearest cell. */
  add(x: number, y: number, z: number): number {
    return ++this.counts[cellAt(this.box, x, y, z)];
  }

  /** Calls `visit` with the centre and the count of each occupied cell, in order of memory. */
  forEachOccupied(visit: (x: number, y: number, z: number, count: number) => void): void {
    const { counts } = this;
    const { dims, min, cellSize } = this.box;
    const [nx, ny] = dims;
    for (let row = 0; row < ny * dims[2]; row++)
      for (let cell = row * nx; cell < (row + 1) * nx; cell++) {
        if (counts[cell] === 0) continue;
        const x = min[0] + (cell - row * nx + 0.5) * cellSize;
        const y = min[1] + ((row % ny) + 0.5) * cellSize;
        const z = min[2] + (Math.floor(row / ny) + 0.5) * cellSize;
        visit(x, y, z, counts[cell]);
      }
  }
}

/** The smallest edge, in steps of a tenth, that keeps a box of `size` within the limits. */
function cellSizeFor(size: readonly number[]): number {
  const longest = Math.max(...size, LENGTH_MIN);
  let cellSize = longest / (CELLS_PER_AXIS_MAX - 1);
  const cells = () => size.reduce((product, length) => product * (Math.floor(length / cellSize) + 1), 1);
  while (cells() > CELLS_MAX) cellSize *= 1.1;
  return cellSize;
}

import type { Box3 } from '../../base/vec3.js';

/** Counts of points in cubes over the cloud's box: 16 MiB, however many points come. */
const CELLS_MAX = 2 ** 22;
/** Cells along the longest axis at most: flat clouds gain nothing from finer ones. */
const CELLS_PER_AXIS_MAX = 2048;
/** A cloud of a single point is taken to be a millimetre long. */
const LENGTH_MIN = 1e-3;

/** How densely a cloud's points lie where: from it come the size of a point in a picture and what a view must hold. */
export class DensityGrid {
  readonly cellSize: number;
  readonly dims: readonly [number, number, number];
  readonly counts: Uint32Array;
  readonly min: readonly [number, number, number];

  /** An empty grid over `bounds`, which must not be empty. */
  constructor(bounds: Box3) {
    const size = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
    this.cellSize = cellSizeFor(size);
    this.dims = size.map((length) => Math.floor(length / this.cellSize) + 1) as [number, number, number];
    this.counts = new Uint32Array(this.dims[0] * this.dims[1] * this.dims[2]);
    this.min = [bounds.min[0], bounds.min[1], bounds.min[2]];
  }

  /** Counts one point and returns how many its cell has now; points outside of the box count in its nearest cell. */
  add(x: number, y: number, z: number): number {
    return ++this.counts[this.#cellOf(x, y, z)];
  }

  /** Calls `visit` with the centre and the count of each cell that holds points, in order of memory. */
  forEachOccupied(visit: (x: number, y: number, z: number, count: number) => void): void {
    const [nx, ny, nz] = this.dims;
    for (let k = 0, cell = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++, cell++)
          if (this.counts[cell] > 0)
            visit(this.#centre(0, i), this.#centre(1, j), this.#centre(2, k), this.counts[cell]);
  }

  #centre(axis: number, index: number): number {
    return this.min[axis] + (index + 0.5) * this.cellSize;
  }

  #cellOf(x: number, y: number, z: number): number {
    const [nx, ny, nz] = this.dims;
    const i = Math.min(nx - 1, Math.max(0, Math.floor((x - this.min[0]) / this.cellSize)));
    const j = Math.min(ny - 1, Math.max(0, Math.floor((y - this.min[1]) / this.cellSize)));
    const k = Math.min(nz - 1, Math.max(0, Math.floor((z - this.min[2]) / this.cellSize)));
    return (k * ny + j) * nx + i;
  }
}

/** The smallest edge, in steps of a tenth, with which a box of `size` stays within the limits. */
function cellSizeFor(size: readonly number[]): number {
  const longest = Math.max(...size, LENGTH_MIN);
  let cellSize = longest / (CELLS_PER_AXIS_MAX - 1);
  const cells = () => size.reduce((product, length) => product * (Math.floor(length / cellSize) + 1), 1);
  while (cells() > CELLS_MAX) cellSize *= 1.1;
  return cellSize;
}

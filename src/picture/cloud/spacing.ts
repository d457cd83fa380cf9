import { type CellBox, cellAt } from './cell-box.js';
import { type DensityGrid, occupiedIn } from './density-grid.js';

/** Fewest points in a cell from which their distance is estimated. */
const POINTS_MIN = 5;

/** Counts of points in cells, in cells twice as large, and so on to a single one. */
export interface CountPyramid {
  /** The finest cells. */
  box: CellBox;
  /** Counts of each level, the finest first. */
  counts: readonly Uint32Array[];
}

/** The levels above a full grid. `allocate` makes their arrays, all zero. */
export function countPyramid(
  { box, counts, occupied }: DensityGrid,
  allocate = (length: number): Uint32Array => new Uint32Array(length),
): CountPyramid {
  const levels = [counts];
  let [finest, cells] = [counts, occupied];
  for (let dims = box.dims; finest.length > 1; dims = halved(dims)) {
    finest = coarser(dims, finest, cells, allocate);
    cells = occupiedIn(finest);
    levels.push(finest);
  }
  return { box, counts: levels };
}

const halved = ([nx, ny, nz]: CellBox['dims']): CellBox['dims'] => [(nx + 1) >> 1, (ny + 1) >> 1, (nz + 1) >> 1];

/** Merges two by two by two cells into one; `occupied` lists the occupied ones. */
function coarser(
  dims: CellBox['dims'],
  counts: Uint32Array,
  occupied: Uint32Array,
  allocate: (length: number) => Uint32Array,
): Uint32Array {
  const [nx, ny, nz] = halved(dims);
  const merged = allocate(nx * ny * nz);
  for (let n = 0; n < occupied.length; n++) {
    const cell = occupied[n];
    const row = Math.floor(cell / dims[0]);
    const k = Math.floor(row / dims[1]);
    const [i, j] = [cell - row * dims[0], row - k * dims[1]];
    merged[((k >> 1) * ny + (j >> 1)) * nx + (i >> 1)] += counts[cell];
  }
  return merged;
}

/** Distance between the points of a cloud by place, on the surfaces on which they were measured. */
export class Spacing {
  private readonly box: CellBox;
  private readonly counts: readonly Uint32Array[];
  /** Per level: cells along x and y, and size of a cell in metres. */
  private readonly nx: number[] = [];
  private readonly ny: number[] = [];
  private readonly cellSize: number[] = [];

  constructor({ box, counts }: CountPyramid) {
    this.box = box;
    this.counts = counts;
    let dims = box.dims;
    counts.forEach((_, level) => {
      this.nx.push(dims[0]);
      this.ny.push(dims[1]);
      this.cellSize.push(box.cellSize * 2 ** level);
      dims = halved(dims);
    });
  }

  /**
   * Distance in metres between neighbours around a point of the cloud, from the smallest cell with enough points: a
   * surface through a cell has about the area of one of the cell's sides. If the whole cloud has too few points, the
   * size of the finest cell.
   */
  at(x: number, y: number, z: number): number {
    const { counts, nx, ny, cellSize } = this;
    const cell = cellAt(this.box, x, y, z);
    let count = counts[0][cell];
    if (count >= POINTS_MIN) return cellSize[0] / Math.sqrt(count);
    const row = Math.floor(cell / nx[0]);
    let [i, j, k] = [cell - row * nx[0], row % ny[0], Math.floor(row / ny[0])];
    for (let level = 1; level < counts.length; level++) {
      i >>= 1;
      j >>= 1;
      k >>= 1;
      count = counts[level][(k * ny[level] + j) * nx[level] + i];
      if (count >= POINTS_MIN) return cellSize[level] / Math.sqrt(count);
    }
    return cellSize[0];
  }
}

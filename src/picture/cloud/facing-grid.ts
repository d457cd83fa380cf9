import type { Box3, Vec3 } from '../../base/vec3.js';
import { type CellBox, cellCount } from './cell-box.js';

/**
 * Maximum number of cells along the longest axis: a cell is about the size of a window in a street, or of a branch in a
 * forest.
 */
const CELLS_PER_AXIS_MAX = 128;
const CELL_MIN = 0.25;
/** With a shorter mean normal, a place has no front: leaves, wires, edges. Walls have 0.9 and more. */
const ONE_SIDED_MIN = 0.58;
/** Fewer normals agree by chance. */
const POINTS_MIN = 4;

/** The cubes that sum the normals of a cloud within `bounds`. */
export function facingBox(bounds: Box3): CellBox {
  const size = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
  const cellSize = Math.max(CELL_MIN, Math.max(...size) / CELLS_PER_AXIS_MAX);
  const dims = size.map((length) => Math.floor(length / cellSize) + 1);
  return { cellSize, dims: [dims[0], dims[1], dims[2]], min: [...bounds.min] };
}

/** Numbers per cell: the sum of its normals, and its points. */
export const FACING_SUMS = 4;

/** The surfaces of a cloud with a front that was scanned and a back that was not. */
export class FacingGrid {
  readonly box: CellBox;
  /** 1: the points of this cell face one way. */
  readonly oneSided: Uint8Array;
  private readonly sums: Float32Array;
  private readonly occupied: Uint32Array;

  /** Takes the sums of all cells of `box`, FACING_SUMS numbers each; fills `oneSided` if given. */
  constructor(box: CellBox, sums: Float32Array, oneSided: Uint8Array = new Uint8Array(cellCount(box))) {
    this.box = box;
    this.sums = sums;
    this.oneSided = oneSided;
    let count = 0;
    for (let cell = 0; cell < oneSided.length; cell++) if (sums[FACING_SUMS * cell + 3] !== 0) count++;
    this.occupied = new Uint32Array(count);
    for (let cell = 0, to = 0; cell < oneSided.length; cell++) {
      if (sums[FACING_SUMS * cell + 3] === 0) continue;
      this.occupied[to++] = cell;
      oneSided[cell] = isOneSided(sums, FACING_SUMS * cell) ? 1 : 0;
    }
  }

  /**
   * Number of cells of points that show their front to a viewer who looks along `forward`; cells without a front always
   * count.
   */
  cellsShownTo([x, y, z]: Vec3): number {
    const { sums, occupied, oneSided } = this;
    let shown = 0;
    for (let i = 0; i < occupied.length; i++) {
      const at = FACING_SUMS * occupied[i];
      const facing = sums[at] * x + sums[at + 1] * y + sums[at + 2] * z;
      if (facing < 0 || oneSided[occupied[i]] === 0) shown++;
    }
    return shown;
  }
}

function isOneSided(sums: Float32Array, at: number): boolean {
  const [x, y, z, count] = [sums[at], sums[at + 1], sums[at + 2], sums[at + 3]];
  return x * x + y * y + z * z >= (ONE_SIDED_MIN * count) ** 2 && count >= POINTS_MIN;
}

import type { Box3, Vec3 } from '../../base/vec3.js';

/** Cells along the longest axis: about the size of a window in a street, of a branch in a wood. */
const CELLS_PER_AXIS_MAX = 128;
const CELL_MIN = 0.25;
/** Below this length of the mean normal a place has no front: leaves, wires, edges. Walls have 0.9 and more. */
const ONE_SIDED_MIN = 0.58;
/** Fewer normals agree by chance. */
const POINTS_MIN = 4;

/** Which places of a cloud are surfaces with a front that was scanned and a back that was not. */
export class FacingGrid {
  readonly #min: readonly number[];
  readonly #dims: number[];
  readonly #cellSize: number;
  /** Sum of normals and number of points: 4 entries a cell. */
  readonly #sums: Float32Array;

  constructor(bounds: Box3) {
    const size = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
    this.#cellSize = Math.max(CELL_MIN, Math.max(...size) / CELLS_PER_AXIS_MAX);
    this.#min = [...bounds.min];
    this.#dims = size.map((length) => Math.floor(length / this.#cellSize) + 1);
    this.#sums = new Float32Array(4 * this.#dims[0] * this.#dims[1] * this.#dims[2]);
  }

  add(x: number, y: number, z: number, normalX: number, normalY: number, normalZ: number): void {
    const at = this.#at(x, y, z);
    this.#sums[at] += normalX;
    this.#sums[at + 1] += normalY;
    this.#sums[at + 2] += normalZ;
    this.#sums[at + 3]++;
  }

  /** Whether the points around (x, y, z) face one way. */
  isOneSided(x: number, y: number, z: number): boolean {
    return this.#isOneSidedCell(this.#at(x, y, z));
  }

  /** How many cells of points show their front to someone who looks along `forward`; loose ones always do. */
  cellsShownTo(forward: Vec3): number {
    let shown = 0;
    for (let at = 0; at < this.#sums.length; at += 4) {
      if (this.#sums[at + 3] === 0) continue;
      const facing = this.#sums[at] * forward[0] + this.#sums[at + 1] * forward[1] + this.#sums[at + 2] * forward[2];
      if (facing < 0 || !this.#isOneSidedCell(at)) shown++;
    }
    return shown;
  }

  #isOneSidedCell(at: number): boolean {
    const [sx, sy, sz, count] = [this.#sums[at], this.#sums[at + 1], this.#sums[at + 2], this.#sums[at + 3]];
    return sx * sx + sy * sy + sz * sz >= (ONE_SIDED_MIN * count) ** 2 && count >= POINTS_MIN;
  }

  #at(x: number, y: number, z: number): number {
    const index = (value: number, axis: number) =>
      Math.min(this.#dims[axis] - 1, Math.max(0, Math.floor((value - this.#min[axis]) / this.#cellSize)));
    return 4 * ((index(z, 2) * this.#dims[1] + index(y, 1)) * this.#dims[0] + index(x, 0));
  }
}

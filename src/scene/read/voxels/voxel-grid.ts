import type { Vec3 } from '../../../base/vec3.js';

/** Occupied cells of a grid that is parallel to the axes. */
export interface VoxelGrid {
  /** Corner of cell (0, 0, 0). */
  min: Vec3;
  /** Edges of a cell along x, y, z. */
  size: Vec3;
  /** Cells along x, y, z; their product is a safe integer. */
  counts: Vec3;
  /** Keys of the occupied cells (`cellKey`), ascending, each once. */
  keys: Float64Array;
}

/** The key of cell (i, j, k). */
export const cellKey = ([, ny, nz]: Vec3, i: number, j: number, k: number): number => (i * ny + j) * nz + k;

/** The cell of a key. */
export function cellOfKey([, ny, nz]: Vec3, key: number): [number, number, number] {
  const row = Math.floor(key / nz);
  return [Math.floor(row / ny), row % ny, key % nz];
}

/** Cells along each axis, few enough for exact keys; undefined if there are too many. */
export function gridCounts(extent: Vec3, size: number): Vec3 | undefined {
  const [nx, ny, nz] = extent.map((length) => Math.floor(length / size) + 1);
  return nx * ny * nz <= Number.MAX_SAFE_INTEGER ? [nx, ny, nz] : undefined;
}

/** The index of a key among those of the occupied cells; undefined if the cell is not occupied. */
export function placeOfKey({ keys }: Pick<VoxelGrid, 'keys'>, key: number): number | undefined {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key ? low : undefined;
}

/** The middle of a cell. */
export const middleOfCell = ({ min: [x, y, z], size }: Pick<VoxelGrid, 'min' | 'size'>, [i, j, k]: Vec3): Vec3 => [
  x + (i + 0.5) * size[0],
  y + (j + 0.5) * size[1],
  z + (k + 0.5) * size[2],
];

import type { Vec3 } from '../../../base/vec3.js';
import { cellKey } from '../voxels/voxel-grid.js';

/** The rows that count, and what is said of those that do not. */
export interface SingleRows {
  /** In their order, one a voxel. */
  rows: Uint32Array;
  /** The first row of a voxel that has one already, that one, and the number of rows that others replace. */
  repeated: { row: number; earlier: number; count: number };
}

/** The last row of each voxel, of the i, j, k of all rows; undefined if no voxel has two, as in what AMAPVox writes. */
export function singleRows(counts: Vec3, cells: Uint32Array): SingleRows | undefined {
  const keys = Float64Array.from({ length: cells.length / 3 }, (_, row) =>
    cellKey(counts, cells[3 * row], cells[3 * row + 1], cells[3 * row + 2]),
  );
  // AMAPVox writes them in this order.
  if (keys.every((key, row) => row === 0 || keys[row - 1] < key)) return undefined;
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
  const isAgain = (at: number) => at > 0 && keys[order[at]] === keys[order[at - 1]];
  const again = Array.from(order, (_, at) => at).filter(isAgain);
  if (again.length === 0) return undefined;
  const first = again.reduce((best, at) => (order[at] < order[best] ? at : best));
  return {
    rows: order.filter((_, at) => !isAgain(at + 1)).sort(),
    repeated: { row: order[first], earlier: order[first - 1], count: again.length },
  };
}

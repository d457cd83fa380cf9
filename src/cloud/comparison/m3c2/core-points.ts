import type { SourcePlace } from '../../../base/errors.js';
import type { Steps } from '../../../base/steps.js';
import { CellSet } from '../../cell-set.js';
import type { PointTree } from '../point-tree.js';
import { everyIndex } from '../sorted-order.js';

/** Points passed over between two yields. */
const POINTS_A_STEP = 65_536;

/** Core points of a cloud, in the order of its points. */
export interface CorePoints {
  /** Number of each point before the tree was grown, ascending. */
  ids: Uint32Array;
  /** Index of each in the tree. */
  indices: Uint32Array;
}

/**
 * The first point, in the cloud's own order, in each cube of this side (metres, from 0, 0, 0), or all points. Throws
 * UserError for too many cubes.
 */
export function* corePoints({ places, ids }: PointTree, core: number | 'all', place?: SourcePlace): Steps<CorePoints> {
  const count = ids.length;
  const indices = new Uint32Array(count);
  for (let i = 0; i < count; i++) indices[ids[i]] = i;
  if (core === 'all') return { ids: everyIndex(count), indices };
  const cells = new CellSet();
  const chosen = new Uint32Array(count);
  let length = 0;
  for (let id = 0; id < count; id++) {
    const at = 3 * indices[id];
    const [x, y, z] = [places[at], places[at + 1], places[at + 2]];
    if (cells.add(Math.floor(x / core), Math.floor(y / core), Math.floor(z / core), place)) chosen[length++] = id;
    if (id % POINTS_A_STEP === 0) yield;
  }
  const found = chosen.slice(0, length);
  return { ids: found, indices: found.map((id) => indices[id]) };
}

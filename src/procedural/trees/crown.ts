import { TURN } from '../../base/angle.js';
import type { Mesh } from '../../scene/model.js';

/** Directions in which the radius of a crown is measured. */
const DIRECTIONS = 8;

/** Mean of the distances of the outermost vertices of a tree's mesh from its axis z, in eight directions [m]. */
export function crownRadius({ positions: p, indices }: Mesh): number {
  const reach = new Float64Array(DIRECTIONS);
  for (const vertex of indices) {
    const [x, y] = [p[3 * vertex], p[3 * vertex + 1]];
    const sector = Math.floor(((Math.atan2(y, x) / TURN + 1) % 1) * DIRECTIONS) % DIRECTIONS;
    reach[sector] = Math.max(reach[sector], Math.hypot(x, y));
  }
  return reach.reduce((sum, radius) => sum + radius, 0) / DIRECTIONS;
}

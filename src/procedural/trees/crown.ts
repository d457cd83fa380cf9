import { TURN } from '../../base/angle.js';
import type { Mesh } from '../../scene/model.js';
import { FOLIAGE } from './foliage.js';

/** Directions in which the radius of a crown is measured. */
const DIRECTIONS = 8;

/** The crown of a tree, in the frame of its mesh, metres. */
export interface Crown {
  /** Height of its lowest leaf, or of the foot of the lowest branch of a bare tree. */
  base: number;
  /** Mean of the distances of its outermost vertices from the trunk's axis, in eight directions. */
  radius: number;
}

/** The crown of a tree's mesh, whose axis is z; undefined: it has neither leaves nor branches. */
export function crownOf({ positions: p, indices, groups, triangleGroup }: Mesh): Crown | undefined {
  const has = (name: string) => groups.some(({ group }) => group === name);
  const lowest = [FOLIAGE, 'branches'].find(has);
  if (lowest === undefined) return undefined;
  const reach = new Float64Array(DIRECTIONS);
  let base = Infinity;
  for (const [corner, vertex] of indices.entries()) {
    const [x, y, z] = [p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]];
    const sector = Math.floor(((Math.atan2(y, x) / TURN + 1) % 1) * DIRECTIONS) % DIRECTIONS;
    reach[sector] = Math.max(reach[sector], Math.hypot(x, y));
    if (groups[triangleGroup[Math.floor(corner / 3)]].group === lowest) base = Math.min(base, z);
  }
  return { base, radius: reach.reduce((sum, radius) => sum + radius, 0) / DIRECTIONS };
}

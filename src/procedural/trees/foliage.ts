import type { Mesh } from '../../scene/model.js';

/** Group of the leaves of a tree. */
export const FOLIAGE = 'foliage';
/** Vertices of a leaf; its foot is the first. */
const LEAF_VERTICES = 4;
/** Steps of the steepness of leaves: errors of areas stay below 0.1 %. */
const STEPS = 64;

/** Number of the first vertex of the leaves of a tree, behind which there are no others; undefined: it is bare. */
function firstLeaf({ groups, triangleGroup, indices }: Mesh): number | undefined {
  const foliage = groups.findIndex(({ group }) => group === FOLIAGE);
  const triangle = triangleGroup.indexOf(foliage);
  return foliage < 0 || triangle < 0 ? undefined : indices[3 * triangle];
}

/** The area of the leaves of a tree's mesh by their steepness, from which it follows for a tree of another size. */
export class FoliageArea {
  private readonly areas = new Float64Array(STEPS);

  constructor(mesh: Mesh) {
    const { positions: p, indices, groups, triangleGroup } = mesh;
    const foliage = groups.findIndex(({ group }) => group === FOLIAGE);
    for (let triangle = 0; triangle < triangleGroup.length; triangle++) {
      if (triangleGroup[triangle] !== foliage) continue;
      const a = 3 * indices[3 * triangle];
      const b = 3 * indices[3 * triangle + 1];
      const c = 3 * indices[3 * triangle + 2];
      const ux = p[b] - p[a];
      const uy = p[b + 1] - p[a + 1];
      const uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a];
      const vy = p[c + 1] - p[a + 1];
      const vz = p[c + 2] - p[a + 2];
      const up = Math.abs(ux * vy - uy * vx);
      const double = Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + up ** 2);
      this.areas[Math.min(STEPS - 1, Math.floor((STEPS * up) / double))] += double / 2;
    }
  }

  /** Area [m²] of the leaves of a tree that is `wide` times as wide and `tall` times as high. */
  scaled(wide: number, tall: number): number {
    return this.areas.reduce((sum, area, step) => {
      const up = (step + 0.5) / STEPS;
      return sum + area * wide * Math.sqrt(tall * tall * (1 - up * up) + wide * wide * up * up);
    }, 0);
  }
}

/** Makes the leaves of a tree's mesh `factor` times as long and wide; their feet stay. */
export function resizeLeaves(mesh: Mesh, factor: number): void {
  const { positions } = mesh;
  const first = firstLeaf(mesh);
  if (first === undefined) return;
  for (let leaf = 3 * first; leaf < positions.length; leaf += 3 * LEAF_VERTICES)
    for (let k = 3; k < 3 * LEAF_VERTICES; k++) {
      const foot = positions[leaf + (k % 3)];
      positions[leaf + k] = foot + factor * (positions[leaf + k] - foot);
    }
}

/** Length [m] of the longest leaf of a tree's mesh; 0 if it is bare. */
export function longestLeaf(mesh: Mesh): number {
  const { positions: p } = mesh;
  const first = firstLeaf(mesh) ?? p.length / 3;
  let longest = 0;
  for (let a = 3 * first; a < p.length; a += 3 * LEAF_VERTICES) {
    const c = a + 6;
    longest = Math.max(longest, Math.hypot(p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]));
  }
  return longest;
}

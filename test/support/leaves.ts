import { add, cross, normalize, scale, subtract, type Vec3 } from '../../src/base/vec3.js';
import { testRandom } from './random.js';
import { rectangle } from './scenes.js';

/** A box full of leaves before a scanner that looks along +y. */
export interface Foliage {
  /** Of the box, which begins at `near` and is `depth` metres deep; its middle lies on the y axis. */
  side: number;
  near: number;
  depth: number;
  /** One side of the leaves over the cross-section of the box. */
  leafAreaIndex: number;
  /** Edge of a leaf, which is a square. */
  leaf: number;
  /** Random: turned anyhow, all directions equally likely (G ½). Facing: across the beam (G 1). */
  leaves: 'random' | 'facing';
}

/** Leaves anywhere in the box: triangles. */
export function foliage({ side, near, depth, leafAreaIndex, leaf, leaves }: Foliage): number[] {
  const random = testRandom(15);
  const triangles: number[] = [];
  for (let k = 0; k < (leafAreaIndex * side * side) / leaf ** 2; k++) {
    const middle: Vec3 = [(random() - 0.5) * side, near + random() * depth, (random() - 0.5) * side];
    const normal: Vec3 = leaves === 'random' ? turned(random) : [0, 1, 0];
    const u = scale(normalize(cross(normal, turned(random))), leaf);
    const v = scale(normalize(cross(normal, u)), leaf);
    triangles.push(...rectangle(subtract(middle, scale(add(u, v), 0.5)), u, v));
  }
  return triangles;
}

/** A direction, all equally likely. */
function turned(random: () => number): Vec3 {
  const z = 2 * random() - 1;
  const azimuth = 2 * Math.PI * random();
  return [Math.sqrt(1 - z * z) * Math.cos(azimuth), Math.sqrt(1 - z * z) * Math.sin(azimuth), z];
}

import type { Scene } from '../scene.js';

/** The objects of a scene with a surface that is fixed to the platform of the scanners, by number. */
export function carriedObjects({ instances, motions = [], meshes, surfaces }: Scene): Set<number> {
  const found = new Set<number>();
  for (const { motion, mesh, surfaceBase } of instances) {
    if (motion === undefined || !motions[motion].isPlatform) continue;
    for (const { instance } of surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length))
      found.add(instance);
  }
  return found;
}

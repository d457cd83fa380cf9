import type { Mesh } from '../model.js';
import { trianglesByGroup } from '../model.js';
import type { Scene } from '../scene.js';

/** Use of a material in a scene. */
export interface MaterialUse {
  /** Names of the objects with this material, in the order of their ids. */
  objects: string[];
  /**
   * Counted with every instance; for a material selected by a picture, all triangles with the picture. Leaves
   * of media are no triangles.
   */
  triangles: number;
}

/** The uses of each of the scene's materials, including possible ones through a picture of materials. */
export function materialUses({ materials, instances, meshes, media = [], surfaces, names }: Scene): MaterialUse[] {
  const objects = materials.map(() => new Set<number>());
  const triangles = materials.map(() => 0);
  const counts = new Map<Mesh, readonly number[]>();
  for (const { mesh: index, surfaceBase } of instances) {
    const mesh = meshes[index];
    const known = counts.get(mesh) ?? trianglesByGroup(mesh);
    counts.set(mesh, known);
    known.forEach((count, group) => {
      if (count === 0) return;
      const { material, instance } = surfaces[surfaceBase + group];
      for (const one of new Set([material, ...(materials[material].textures?.materials ?? [])])) {
        triangles[one] += count;
        objects[one].add(instance);
      }
    });
  }
  for (const { surface } of media) objects[surfaces[surface].material].add(surfaces[surface].instance);
  return materials.map((_, m) => ({
    objects: [...objects[m]].sort((a, b) => a - b).map((instance) => names.instances[instance]),
    triangles: triangles[m],
  }));
}

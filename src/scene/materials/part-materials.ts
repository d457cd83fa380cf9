import type { Material, Model } from '../model.js';

/** The model with `materials`, at least one, on its groups in turn, and none of its own materials and pictures. */
export function withMaterials({ textures: _, ...model }: Model, materials: readonly Material[]): Model {
  const meshes = model.meshes.map((mesh) => ({
    ...mesh,
    groups: mesh.groups.map((group, k) => ({ ...group, material: k % materials.length })),
  }));
  return { ...model, meshes, materials: [...materials] };
}

import type { Material, Model } from './model.js';

/** The model with `material` on all of its surfaces, and none of its own materials and pictures. */
export function withOneMaterial({ textures: _, ...model }: Model, material: Material): Model {
  const meshes = model.meshes.map((mesh) => ({
    ...mesh,
    groups: mesh.groups.map((group) => ({ ...group, material: 0 })),
  }));
  return { ...model, meshes, materials: [material] };
}

import { materialSchema } from '../file/material-schema.js';
import { type CataloguedMaterial, resolveMaterial } from '../file/resolve-material.js';
import { MATERIAL_DEFINITIONS } from './catalogue.generated.js';

let materials: readonly CataloguedMaterial[] | undefined;

/** The materials that ship with subray, the files of brdf-db, by id; the same list at each call. */
export function shippedMaterials(): readonly CataloguedMaterial[] {
  materials ??= MATERIAL_DEFINITIONS.map((definition) => {
    const material = resolveMaterial(materialSchema.parse(definition));
    return { ...material, file: `brdf-db/${material.id}.yaml` };
  });
  return materials;
}

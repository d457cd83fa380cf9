import { type CataloguedMaterial, resolveMaterial } from '../file/resolve-material.js';
import { MATERIAL_DEFINITIONS } from './catalogue.generated.js';

let materials: readonly CataloguedMaterial[] | undefined;

/**
 * The materials that ship with subray, the files of brdf-db, by id; the same list at each call. The build has checked
 * them.
 *
 * @example
 * ```ts
 * const brick = materialByName('brick', shippedMaterials());
 * ```
 */
export function shippedMaterials(): readonly CataloguedMaterial[] {
  materials ??= MATERIAL_DEFINITIONS.map((json) => {
    const material = resolveMaterial(JSON.parse(json));
    return { ...material, file: `brdf-db/${material.id}.yaml` };
  });
  return materials;
}

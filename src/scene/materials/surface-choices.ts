import type { SceneMaterial, Surface } from '../scene.js';

/**
 * `surfaces`, followed by the alternatives of those whose material has a picture of materials: the same surface with
 * each of these materials. `choices` is the index of the first.
 */
export function withChoices(surfaces: readonly Surface[], materials: readonly SceneMaterial[]): Surface[] {
  const all: Surface[] = [...surfaces];
  surfaces.forEach((surface, s) => {
    const { material: picture, materials: told = [] } = materials[surface.material].textures ?? {};
    if (picture === undefined || told.length === 0) return;
    all[s] = { ...surface, choices: all.length };
    for (const material of told) all.push({ ...surface, material });
  });
  return all;
}

import type { SceneMaterial, Surface } from './scene.js';

/**
 * `surfaces`, and behind them, for each whose material has a picture that tells materials apart, a surface of each of these:
 * the same but for its material. `choices` says where they begin.
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

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Model } from '../../src/scene/model.js';
import { readModel } from '../../src/scene/read/read-model.js';
import { keepingLog } from './scene-files.js';

const SCENES = new URL('../../../shared/scenes/', import.meta.url).pathname;

const triangles = (model: Model) =>
  model.instances.reduce((sum, { mesh }) => sum + model.meshes[mesh].triangleGroup.length, 0);
const objects = (model: Model) =>
  new Set(model.meshes.flatMap((mesh) => mesh.groups.map((group) => group.object))).size;

/** Of red, green, blue and alpha, to 3 decimals. */
function storedMean(texels: Uint8Array = new Uint8Array()): number[] {
  const sums = [0, 0, 0, 0];
  texels.forEach((value, i) => {
    sums[i & 3] += value;
  });
  return sums.map((sum) => Math.round((4000 * sum) / texels.length) / 1000);
}

describe.skipIf(!existsSync(SCENES))('scenes of others (skipped: ../shared/scenes is not here)', () => {
  const read = async (path: string) => {
    const log = keepingLog();
    const model = await readModel(SCENES + path, { files: nodeFiles, log });
    return { model, warnings: log.warnings.map((line) => line.replace(SCENES, '')) };
  };

  it('reads kaykit_city, whose material library has another name for its material', async () => {
    const { model, warnings } = await read('kaykit_city/kaykit_city.obj');
    expect(warnings).toEqual([
      'kaykit_city/kaykit_city.obj: 22 of 95453 triangles have no area and were left out',
      'kaykit_city/kaykit_city.obj: no material library describes "citybits_texture": the words of its name decide, or else plain grey; subray material assign shows what it became',
    ]);
    expect(triangles(model)).toBe(95453 - 22);
    expect(objects(model)).toBe(398);
    expect(model.materials.map(({ name }) => name)).toEqual(['citybits_texture']);
  });

  it('reads delft', async () => {
    const { model, warnings } = await read('delft/delft.obj');
    expect(warnings).toEqual([expect.stringContaining('no material library describes "Bridge", "LandUse"')]);
    expect(triangles(model)).toBe(36269);
    expect(objects(model)).toBe(570);
    expect(model.materials.map(({ name }) => name).sort()).toEqual([
      'Bridge',
      'Building',
      'GenericCityObject',
      'LandUse',
      'PlantCover',
      'Road',
      'WaterBody',
    ]);
  });

  it('reads smallpine', async () => {
    const { model } = await read('smallpine/scene.gltf');
    expect(triangles(model)).toBe(1650);
    expect(model.instances.map(({ name }) => name)).toEqual(['Trunk_Trunk_0', 'Branches_M_TreeAtlas_0']);
    expect(model.materials.map(({ name }) => name)).toEqual(['Trunk', 'M_TreeAtlas']);
    const [trunk, branches] = model.materials;
    expect(trunk.textures).toEqual({ baseColor: 0 });
    expect(branches).toMatchObject({ textures: { baseColor: 1, alpha: 1 }, alphaCutoff: 0.5 });
    expect(model.textures?.map(({ width, height }) => [width, height])).toEqual([
      [1024, 1024],
      [2048, 2048],
    ]);
    // The mean of the stored values, by Pillow 12.3.
    expect(storedMean(model.textures?.[0].texels)).toEqual([67.002, 68.767, 55.947, 255]);
    expect(storedMean(model.textures?.[1].texels)).toEqual([37.456, 51.759, 24.465, 56.732]);
    expect(model.meshes.every(({ uvs, positions }) => uvs?.length === (2 * positions.length) / 3)).toBe(true);
  });

  it('reads vianney_house_2', async () => {
    const { model, warnings } = await read('vianney_house_2/scene.gltf');
    expect(warnings).toEqual([]);
    expect(triangles(model)).toBe(56674);
    expect(model.materials).toHaveLength(14);
    expect(model.textures?.map(({ name }) => name)).toEqual([
      'textures/floor_baseColor.png',
      'textures/starirs_steps_baseColor.jpeg',
    ]);
    // Pillow 12.3 has 219.273, 179.506, 131.842: it smooths the colours of the JPEG file, which
    // have half the resolution.
    storedMean(model.textures?.[1].texels).forEach((mean, k) => {
      expect(Math.abs(mean - [219.273, 179.506, 131.842, 255][k])).toBeLessThan(0.7);
    });
    expect(model.materials.filter(({ textures }) => textures?.alpha !== undefined)).toEqual([]);
  });
});

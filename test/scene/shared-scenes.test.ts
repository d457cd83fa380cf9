import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../src/base/log.js';
import type { Model } from '../../src/scene/model.js';
import { readModel } from '../../src/scene/read/read-model.js';

const SCENES = new URL('../../../shared/scenes/', import.meta.url).pathname;

const triangles = (model: Model) =>
  model.instances.reduce((sum, { mesh }) => sum + model.meshes[mesh].triangleGroup.length, 0);
const objects = (model: Model) => new Set(model.meshes.flatMap((mesh) => mesh.groups.map((group) => group.object))).size;

describe.skipIf(!existsSync(SCENES))('scenes of others (skipped: ../shared/scenes is not here)', () => {
  const read = (path: string) => readModel(SCENES + path, { log: SILENT_LOG });

  it('reads kaykit_city', async () => {
    const model = await read('kaykit_city/kaykit_city.obj');
    console.log(triangles(model));
    expect(objects(model)).toBe(398);
    expect(model.materials[0]).toMatchObject({ name: 'citybits', baseColor: [0.6, 0.6, 0.6, 1] });
  });

  it('reads delft', async () => {
    const model = await read('delft/delft.obj');
    console.log(triangles(model), model.materials);
    expect(objects(model)).toBe(570);
  });

  it('reads smallpine', async () => {
    const model = await read('smallpine/scene.gltf');
    expect(triangles(model)).toBe(1650);
    console.log(model.instances, model.materials);
  });

  it('reads vianney_house_2', async () => {
    const model = await read('vianney_house_2/scene.gltf');
    console.log(triangles(model));
    expect(model.materials).toHaveLength(14);
  });
});

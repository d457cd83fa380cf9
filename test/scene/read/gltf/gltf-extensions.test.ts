import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import type { Model } from '../../../../src/scene/model.js';
import { readModel } from '../../../../src/scene/read/read-model.js';
import { faultOf, keepingLog, temporaryFolder } from '../../scene-files.js';
import { type Data, glb, type Json, sceneOf } from './gltf-files.js';

const folder = temporaryFolder();
let files = 0;
const TRIANGLE: Data = { values: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), type: 'VEC3' };
const read = (more: Json, log = keepingLog()): Promise<Model> =>
  readModel(folder.write(`${files++}.glb`, glb(sceneOf([{ attributes: { POSITION: 0 } }], more), [TRIANGLE])), {
    files: nodeFiles,
    log,
  });

describe('a reader of extensions', () => {
  it('keeps silent about those that a laser does not notice, required or not', async () => {
    const log = keepingLog();
    const names = ['KHR_materials_unlit', 'KHR_lights_punctual', 'KHR_xmp_json_ld', 'KHR_materials_variants'];
    await read({ extensionsUsed: [...names, 'KHR_mesh_quantization'], extensionsRequired: names }, log);
    expect(log.warnings).toEqual([]);
  });

  it('names each that it passes over, once, with the consequence', async () => {
    const log = keepingLog();
    await read({ extensionsUsed: ['KHR_materials_sheen', 'KHR_materials_sheen', 'ACME_paint'] }, log);
    expect(log.warnings).toEqual([
      expect.stringContaining('KHR_materials_sheen is passed over: cloth has no sheen at grazing angles'),
      expect.stringContaining('ACME_paint is passed over: it is not known what that leaves out'),
    ]);
  });

  it('ends where one is required that it does not read, or that changes geometry', async () => {
    const required = await faultOf(read({ extensionsRequired: ['KHR_materials_clearcoat'] }));
    expect(required).toContain('requires KHR_materials_clearcoat, which is not read: coats of lacquer reflect nothing');
    expect(required).toContain('Export the model again without KHR_materials_clearcoat.');
    expect(await faultOf(read({ extensionsRequired: ['ACME_shape'] }))).toContain(
      'requires ACME_shape, which is not read',
    );
    expect(await faultOf(read({ extensionsUsed: ['CESIUM_RTC'] }))).toContain(
      'uses CESIUM_RTC, which is not read: the model lies at a centre that only this extension states',
    );
  });

  it('takes names like those of every object for names', async () => {
    const log = keepingLog();
    await read({ extensionsUsed: ['toString', '__proto__', 7] }, log);
    expect(log.warnings).toHaveLength(2);
  });
});

describe('a reader of materials', () => {
  const materialOf = async (material: Json, log = keepingLog()) => {
    const json = sceneOf([{ attributes: { POSITION: 0 }, material: 0 }], { materials: [{ name: 'm', ...material }] });
    const path = folder.write(`${files++}.glb`, glb(json, [TRIANGLE]));
    return (await readModel(path, { files: nodeFiles, log })).materials[0];
  };
  const rough = { metallicFactor: 0, roughnessFactor: 0.5 };

  it('reads specular-glossiness as SpecGlossVsMetalRough has it', async () => {
    const KHR_materials_pbrSpecularGlossiness = {
      diffuseFactor: [0.2, 0.4, 0.6, 0.9],
      specularFactor: [0.25, 0.25, 0.25],
      glossinessFactor: 0.75,
    };
    const material = await materialOf({ extensions: { KHR_materials_pbrSpecularGlossiness } });
    expect(material).toEqual({
      name: 'm',
      baseColor: [0.2, 0.4, 0.6, 0.9],
      metallicRoughness: { metallic: 0, roughness: 0.25, dielectric: expect.closeTo(0.25) },
    });
    expect(await materialOf({ extensions: { KHR_materials_pbrSpecularGlossiness: {} } })).toEqual({
      name: 'm',
      baseColor: [1, 1, 1, 1],
    });
  });

  it.each([
    ['an index of refraction', { KHR_materials_ior: { ior: 2 } }, 1 / 9],
    ['no refraction at all', { KHR_materials_ior: { ior: 0 } }, 1],
    ['a specular factor', { KHR_materials_specular: { specularFactor: 0.5 } }, 0.02],
    ['a specular colour', { KHR_materials_specular: { specularColorFactor: [2, 2, 2] } }, 0.08],
  ])('derives the reflectance of a non-metal from %s', async (_, extensions, dielectric) => {
    const { metallicRoughness } = await materialOf({ pbrMetallicRoughness: rough, extensions });
    expect(metallicRoughness).toEqual({ metallic: 0, roughness: 0.5, dielectric: expect.closeTo(dielectric, 9) });
  });

  it('takes what is let through from what is reflected', async () => {
    const glass = { KHR_materials_transmission: { transmissionFactor: 0.5 } };
    const leaf = { KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 0.5 } };
    expect((await materialOf({ extensions: glass })).transmission).toBe(0.5);
    expect((await materialOf({ extensions: { ...glass, ...leaf } })).transmission).toBe(0.75);
    const log = keepingLog();
    const masked = { KHR_materials_transmission: { transmissionFactor: 0.5, transmissionTexture: { index: 0 } } };
    expect((await materialOf({ extensions: masked }, log)).transmission).toBeUndefined();
    expect(log.warnings).toEqual([expect.stringContaining('only an image says where material "m" lets light through')]);
  });

  it('multiplies the base colour with the mean colour of the vertices', async () => {
    const colors: Data = {
      values: Uint8Array.from([255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 0, 255]),
      type: 'VEC4',
      more: { normalized: true },
    };
    const attributes = { POSITION: 0, COLOR_0: 1 };
    const json = sceneOf([{ attributes }, { attributes, material: 0 }, { attributes: { POSITION: 0 }, material: 0 }], {
      materials: [{ name: 'm', pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1] } }],
    });
    const { materials } = await readModel(folder.write(`${files++}.glb`, glb(json, [TRIANGLE, colors])), {
      files: nodeFiles,
      log: keepingLog(),
    });
    const third = Math.round(64 / 3) / 64;
    expect(materials.map(({ baseColor }) => baseColor)).toEqual([
      [1, third, 0, 1],
      [0.5, third / 2, 0, 1],
      [0.5, 0.5, 0.5, 1],
    ]);
  });
});

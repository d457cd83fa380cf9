import { describe, expect, it, vi } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { JPEG } from '../image/images.js';
import { WEBP_LOSSLESS } from '../image/packed-images.js';
import { faultOf, temporaryFolder } from '../scene-files.js';
import { HOLE, LEAF, MASK, OPAQUE, RED, uvsOf, wholeLog } from './texture-files.js';

const folder = temporaryFolder();

describe('a reader of textures of glTF', () => {
  const POSITIONS = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const UVS = Float32Array.from([0, 0, 1, 0, 0, 1]);
  let files = 0;

  type Json = Record<string, unknown>;
  const dataUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

  /**
   * A triangle a material, with texture coordinates unless `bare` says otherwise; the images lie in the buffer, one
   * after the other.
   */
  function write(json: Json, images: Uint8Array[], bare: boolean[] = []): string {
    const parts = [POSITIONS, UVS, ...images].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    const offsets = parts.map((_, k) => parts.slice(0, k).reduce((sum, { length }) => sum + length, 0));
    const materials = json.materials as Json[];
    const document = {
      asset: { version: '2.0' },
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: materials.map((_, material) => ({
            attributes: { POSITION: 0, ...(!bare[material] && { TEXCOORD_0: 1 }) },
            material,
          })),
        },
      ],
      accessors: ['VEC3', 'VEC2'].map((type, bufferView) => ({ bufferView, componentType: 5126, count: 3, type })),
      bufferViews: parts.map(({ length }, k) => ({ buffer: 0, byteOffset: offsets[k], byteLength: length })),
      buffers: [{ byteLength: Buffer.concat(parts).length, uri: dataUri(Buffer.concat(parts)) }],
      images: images.map((_, k) => ({ bufferView: 2 + k, name: `image ${k}` })),
      textures: images.map((_, source) => ({ source })),
      ...json,
    };
    return folder.write(`${files++}.gltf`, JSON.stringify(document));
  }
  const read = (json: Json, images: Uint8Array[] = [], bare: boolean[] = [], log = wholeLog()): Promise<Model> =>
    readModel(write(json, images, bare), { files: nodeFiles, log });
  const textured = (info: Json = {}, more: Json = {}, factor: Json = {}) => ({
    name: 'm',
    pbrMetallicRoughness: { baseColorTexture: { index: 0, ...info }, ...factor },
    ...more,
  });

  it('reads images in buffers, data URIs and files, each once, with the wrapping of their samplers', async () => {
    folder.write('textures/my leaf.png', LEAF);
    const { textures, materials } = await read(
      {
        materials: [0, 1, 2, 3].map((index) => textured({ index })),
        images: [{ bufferView: 2, name: 'inside' }, { uri: dataUri(LEAF) }, { uri: 'textures/my%20leaf.png' }],
        samplers: [{ wrapS: 33071, wrapT: 33648 }, {}],
        textures: [{ source: 0, sampler: 0 }, { source: 1, sampler: 1 }, { source: 2 }, { source: 0 }],
      },
      [JPEG],
    );
    expect(textures?.map(({ name, width, height, wrapU, wrapV }) => [name, width, height, wrapU, wrapV])).toEqual([
      ['inside', 16, 8, 'clamp', 'mirror'],
      ['images[1]', 2, 1, 'repeat', 'repeat'],
      ['textures/my%20leaf.png', 2, 1, 'repeat', 'repeat'],
      ['inside', 16, 8, 'repeat', 'repeat'],
    ]);
    expect(textures?.[3].texels).toBe(textures?.[0].texels);
    expect([...(textures?.[1].texels ?? [])]).toEqual([...RED, ...HOLE]);
    expect(materials.map((material) => material.textures?.baseColor)).toEqual([0, 1, 2, 3]);
  });

  it('multiplies colours with their factor; the material’s colour is their mean', async () => {
    const { materials } = await read({ materials: [textured({}, {}, { baseColorFactor: [0.5, 1, 0.25, 0.8] })] }, [
      OPAQUE,
    ]);
    expect(materials[0]).toEqual({
      name: 'm',
      baseColor: [0.25, 0, 0.125, 0.8],
      textures: { baseColor: 0, tint: [0.5, 1, 0.25] },
    });
  });

  it('cuts out what MASK and BLEND leave transparent, and only that', async () => {
    const log = wholeLog();
    const materials = [
      textured({}, { alphaMode: 'MASK' }),
      textured({}, { alphaMode: 'MASK', alphaCutoff: 0.2 }, { baseColorFactor: [1, 1, 1, 0.8] }),
      textured({}, { alphaMode: 'MASK' }, { baseColorFactor: [1, 1, 1, 0.4] }),
      textured({}, { alphaMode: 'BLEND', name: 'twig' }, { baseColorFactor: [1, 1, 1, 0.4] }),
      textured({}, {}),
      textured({ index: 1 }, { alphaMode: 'BLEND' }),
      { alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.1] } },
    ];
    const model = await read({ materials }, [LEAF, OPAQUE], [], log);
    expect(model.materials.map(({ textures, alphaCutoff }) => [textures?.alpha, alphaCutoff])).toEqual([
      [0, 0.5],
      [0, 0.25],
      // The whole surface is below the cutoff, whatever the image says.
      [0, 2],
      [0, 0.5],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    // Red alone is left; with the hole it would be half as red.
    expect(model.materials.map(({ baseColor }) => Number(baseColor[0].toFixed(3)))).toEqual([
      1, 1, 0, 1, 0.501, 0.5, 1,
    ]);
    expect(log.infos).toEqual([
      expect.stringContaining('4 materials are cut out where their textures are transparent, first "m"'),
    ]);
  });

  it('reads textures of reflectance and of material numbers', async () => {
    const extras = { reflectanceTexture: { index: 1 }, materialTexture: { index: 0, materials: ['sand', 'moss'] } };
    const { materials, textures } = await read({ materials: [{ name: 'm', extras }] }, [OPAQUE, MASK]);
    expect(materials[0].textures).toEqual({ reflectance: 0, material: 1, materials: ['sand', 'moss'] });
    expect(textures?.map(({ name, colorSpace }) => `${name} ${colorSpace}`)).toEqual([
      'image 1 linear',
      'image 0 linear',
    ]);
  });

  it('takes no more materials than a channel tells apart, and coordinates that are no numbers for 0', async () => {
    const names = Array.from({ length: 1000 }, (_, k) => `m${k}`);
    const extras = { materialTexture: { index: 0, materials: names } };
    const { materials } = await read({ materials: [{ name: 'm', extras }] }, [OPAQUE]);
    expect(materials[0].textures?.materials).toEqual(names.slice(0, 256));

    const KHR_texture_transform = { scale: [1e300, 1] };
    const { meshes } = await read({ materials: [textured({ extensions: { KHR_texture_transform } })] }, [OPAQUE]);
    expect(meshes[0].uvs?.every(Number.isFinite)).toBe(true);
  });

  it('moves texture coordinates as KHR_texture_transform says', async () => {
    // The specification's example: the lower left quadrant of the image, turned by a quarter.
    const KHR_texture_transform = { offset: [0, 1], rotation: Math.PI / 2, scale: [0.5, 0.5] };
    const log = wholeLog();
    const { meshes } = await read(
      {
        materials: [textured({ extensions: { KHR_texture_transform } }), textured()],
        extensionsUsed: ['KHR_texture_transform'],
      },
      [OPAQUE],
      [],
      log,
    );
    // u' = ½ v, v' = 1 − ½ u
    expect(uvsOf(meshes[0])).toEqual([
      [0, 1],
      [0, 0.5],
      [0.5, 1],
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('warns of textures that are moved differently', async () => {
    const extensions = { KHR_texture_transform: { offset: [0.5, 0] } };
    const extras = { reflectanceTexture: { index: 0, extensions } };
    const log = wholeLog();
    await read({ materials: [textured({}, { extras })] }, [OPAQUE], [], log);
    expect(log.warnings).toEqual([expect.stringContaining('the textures of materials[0] are moved differently')]);
  });

  it('keeps texture coordinates where some primitives have none, whose material is then without textures', async () => {
    const materials = [textured({}, { alphaMode: 'MASK' })];
    const json = {
      materials,
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, material: 0 },
            { attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 },
          ],
        },
      ],
    };
    const model = await read(json, [LEAF]);
    expect(uvsOf(model.meshes[0])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(model.materials.map(({ name, textures }) => [name, textures !== undefined])).toEqual([
      ['m', false],
      ['m', true],
    ]);
  });

  it.each<[string, Json, Json, string]>([
    ['that is missing', { uri: 'gone.png' }, {}, 'refers to "gone.png", which does not exist'],
    ['outside the folder', { uri: '../../etc/leaf.png' }, {}, 'outside the file'],
    ['in the network', { uri: 'http://localhost/leaf.png' }, {}, 'outside the file'],
    ['of another format', { uri: dataUri(Buffer.from('GIF89a')) }, {}, 'it is neither PNG nor JPEG'],
    ['in a data URI without base64', { uri: 'data:image/png,abc' }, {}, 'the data URI of images[0] is not base64'],
    ['behind its buffer', { bufferView: 99 }, {}, 'bufferViews[99], which does not exist'],
    ['on other texture coordinates', { uri: dataUri(OPAQUE) }, { texCoord: 1 }, 'it lies by TEXCOORD_1'],
  ])('goes on without an image %s, with a warning', async (_, image, info, message) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const log = wholeLog();
    const { materials, textures } = await read(
      { materials: [textured(info)], images: [image], textures: [{ source: 0 }] },
      [],
      [],
      log,
    );
    expect(log.warnings).toEqual([expect.stringContaining(message)]);
    expect(log.warnings[0]).toContain('left out');
    expect(materials).toEqual([{ name: 'm', baseColor: [0.5, 0.5, 0.5, 1] }]);
    expect(textures).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('refuses damaged images and references to nothing', async () => {
    const materials = [textured()];
    expect(await faultOf(read({ materials }, [LEAF.subarray(0, 60)]))).toMatch(
      /\d+\.gltf, image image 0: the PNG image is cut off\n {2}Open the image/,
    );
    expect(await faultOf(read({ materials, textures: [] }))).toContain(
      'material "m" refers to textures[0], which does not exist',
    );
    const transform = { extensions: { KHR_texture_transform: { scale: [1] } } };
    expect(await faultOf(read({ materials: [textured(transform)] }, [LEAF]))).toContain('takes 2 finite numbers');
  });

  it('looks up textures by the set of coordinates that they name, as MultiUVTest does', async () => {
    const second = Float32Array.from([0.5, 0.5, 0.75, 0.5, 0.5, 0.75]);
    const bytes = Buffer.from(second.buffer);
    const base = textured({ texCoord: 1 }, { extras: { reflectanceTexture: { index: 0 } } });
    const log = wholeLog();
    const { meshes, materials } = await read(
      {
        materials: [base],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1, TEXCOORD_1: 2 }, material: 0 }] }],
        accessors: ['VEC3', 'VEC2', 'VEC2'].map((type, bufferView) => ({
          bufferView,
          componentType: 5126,
          count: 3,
          type,
        })),
        images: [{ uri: dataUri(OPAQUE) }],
        textures: [{ source: 0 }],
      },
      [bytes],
      [],
      log,
    );
    expect(uvsOf(meshes[0])).toEqual([
      [0.5, 0.5],
      [0.75, 0.5],
      [0.5, 0.75],
    ]);
    expect(materials[0].textures).toEqual({ baseColor: 0 });
    expect(log.warnings).toEqual([expect.stringContaining('it lies by TEXCOORD_0, and the first by TEXCOORD_1')]);
  });

  it('reads the images of EXT_texture_webp, but PNG where one stands beside them', async () => {
    const webp = { EXT_texture_webp: { source: 0 } };
    const { textures } = await read(
      {
        materials: [0, 1].map((index) => textured({ index })),
        textures: [{ extensions: webp }, { extensions: webp, source: 1 }],
        extensionsUsed: ['EXT_texture_webp'],
      },
      [WEBP_LOSSLESS, OPAQUE],
    );
    expect(textures?.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['image 0', 2, 2],
      ['image 1', 2, 1],
    ]);
  });

  it('colours surfaces by the diffuse texture of specular-glossiness', async () => {
    const KHR_materials_pbrSpecularGlossiness = { diffuseTexture: { index: 0 }, diffuseFactor: [0.5, 1, 1, 1] };
    const { materials } = await read(
      {
        materials: [{ name: 'm', extensions: { KHR_materials_pbrSpecularGlossiness } }],
        extensionsUsed: ['KHR_materials_pbrSpecularGlossiness'],
      },
      [OPAQUE],
    );
    expect(materials[0]).toEqual({
      name: 'm',
      baseColor: [0.25, 0, 0.5, 1],
      textures: { baseColor: 0, tint: [0.5, 1, 1] },
    });
  });

  /** A value that JSON can hold but that has no text. */
  const UNPRINTABLE = { toString: 1, valueOf: 1 };

  it.each<[string, Json, string]>([
    [
      'the place of a texture',
      { materials: [textured({ index: UNPRINTABLE })] },
      'textures[a map], which does not exist',
    ],
    ['the image of a texture', { textures: [{ source: UNPRINTABLE }] }, 'images[a map], which does not exist'],
    ['a sampler', { textures: [{ source: 0, sampler: UNPRINTABLE }] }, 'samplers[a map], which does not exist'],
    [
      'the name of a material',
      { materials: [{ ...textured(), extras: { materialTexture: { index: 0, materials: [UNPRINTABLE] } } }] },
      'the materials of the materialTexture of material "m" are a list of 1; they are a list of names',
    ],
  ])('refuses a map as %s', async (_, json, message) => {
    expect(await faultOf(read({ materials: [textured()], ...json }, [LEAF]))).toContain(message);
  });

  it('leaves out a texture whose set of coordinates is a map', async () => {
    const log = wholeLog();
    await read({ materials: [textured({ texCoord: UNPRINTABLE })] }, [LEAF], [], log);
    expect(log.warnings).toEqual([expect.stringContaining('it lies by TEXCOORD_a map')]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { Mesh, Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { faultOf, keepingLog, temporaryFolder } from '../scene-files.js';
import { JPEG, rgbaPng } from './image/images.js';

const folder = temporaryFolder();

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const HOLE = [9, 9, 9, 0];
const OPAQUE = rgbaPng(2, [RED, BLUE]);
const LEAF = rgbaPng(2, [RED, HOLE]);
/** Opaque, half of it dark. */
const MASK = rgbaPng(2, [
  [255, 255, 255, 255],
  [20, 20, 20, 255],
]);

/** A log that keeps all lines. */
function wholeLog() {
  const infos: string[] = [];
  return { ...keepingLog(), infos, info: (line: string) => void infos.push(line) };
}

/** Texture coordinates of each triangle's corners. */
const uvsOf = ({ uvs = new Float32Array(), indices }: Mesh): number[][] =>
  Array.from(indices, (vertex) => [uvs[2 * vertex], uvs[2 * vertex + 1]].map((x) => Math.round(x * 1e6) / 1e6 || 0));

describe('glTF', () => {
  const POSITIONS = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const UVS = Float32Array.from([0, 0, 1, 0, 0, 1]);
  let files = 0;

  type Json = Record<string, unknown>;
  const dataUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

  /** A triangle a material, with texture coordinates but where `bare` says; the images lie in the buffer, one after the other. */
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
    readModel(write(json, images, bare), { log });
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
      expect.stringContaining('4 materials are cut out where their textures are transparent, first «m»'),
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
    ['that is missing', { uri: 'gone.png' }, {}, 'refers to «gone.png», which does not exist'],
    ['outside the folder', { uri: '../../etc/leaf.png' }, {}, 'outside the file'],
    ['in the network', { uri: 'http://localhost/leaf.png' }, {}, 'outside the file'],
    ['of another format', { uri: dataUri(Buffer.from('GIF89a')) }, {}, 'it is neither PNG nor JPEG'],
    ['in a data URI without base64', { uri: 'data:image/png,abc' }, {}, 'the data URI of images[0] is no base64'],
    ['behind its buffer', { bufferView: 99 }, {}, 'bufferViews[99], which is not there'],
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
      'material «m» refers to textures[0], which is not there',
    );
    const transform = { extensions: { KHR_texture_transform: { scale: [1] } } };
    expect(await faultOf(read({ materials: [textured(transform)] }, [LEAF]))).toContain('takes 2 finite numbers');
  });

  /** What JSON can hold and no text can be made of. */
  const UNPRINTABLE = { toString: 1, valueOf: 1 };

  it.each<[string, Json, string]>([
    [
      'the place of a texture',
      { materials: [textured({ index: UNPRINTABLE })] },
      'textures[a map], which is not there',
    ],
    ['the image of a texture', { textures: [{ source: UNPRINTABLE }] }, 'images[a map], which is not there'],
    ['a sampler', { textures: [{ source: 0, sampler: UNPRINTABLE }] }, 'samplers[a map], which is not there'],
    [
      'the name of a material',
      { materials: [{ ...textured(), extras: { materialTexture: { index: 0, materials: [UNPRINTABLE] } } }] },
      'the materials of the materialTexture of material «m» are a list of 1; they are a list of names',
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

describe('OBJ', () => {
  const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
  const CORNERS = 'vt 0 0\nvt 1 0\nvt 1 0.75\nvt 0 1 0\n';
  folder.write('obj/mats/tex/red blue.png', OPAQUE);
  folder.write('obj/mats/leaf.png', LEAF);
  folder.write('obj/mask.png', MASK);
  folder.write('secret.png', LEAF);

  const read = (mtl: string, faces: string, log = wholeLog(), text = `${SQUARE}${CORNERS}`): Promise<Model> => {
    folder.write('obj/mats/a.mtl', mtl);
    return readModel(folder.write('obj/a.obj', `mtllib mats/a.mtl\n${text}${faces}`), { log });
  };
  const QUAD = 'usemtl a\nf 1/1 2/2 3/3 4/4\n';

  it('reads images beside the library, with blanks, backslashes and options', async () => {
    const log = wholeLog();
    const { materials, textures } = await read(
      'newmtl a\nKd 0.5 1 1\nmap_Kd -s 1 1 1 -clamp on -mm 0 1 tex\\red blue.png\nnewmtl b\nmap_Kd ../mats/tex/red blue.png\nnewmtl c\nKd 0 0 0\nmap_Kd tex/red blue.png\n',
      `${QUAD}usemtl b\nf 1/1 2/2 3/3\nusemtl c\nf 1/1 2/2 3/3\n`,
      log,
    );
    expect(materials).toEqual([
      { name: 'a', baseColor: [0.25, 0, 0.5, 1], textures: { baseColor: 0, tint: [0.5, 1, 1] } },
      { name: 'b', baseColor: [0.5, 0, 0.5, 1], textures: { baseColor: 1 } },
      { name: 'c', baseColor: [0.5, 0, 0.5, 1], textures: { baseColor: 2 } },
    ]);
    expect(textures?.map(({ wrapU, wrapV }) => `${wrapU} ${wrapV}`)).toEqual([
      'clamp clamp',
      'repeat repeat',
      'repeat repeat',
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('splits vertices by texture coordinate, v downwards; keeps them together where they agree', async () => {
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\nf -4/-1 -3/-4 -2/-2\nf 1/4 2/1 4/4\n',
    );
    const [mesh] = meshes;
    expect(uvsOf(mesh)).toEqual([
      [0, 1],
      [1, 1],
      [1, 0.25],
      [0, 1],
      [1, 0.25],
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 0.25],
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
    // Four of the file, then 1/4 and 2/1, which are used twice.
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 2, 4, 5, 3]);
    expect([...mesh.positions.subarray(12)]).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('cuts concave polygons with their texture coordinates', async () => {
    const arrow = 'v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nvt 0 0\nvt 1 0.5\nvt 0 1\nvt 0.25 0.5\nvt 7 7\n';
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 4/5 3/5 1/5\nf 1/1 2/2 3/3 4/4\n',
      wholeLog(),
      arrow,
    );
    const [mesh] = meshes;
    // x = 4 u and y = 4 (1 − v) for every corner of the arrow's own two triangles.
    const uvs = uvsOf(mesh).slice(3);
    expect(uvs).toHaveLength(6);
    uvs.forEach(([u, v], k) => {
      const vertex = mesh.indices[3 + k];
      expect([mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1]]).toEqual([4 * u, 4 * (1 - v)]);
    });
  });

  it('reads no texture coordinates where no material needs them', async () => {
    const log = wholeLog();
    const { meshes } = await read(
      'newmtl a\nKd 1 0 0\nnewmtl unused\nmap_Kd tex/red blue.png\n',
      `${QUAD}f 1/9 2/0 3/x\n`,
      log,
    );
    expect(meshes[0].uvs).toBeUndefined();
    expect(meshes[0].positions).toHaveLength(12);
  });

  it('keeps faces without texture coordinates, whole and of one colour', async () => {
    const log = wholeLog();
    const model = await read('newmtl a\nKd 1 1 1\nmap_Kd leaf.png\n', `${QUAD}f 1 2 3\nf 1//1 2/2 3/3\n${QUAD}`, log);
    expect(log.warnings[0]).toContain('2 faces of textured materials have no texture coordinates');
    expect([...model.meshes[0].triangleGroup]).toEqual([0, 0, 1, 1, 0, 0]);
    expect(model.meshes[0].groups.map(({ material }) => model.materials[material].textures)).toEqual([
      { baseColor: 0, alpha: 0 },
      undefined,
    ]);
  });

  it('takes nan and what is missing for 0', async () => {
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 1/1 2/2 3/3\n',
      wholeLog(),
      `${SQUARE}vt nan nan\nvt 0.5\nvt 1e300 0.25\n`,
    );
    expect(uvsOf(meshes[0])).toEqual([
      [0, 1],
      [0.5, 1],
      [0, 0.75],
    ]);
  });

  it('takes alpha, or the brightness of an opaque image, for a mask', async () => {
    const { materials, textures } = await read(
      'newmtl a\nmap_Kd leaf.png\nnewmtl b\nmap_Kd tex/red blue.png\nmap_d ../mask.png\nnewmtl c\nmap_d leaf.png\nnewmtl d\nmap_Kd tex/red blue.png\n',
      ['a', 'b', 'c', 'd'].map((name) => `usemtl ${name}\nf 1/1 2/2 3/3\n`).join(''),
    );
    expect(materials.map(({ textures: own, alphaCutoff }) => [own?.baseColor, own?.alpha, alphaCutoff])).toEqual([
      [0, 0, 0.5],
      [2, 1, 0.5],
      [undefined, 0, 0.5],
      [2, undefined, undefined],
    ]);
    expect([...(textures?.[1].texels ?? [])].filter((_, i) => i % 4 === 3)).toEqual([255, 20]);
  });

  it('reads subray’s own images: reflectance, and numbers of materials', async () => {
    const { materials, textures } = await read(
      'newmtl a\nsubray_map_reflectance -clamp on ../mask.png\nsubray_map_material "tex/red blue.png" sand moss\nnewmtl b\nsubray_map_material -clamp on leaf.png x\n',
      `${QUAD}usemtl b\nf 1/1 2/2 3/3\n`,
    );
    expect(materials.map((material) => material.textures)).toEqual([
      { reflectance: 0, material: 1, materials: ['sand', 'moss'] },
      { material: 2, materials: ['x'] },
    ]);
    expect(textures?.map(({ colorSpace }) => colorSpace)).toEqual(['linear', 'linear', 'linear']);
    expect(textures?.map(({ wrapU }) => wrapU)).toEqual(['clamp', 'repeat', 'clamp']);
  });

  it.each(['gone.png', '../../secret.png', '/etc/leaf.png', 'C:\\leaf.png', 'http://localhost/leaf.png', 'a.mtl'])(
    'warns and goes on without «%s»',
    async (name) => {
      const log = wholeLog();
      const { materials } = await read(`newmtl a\nKd 0.1 0.2 0.3\nmap_Kd ${name}\n`, QUAD, log);
      expect(log.warnings).toEqual([expect.stringContaining(`image «${name}» left out`)]);
      expect(materials).toEqual([{ name: 'a', baseColor: [0.1, 0.2, 0.3, 1] }]);
    },
  );

  it('refuses damaged images and texture coordinates that are not there', async () => {
    folder.write('obj/mats/cut.png', LEAF.subarray(0, 50));
    expect(await faultOf(read('newmtl a\nmap_Kd cut.png\n', QUAD))).toContain(
      'a.obj, image cut.png: the PNG image is cut off',
    );
    const mtl = 'newmtl a\nmap_Kd leaf.png\n';
    expect(await faultOf(read(mtl, 'usemtl a\nf 1/1 2/5 3/3\n'))).toContain(
      'a.obj:11: a face refers to texture coordinate 5; the file has texture coordinates 1 to 4',
    );
    expect(await faultOf(read(mtl, 'usemtl a\nf 1/1 2/x 3/3\n'))).toContain('a line «f» takes vertex numbers');
  });

  it('agrees with a plain reader on many texture coordinates', async () => {
    const count = 2000;
    const vts = Array.from({ length: count }, (_, k) => `vt ${k} ${-k}\n`).join('');
    const faces = Array.from({ length: count }, (_, k) =>
      [1 + (k % 4), 1 + ((k + 1) % 4), 1 + ((k + 2) % 4)].map((v, c) => `${v}/${1 + ((k * 7 + c) % count)}`),
    );
    const { meshes } = await read(
      'newmtl a\nmap_Kd leaf.png\n',
      `usemtl a\n${faces.map((f) => `f ${f.join(' ')}\n`).join('')}`,
      wholeLog(),
      `${SQUARE}${vts}`,
    );
    expect(uvsOf(meshes[0])).toEqual(
      faces.flat().map((corner) => {
        const uv = Number(corner.split('/')[1]) - 1;
        return [uv, 1 + uv];
      }),
    );
    const pairs = new Set(faces.flat()).size;
    expect(meshes[0].positions.length / 3).toBe(pairs);
  });
});

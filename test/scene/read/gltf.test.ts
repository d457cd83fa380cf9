import { describe, expect, it, vi } from 'vitest';
import { transformPoint } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';
import { type Data, glb, type Json, pack } from './gltf/gltf-files.js';

const folder = temporaryFolder();
const read = (path: string, log = keepingLog()): Promise<Model> => readModel(path, { files: nodeFiles, log });

const SQUARE = Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
const positions: Data = { values: SQUARE, type: 'VEC3' };
const LOWER = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
];
const UPPER = [
  [0, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const quad = (Type: typeof Uint8Array | typeof Uint16Array | typeof Uint32Array): Data => ({
  values: Type.from([0, 1, 2, 0, 2, 3]),
  type: 'SCALAR',
});

const scene = (primitives: Json[], more: Json = {}): Json => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0, name: 'thing' }],
  meshes: [{ name: 'shape', primitives }],
  ...more,
});
const plain = scene([{ attributes: { POSITION: 0 }, indices: 1 }]);

let files = 0;
const readGlb = (json: Json, data: Data[], log = keepingLog()) =>
  read(folder.write(`${files++}.glb`, glb(json, data)), log);

describe('glTF', () => {
  it.each([Uint8Array, Uint16Array, Uint32Array])('reads a GLB with indices in %o', async (Type) => {
    const { meshes, instances, materials } = await readGlb(plain, [positions, quad(Type)]);
    expect(cornersOf(meshes[0])).toEqual([LOWER, UPPER]);
    expect(instances).toEqual([{ mesh: 0, name: 'thing', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }]);
    expect(materials[0].name).toBe('default');
    expect(meshes[0].groups).toEqual([{ object: '', group: 'shape', material: 0 }]);
  });

  it.each([
    [4, [0, 1, 2, 0, 2, 3, 1], [LOWER, UPPER]],
    [
      5,
      [0, 1, 3, 2],
      [
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        [
          [1, 0, 0],
          [1, 1, 0],
          [0, 1, 0],
        ],
      ],
    ],
    [6, [0, 1, 2, 3], [LOWER, UPPER]],
  ])('reads primitives of mode %i', async (mode, indices, corners) => {
    const json = scene([{ attributes: { POSITION: 0 }, indices: 1, mode }]);
    expect(
      cornersOf((await readGlb(json, [positions, { values: Uint8Array.from(indices), type: 'SCALAR' }])).meshes[0]),
    ).toEqual(corners);
  });

  it('reads primitives without indices and passes over points and lines', async () => {
    const json = scene([
      { attributes: { POSITION: 0 }, mode: 0 },
      { attributes: { POSITION: 0 }, mode: 6 },
      { attributes: { POSITION: 0 }, mode: 1 },
    ]);
    const { meshes } = await readGlb(json, [positions]);
    expect(cornersOf(meshes[0])).toEqual([LOWER, UPPER]);
    expect(meshes[0].groups).toHaveLength(1);
  });

  it('shares vertices between primitives of the same accessor', async () => {
    const json = scene(
      [
        { attributes: { POSITION: 0 }, indices: 1 },
        { attributes: { POSITION: 0 }, indices: 1, material: 0 },
      ],
      { materials: [{}] },
    );
    const { meshes, materials } = await readGlb(json, [positions, quad(Uint8Array)]);
    expect(meshes[0].positions).toHaveLength(12);
    expect([...meshes[0].triangleGroup]).toEqual([0, 0, 1, 1]);
    expect(materials.map(({ name }) => name)).toEqual(['default', 'material_0']);
  });

  it('reads interleaved, normalized and sparse accessors', async () => {
    const interleaved = Float32Array.from([9, 0, 0, 0, 9, 1, 0, 0, 9, 1, 1, 0, 9, 0, 1, 0]);
    const json = {
      ...plain,
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 64, byteStride: 16 },
        { buffer: 0, byteOffset: 64, byteLength: 6 },
      ],
      accessors: [
        { bufferView: 0, byteOffset: 4, componentType: 5126, count: 4, type: 'VEC3' },
        { bufferView: 1, componentType: 5121, count: 6, type: 'SCALAR' },
      ],
    };
    expect(
      cornersOf((await readGlb(json, [{ values: interleaved, type: 'SCALAR' }, quad(Uint8Array)])).meshes[0]),
    ).toEqual([LOWER, UPPER]);

    const shorts: Data = {
      values: Int16Array.from([0, 0, 0, 32767, 0, 0, 32767, -32768, 0]),
      type: 'VEC3',
      more: { normalized: true },
    };
    const normalized = await readGlb(scene([{ attributes: { POSITION: 0 } }]), [shorts]);
    expect(cornersOf(normalized.meshes[0])).toEqual([
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, -1, 0],
      ],
    ]);

    const sparse = { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } };
    const replaced = await readGlb(scene([{ attributes: { POSITION: 0 }, mode: 6 }]), [
      { ...positions, more: { sparse } },
      { values: Uint8Array.from([3]), type: 'SCALAR' },
      { values: Float32Array.from([0, 5, 0]), type: 'VEC3' },
    ]);
    expect(cornersOf(replaced.meshes[0])[1][2]).toEqual([0, 5, 0]);
  });

  it('walks the tree of nodes; a mesh used twice is stored once', async () => {
    const json = {
      ...plain,
      scenes: [{ nodes: [2] }, { nodes: [0, 1] }],
      scene: 1,
      nodes: [
        {
          name: 'left',
          mesh: 0,
          translation: [10, 0, 0],
          rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
          scale: [2, 2, 2],
        },
        { children: [3, 4], matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] },
        { name: 'not in the scene', mesh: 0 },
        { mesh: 0, translation: [1, 0, 0] },
        { name: 'empty' },
      ],
    };
    const { meshes, instances } = await readGlb(json, [positions, quad(Uint8Array)]);
    expect(meshes).toHaveLength(1);
    expect(instances.map(({ name }) => name)).toEqual(['left', 'node_3']);
    const images = instances.map(({ transform }) =>
      transformPoint(transform, [1, 0, 0]).map((x) => Math.round(x * 1e9) / 1e9),
    );
    expect(images).toEqual([
      [10, 2, 0],
      [5, 8, 7],
    ]);
  });

  it('reads colours, alpha masks and subray’s own numbers', async () => {
    const materials = [
      {
        name: 'leaf',
        alphaMode: 'MASK',
        pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 1] },
        extras: { reflectance: 0.4, classification: 5 },
      },
      {
        name: 'pane',
        alphaMode: 'BLEND',
        alphaCutoff: 0.7,
        pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.4], metallicFactor: 0.8, roughnessFactor: 0.25 },
      },
    ];
    const primitives = [0, 1].map((material) => ({ attributes: { POSITION: 0, TEXCOORD_0: 2 }, indices: 1, material }));
    const uvs: Data = { values: Float32Array.from([0, 0, 1, 0, 1, 1, 0, 1]), type: 'VEC2' };
    const model = await readGlb(scene(primitives, { materials }), [positions, quad(Uint8Array), uvs]);
    expect(model.materials).toEqual([
      { name: 'leaf', baseColor: [0.1, 0.2, 0.3, 1], alphaCutoff: 0.5, reflectance: 0.4, classification: 5 },
      { name: 'pane', baseColor: [1, 1, 1, 0.4], metallicRoughness: { metallic: 0.8, roughness: 0.25 } },
    ]);
    expect(model.meshes[0].uvs).toEqual(uvs.values);
  });

  it('reads documents with data URIs and with files beside them', async () => {
    const { document, bin } = pack(plain, [positions, quad(Uint16Array)]);
    const uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString('base64')}`;
    const embedded = folder.write(
      'embedded.gltf',
      JSON.stringify({ ...document, buffers: [{ byteLength: bin.length, uri }] }),
    );
    expect(cornersOf((await read(embedded)).meshes[0])).toEqual([LOWER, UPPER]);
    folder.write('data/my scene.bin', bin);
    const beside = folder.write(
      'beside.gltf',
      JSON.stringify({ ...document, buffers: [{ byteLength: bin.length, uri: 'data/my%20scene.bin' }] }),
    );
    expect(cornersOf((await read(beside)).meshes[0])).toEqual([LOWER, UPPER]);
  });

  it('never reads outside the folder of the document, nor from the network', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { document, bin } = pack(plain, [positions, quad(Uint16Array)]);
    folder.write('secret.bin', bin);
    const { symlinkSync } = await import('node:fs');
    folder.write('inner/x.txt', 'x');
    symlinkSync(`${folder.path}/secret.bin`, `${folder.path}/inner/link.bin`);
    const uris = [
      '../secret.bin',
      '%2e%2e/secret.bin',
      `${folder.path}/secret.bin`,
      `file://${folder.path}/secret.bin`,
      'http://localhost/secret.bin',
      '..\\secret.bin',
      '//localhost/secret.bin',
      'a/../../secret.bin',
      'link.bin',
    ];
    for (const uri of uris) {
      const file = folder.write(
        'inner/evil.gltf',
        JSON.stringify({
          ...document,
          images: [{ uri: 'http://localhost/a.png' }],
          textures: [{ source: 0 }],
          buffers: [{ byteLength: bin.length, uri }],
        }),
      );
      expect(await faultOf(read(file)), uri).toContain('outside the file');
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  const faults: [string, Json, string][] = [
    ['no asset', { asset: undefined }, 'is not a glTF document'],
    ['an old version', { asset: { version: '1.0' } }, 'is glTF "1.0"; version 2 is read'],
    ['a missing mesh', { meshes: [] }, 'a node refers to meshes[0], which does not exist'],
    [
      'a mesh that is a map',
      { nodes: [{ mesh: { toString: 1 } }] },
      'a node refers to meshes[a map], which does not exist',
    ],
    ['a missing scene', { scene: 7 }, 'the document refers to scenes[7], which does not exist'],
    ['a node in a circle', { nodes: [{ mesh: 0, children: [0] }] }, 'nodes[0] is in the tree twice'],
    [
      'nodes that multiply to infinity',
      {
        nodes: [
          { scale: [-1e308, 1, 1], children: [1] },
          { mesh: 0, translation: [4, 0, 0] },
        ],
      },
      'nodes[1] is placed by numbers that multiply to infinite ones',
    ],
    ['a node with two parents', { nodes: [{ children: [1, 1] }, { mesh: 0 }] }, 'nodes[1] is in the tree twice'],
    ['a faulty matrix', { nodes: [{ mesh: 0, matrix: [1, 2] }] }, 'nodes[0].matrix takes 16 finite numbers'],
    [
      'a count beyond the data',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 4e9, type: 'VEC3' },
          { bufferView: 1, componentType: 5121, count: 6, type: 'SCALAR' },
        ],
      },
      'end behind the end of bufferViews[0]',
    ],
    [
      'zeros without end',
      { accessors: [{ componentType: 5126, count: 4e9, type: 'VEC3' }] },
      'far larger than the file',
    ],
    [
      'a view beyond the buffer',
      { bufferViews: [{ buffer: 0, byteLength: 4000 }] },
      'ends behind the end of its buffer',
    ],
    ['a buffer beyond the chunk', { buffers: [{ byteLength: 4000 }] }, 'should have 4000 bytes'],
    [
      'texture coordinates for indices',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
          { bufferView: 0, componentType: 5126, count: 4, type: 'SCALAR' },
        ],
      },
      'are not unsigned numbers',
    ],
    ['no meshes', { nodes: [{}] }, 'the file has no faces'],
    ['nonsense', { nodes: 5, meshes: 'x', scenes: {}, accessors: null }, 'the file has no faces'],
  ];
  it.each(faults)('refuses %s', async (_, change, message) => {
    expect(await faultOf(readGlb({ ...plain, ...change }, [positions, quad(Uint8Array)]))).toContain(message);
  });

  it('refuses indices without vertices and faulty coordinates', async () => {
    const tooLarge: Data = { values: Uint8Array.from([0, 1, 4]), type: 'SCALAR' };
    expect(await faultOf(readGlb(plain, [positions, tooLarge]))).toContain(
      'mesh "shape" refers to vertex 4; it has vertices 0 to 3',
    );
    const notFinite: Data = { values: Float32Array.from([0, 0, 0, 1, Number.NaN, 0, 1, 1, 0, 0, 1, 0]), type: 'VEC3' };
    expect(await faultOf(readGlb(plain, [notFinite, quad(Uint8Array)]))).toContain(
      'vertex 1 of mesh "shape" has the coordinate NaN',
    );
  });

  it('refuses a file that expands without end', async () => {
    const many = 3000;
    const json = {
      scenes: [{ nodes: Array.from({ length: many }, (_, i) => i) }],
      nodes: Array.from({ length: many }, (_, mesh) => ({ mesh })),
      meshes: Array.from({ length: many }, () => ({ primitives: [{ attributes: { POSITION: 0 } }] })),
    };
    const large: Data = { values: Float32Array.from({ length: 9000 }, (_, i) => i % 7), type: 'VEC3' };
    expect(await faultOf(readGlb(json, [large]))).toContain('far larger than the file');
  });

  it('refuses a GLB that is cut off', async () => {
    const bytes = glb(plain, [positions, quad(Uint8Array)]);
    expect(await faultOf(read(folder.write('cut.glb', bytes.subarray(0, -8))))).toContain('it is cut off');
    new DataView(bytes.buffer).setUint32(12, 0x7fffffff, true);
    expect(await faultOf(read(folder.write('chunk.glb', bytes)))).toContain('is not a glTF file');
  });

  it.each([
    ['binary.gltf', Uint8Array.from({ length: 99 }, (_, i) => i % 32), 'it is neither JSON nor a binary glTF (GLB)'],
    ['cut.gltf', '{"asset": {"vers', 'or it is cut off'],
    [
      'old.glb',
      Uint8Array.of(0x67, 0x6c, 0x54, 0x46, 1, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
      'is GLB version 1',
    ],
    [
      'long.glb',
      Uint8Array.of(0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 20, 0, 0, 0, 255, 255, 255, 255, 0x4a, 0x53, 0x4f, 0x4e),
      'its chunks do not fit the file: it is damaged',
    ],
  ])('says of %s in its own words what is wrong', async (name, content, words) => {
    const fault = await faultOf(read(folder.write(name, content)));
    expect(fault).toContain(words);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(fault).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|JSON at position|typed array|assert/i);
  });
});
